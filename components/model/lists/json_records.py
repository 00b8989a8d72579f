"""Parsing of JSON into rows, in the shapes that programs write.

- objects, arrays or texts: in a list, in lines (JSON lines), or one after another;
- a list of them in an object, as ``{"data": […]}`` or ``{"train": […], "test": […]}``;
- pandas' tables of any ``orient``: columns, index, list, split, table, values;
- texts by label (``{"good": [text, …], "bad": […]}``), and labels by text.
"""

import json
import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from statistics import mean
from typing import Any

from components.model.lists.columns import is_known_header
from components.model.lists.errors import ListError, ListProblem
from components.model.lists.records import MAX_COLUMNS, Record, Records, Separator

_DECODER = json.JSONDecoder()
_GAP = re.compile(r"[\s,]*")
# How JSON begins, and hardly any sentence: "[MASK] is a city." is no JSON.
_BEGINNING = re.compile(r'\s*(\{\s*("|\})|\[\s*([{\[]\s*["{\[]|"[^"]*"\s*,|\]))')
_SENTENCE_WORDS = 3  # on average, of texts that are more than names

Names = tuple[str, ...]


def is_json(text: str) -> bool:
    """Whether a text begins as JSON does."""
    return _BEGINNING.match(text) is not None or isinstance(_value(text), list)


def json_records(text: str, limit: int) -> Records:
    """Parse JSON into at most ``limit`` rows. Rows are numbered from 1, since they may share a line.

    Args:
        text: The list.
        limit: The largest number of rows.

    Raises:
        ListError: It is no JSON, or not a table.
    """
    documents = list(_documents(text))
    entries = documents if len(documents) > 1 else _entries(documents[0]) if documents else []
    shown = entries[:limit]
    names: Names = ()
    if shown and all(isinstance(entry, dict) for entry in shown):
        names = tuple(dict.fromkeys(str(name) for entry in shown for name in entry))[:MAX_COLUMNS]
        rows = [tuple(_cell(entry.get(name)) for name in names) for entry in shown]
    elif all(isinstance(entry, list) for entry in shown):
        rows = [tuple(map(_cell, entry[:MAX_COLUMNS])) for entry in shown]
    elif all(_is_scalar(entry) for entry in shown):
        rows = [(_cell(entry),) for entry in shown]
    else:
        raise ListError(ListProblem.UNKNOWN_JSON)
    records = (Record(number, cells) for number, cells in enumerate(rows, start=1) if any(map(str.strip, cells)))
    return Records(tuple(records), Separator.JSON, names, total=len(entries))


def _value(text: str) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _documents(text: str) -> Iterator[Any]:
    """The values that stand one after another, with or without commas between them."""
    place = _after_gap(text, 0)
    while place < len(text):
        try:
            value, end = _DECODER.raw_decode(text, place)
        except json.JSONDecodeError as error:
            raise ListError(ListProblem.DAMAGED_JSON, line=error.lineno) from error
        except (ValueError, RecursionError) as error:
            raise ListError(ListProblem.DAMAGED_JSON, line=text.count("\n", 0, place) + 1) from error
        yield value
        place = _after_gap(text, end)


def _after_gap(text: str, place: int) -> int:
    gap = _GAP.match(text, place)
    return place if gap is None else gap.end()


def _entries(value: Any) -> list[Any]:
    """The rows of one value: objects, arrays, or texts."""
    if not isinstance(value, dict):
        return value if isinstance(value, list) else [value]
    parts = list(value.values())
    if is_known_header(tuple(value)) and any(map(_is_scalar, parts)):
        return [value]
    names, data = value.get("columns"), value.get("data", [])
    if isinstance(names, list) and _is_table(data):
        return [dict(zip(map(str, names), row, strict=False)) if isinstance(row, list) else row for row in data]
    if tables := [part for part in parts if _is_table(part)]:
        widest = max(tables, key=len)
        return [entry for table in tables if _names(table[0]) == _names(widest[0]) for entry in table]
    if len(parts) == 1 and isinstance(parts[0], dict) and any(map(_is_table, parts[0].values())):
        return _entries(parts[0])
    if parts and all(isinstance(part, dict) for part in parts):
        return _crossed(value)
    if parts and all(isinstance(part, list) for part in parts) and max(map(len, parts)) > 1:
        return _listed(value)
    if _are_labels(value):
        return [[text, label] for text, label in value.items()]
    return [value]


def _is_table(part: Any) -> bool:
    """Whether this is a list of objects or of arrays."""
    return isinstance(part, list) and len(part) > 0 and isinstance(part[0], dict | list)


def _names(entry: Any) -> frozenset[str]:
    return frozenset(entry) if isinstance(entry, dict) else frozenset()


def _crossed(value: Mapping[str, Mapping[str, Any]]) -> list[Any]:
    """Rows of objects in an object: columns by name and row, as pandas writes them by default, or rows by number."""
    inner = {key for part in value.values() for key in part}
    columns = tuple(value)
    are_names = not _are_numbers(columns) and (_are_numbers(inner) or len(columns) < len(inner))
    if not (are_names or is_known_header(columns)):
        return list(value.values())
    rows: dict[str, dict[str, Any]] = {}
    for name, column in value.items():
        for key, cell in column.items():
            rows.setdefault(key, {})[name] = cell
    return list(rows.values())


def _are_numbers(keys: Iterable[str]) -> bool:
    return all(key.isdecimal() for key in keys)


def _listed(value: Mapping[str, Sequence[Any]]) -> list[Any]:
    """Rows of lists in an object: columns by name, or texts by label."""
    columns = tuple(value)[:MAX_COLUMNS]
    parts = [value[name] for name in columns]
    if len({len(part) for part in parts}) == 1:
        words = [mean(len(_cell(each).split()) for each in part) for part in parts]
        repeats = any(2 * len(set(map(_cell, part))) <= len(part) for part in parts)
        if len(parts) == 1 or is_known_header(columns) or repeats or max(words) > 2 * min(words):
            return [dict(zip(columns, row, strict=True)) for row in zip(*parts, strict=True)]
    return [[text, label] for label, texts in value.items() for text in texts]


def _are_labels(value: Mapping[str, Any]) -> bool:
    """Whether the keys of an object are texts, and its values their labels."""
    if len(value) < 2 or not all(map(_is_scalar, value.values())):
        return False
    few = 2 * len(set(map(_cell, value.values()))) <= len(value)
    return (few and len(value) > 2) or mean(len(key.split()) for key in value) >= _SENTENCE_WORDS


def _is_scalar(value: Any) -> bool:
    return value is None or isinstance(value, str | int | float)


def _cell(value: Any) -> str:
    """A JSON value as text: strings, numbers, and lists of strings (joined); empty for anything else."""
    if isinstance(value, list) and all(isinstance(each, str) for each in value):
        return " ".join(value)
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float) and math.isnan(value):
        return ""
    return str(value) if isinstance(value, str | int | float) else ""
