"""A finished benchmark as plain JSON, and back: what ships with the app, and what a file keeps."""

import dataclasses
import json
import types
import typing
from enum import StrEnum
from typing import Any

from components.speed.model.results import TimingResult

_SIGNIFICANT = 6  # digits: a clock has no more to say


def serialise_result(result: TimingResult) -> str:
    """The whole of a benchmark, every run included."""
    return json.dumps(_rounded(dataclasses.asdict(result)), ensure_ascii=False, separators=(",", ":"))


def parse_result(text: str) -> TimingResult:
    """The benchmark that :func:`timing_text` wrote.

    Raises:
        ValueError: The text is not one of those.
    """
    try:
        result: TimingResult = _read(TimingResult, json.loads(text))
    except (KeyError, TypeError) as error:
        raise ValueError("not a finished benchmark") from error
    return result


def _read(kind: Any, value: Any) -> Any:
    """``value`` as JSON has it, as the type that a field of a result is declared with."""
    if dataclasses.is_dataclass(kind) and isinstance(kind, type):
        hints = typing.get_type_hints(kind)
        return kind(**{field.name: _read(hints[field.name], value[field.name]) for field in dataclasses.fields(kind)})
    if isinstance(kind, types.UnionType):
        (inner,) = (one for one in kind.__args__ if one is not types.NoneType)
        return None if value is None else _read(inner, value)
    if typing.get_origin(kind) is tuple:
        inner = typing.get_args(kind)
        each = [inner[0]] * len(value) if inner[-1] is Ellipsis else inner
        return tuple(_read(one, part) for one, part in zip(each, value, strict=True))
    return kind(value) if isinstance(kind, type) and issubclass(kind, StrEnum) else value


def _rounded(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _rounded(inner) for name, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [_rounded(inner) for inner in value]
    return float(f"{value:.{_SIGNIFICANT}g}") if isinstance(value, float) else value
