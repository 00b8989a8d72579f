"""Spare charts the work that Altair does again for each of them, with the same result.

Altair checks every part of a chart when it is made, and the whole chart again when it is converted; the second check
finds all that the first does. And it turns a condition or a constant, a small dictionary, into an object by trying all
that it could be, after it has hashed the schemas of some 600 classes. Without the two, a chart takes half the time.
Of what is left, the check of the whole takes a third; most charts of a rerun are as they were before it, and one that
has passed is not checked again. And Altair copies a chart for every layer and property that it is given, by a call for
each value in it, of which nearly all are undefined.
"""

import hashlib
import json
import re
from collections import OrderedDict
from threading import Lock
from typing import Any

from altair.utils import schemapi

KEPT_LIMIT = 1_000  # objects
LENGTH_LIMIT = 2_000  # characters of a dictionary as JSON: a chart is no small part
VALID_LIMIT = 5_000  # digests of what has passed its check
# A table is named by its content, by Streamlit and by Altair; the schema asks for any text there.
NAME_OF_DATA = re.compile(r'"data": \{"name": "[\w-]+"\}')

_from_dict = schemapi.SchemaBase.__dict__["from_dict"].__func__
_validate = schemapi.SchemaBase.__dict__["validate"].__func__
_deep_copy = schemapi._deep_copy
_PLAIN = frozenset({schemapi.UndefinedType, str, int, float, bool, type(None)})  # need no copy
_objects: OrderedDict[tuple[type, bool, str], schemapi.SchemaBase] = OrderedDict()
_valid: OrderedDict[tuple[type, bytes], None] = OrderedDict()
_lock = Lock()


def reduce_chart_overhead() -> None:
    """Spare the charts of this process that work. A chart is still checked as a whole when it is converted."""
    schemapi.disable_debug_mode()
    schemapi.SchemaBase.from_dict = classmethod(_from_dict_once)  # type: ignore[method-assign,assignment]
    schemapi.SchemaBase.validate = classmethod(_validate_once)  # type: ignore[method-assign,assignment]
    schemapi._deep_copy = _copy_of  # type: ignore[assignment]


def _copy_of(value: Any, by_ref: set[str]) -> Any:
    """A copy as Altair makes it; what stands under one of the names ``by_ref`` is shared."""
    kind = type(value)
    if kind in _PLAIN:
        return value
    if kind is dict:
        return _copied_values(value, by_ref)
    if kind is list:
        return [each if type(each) in _PLAIN else _copy_of(each, by_ref) for each in value]
    if not isinstance(value, schemapi.SchemaBase) or hasattr(kind, "__deepcopy__"):
        return _deep_copy(value, by_ref)
    arguments = [_copy_of(each, by_ref) for each in value._args]
    keywords = _copied_values(value._kwds, by_ref)
    with schemapi.debug_mode(False):
        return kind(*arguments, **keywords)


def _copied_values(values: dict[str, Any], by_ref: set[str]) -> dict[str, Any]:
    return {
        key: each if type(each) in _PLAIN or key in by_ref else _copy_of(each, by_ref) for key, each in values.items()
    }


def _validate_once(
    cls: type[schemapi.SchemaBase], instance: dict[str, Any], schema: dict[str, Any] | None = None
) -> None:
    """Check a specification against the schema of its class, unless the same one has passed before."""
    if schema is not None:
        _validate(cls, instance, schema)
        return
    text = NAME_OF_DATA.sub("", json.dumps(instance, default=_as_text))
    key = (cls, hashlib.blake2b(text.encode(), digest_size=16).digest())
    with _lock:
        if key in _valid:
            _valid.move_to_end(key)
            return
    _validate(cls, instance)
    with _lock:
        _valid[key] = None
        if len(_valid) > VALID_LIMIT:
            _valid.popitem(last=False)


def _from_dict_once(
    cls: type[schemapi.SchemaBase], values: dict[str, Any], validate: bool = True
) -> schemapi.SchemaBase:
    """A copy of the object that the same dictionary was turned into before."""
    key = (cls, validate, json.dumps(values, default=_as_text))
    if len(key[2]) > LENGTH_LIMIT:
        return _made(cls, values, validate)
    with _lock:
        known = _objects.get(key)
    if known is None:
        known = _made(cls, values, validate)
        with _lock:
            _objects[key] = known
            if len(_objects) > KEPT_LIMIT:
                _objects.popitem(last=False)
    return known.copy(deep=True)


def _made(cls: type[schemapi.SchemaBase], values: dict[str, Any], validate: bool) -> schemapi.SchemaBase:
    result: schemapi.SchemaBase = _from_dict(cls, values, validate)
    return result


def _as_text(part: Any) -> Any:
    """What stands for an object of Altair, such as an expression, in the key of a dictionary that holds it."""
    return [repr(type(part)), part.to_dict(validate=False) if isinstance(part, schemapi.SchemaBase) else repr(part)]
