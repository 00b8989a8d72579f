"""Frozen dataclasses as JSON and back, checked against their types: for stored files and for worker processes.

A field is stored under its own name. Nested dataclasses, tuples, enums and optional values need nothing more; a missing
value takes the field's default, and an unknown one is ignored. NumPy arrays become nested lists, and keep their dtype
and shape if they have a number in them. Numbers that are not finite are written ``NaN`` and ``Infinity``, as the
standard library writes and reads them, which is why msgspec checks the types but does not write the text.
"""

import json
from collections.abc import Iterable
from typing import Any, TypeVar, get_args, get_origin

import msgspec
import numpy as np

from components.model.arrays import make_read_only

T = TypeVar("T")


def to_json(value: object, *, indent: int | None = None) -> str:
    """A dataclass, or a container of them, as JSON: on one line unless ``indent`` is given."""
    separators = (",", ":") if indent is None else None
    return json.dumps(to_plain(value), ensure_ascii=False, indent=indent, separators=separators)


def from_json(kind: type[T], text: str | bytes) -> T:
    """The value that :func:`to_json` wrote.

    Args:
        kind: Its type: a dataclass, or a container such as ``tuple[Cell, ...]``.
        text: The JSON.

    Raises:
        ValueError: The text is not JSON, or not that of such a value.
    """
    return from_plain(kind, json.loads(text))


def to_tagged_json(value: object) -> str:
    """A dataclass as JSON on one line, tagged with the name of its class."""
    return to_json({"kind": type(value).__name__, "values": value})


def from_tagged_json(kinds: Iterable[type[T]], text: str | bytes) -> T:
    """The value that :func:`to_tagged_json` wrote.

    Args:
        kinds: The classes that it may be of.
        text: The JSON.

    Raises:
        ValueError: The text is not JSON, or not that of a value of these classes.
    """
    envelope = json.loads(text)
    names = {kind.__name__: kind for kind in kinds}
    kind = names.get(str(envelope.get("kind"))) if isinstance(envelope, dict) else None
    if kind is None:
        raise ValueError(f"not one of {', '.join(names)}")
    return from_plain(kind, envelope.get("values"))


def rounded(value: Any, digits: int) -> Any:
    """A plain value with its floats rounded to ``digits`` significant digits; tuples become lists."""
    if isinstance(value, dict):
        return {name: rounded(inner, digits) for name, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [rounded(inner, digits) for inner in value]
    return float(f"{value:.{digits}g}") if isinstance(value, float) else value


def to_plain(value: object) -> Any:
    """A value as dictionaries, lists, strings and numbers."""
    return msgspec.to_builtins(value, enc_hook=_array_to_lists)


def from_plain(kind: type[T], plain: object) -> T:
    """The value that :func:`to_plain` took apart.

    Raises:
        ValueError: It is not that of such a value.
    """
    try:
        return msgspec.convert(plain, kind, dec_hook=_array_from_lists)
    except msgspec.ValidationError as error:
        raise ValueError(f"not a {kind.__name__}: {error}") from error


def _array_to_lists(value: object) -> Any:
    if not isinstance(value, np.ndarray):
        raise TypeError(f"a {type(value).__name__} has no JSON")
    return value.tolist()


def _array_from_lists(kind: Any, plain: object) -> object:
    """A read-only array of the dtype that its annotation names; ``kind`` is such as ``numpy.typing.NDArray[float32]``.

    Raises:
        TypeError: It is the type of something else.
        ValueError: The lists have no common shape, or hold something else than numbers.
    """
    if get_origin(kind) is not np.ndarray:
        raise TypeError(f"no value of {kind} can be read")
    (scalar,) = get_args(get_args(kind)[1])
    return make_read_only(np.array(plain, dtype=scalar))
