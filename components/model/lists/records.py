"""Parsing of lists into rows: JSON, CSV of any dialect, or one sentence per line.

A line ends at a line feed, a carriage return, or both. Vertical tabs and Unicode line separators, which word processors
leave inside sentences, do not end a line.
"""

import csv
import io
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import islice

from components.model.lists.errors import ListError, ListProblem

SAMPLE_ROWS = 200  # for detecting the dialect
MAX_COLUMNS = 50  # further ones are ignored
VALUE_WORDS = 4  # after an unmarked comma, more words than this are the end of a sentence
_ENDS_SENTENCE = tuple(".!?…\"'”’)。！？")

IsValue = Callable[[str, str], bool]
IsHeader = Callable[[tuple[str, ...]], bool]


class Separator(StrEnum):
    """The separator of two columns."""

    TAB = "\t"
    SEMICOLON = ";"
    COMMA = ","
    JSON = "JSON"
    NOTHING = ""  # one column


_DELIMITERS = (Separator.TAB, Separator.SEMICOLON, Separator.COMMA)


@dataclass(frozen=True)
class Record:
    """A non-empty row: the line of the file that it begins in, from 1, and its cells."""

    line: int
    cells: tuple[str, ...]


@dataclass(frozen=True)
class Records:
    """The rows of a list.

    Attributes:
        rows: The rows, which may differ in length.
        separator: The separator of columns.
        names: The keys of JSON objects; empty otherwise.
        certain: Whether no other separator fits the text as well.
    """

    rows: tuple[Record, ...]
    separator: Separator
    names: tuple[str, ...] = ()
    certain: bool = True


def read_records(
    text: str, limit: int, is_value: IsValue, is_header: IsHeader, separator: Separator | None = None
) -> Records:
    """Parse a text into at most ``limit`` rows.

    Args:
        text: The list.
        limit: The largest number of rows.
        is_value: Called with the parts of a line before and after its last separator; returns whether they are a
            sentence and its value, rather than one sentence with a comma.
        is_header: Called with the cells of the first line; returns whether they are clearly column names.
        separator: The separator of columns, if a visitor chose one.

    Raises:
        ListError: The list is JSON, but one of its lines is not a JSON object.
    """
    text = text.removeprefix("\ufeff")
    if separator is Separator.JSON or (separator is None and _is_json(text)):
        return _json_records(text, limit)
    if separator is not None:
        if separator is Separator.NOTHING:
            rows: Iterator[Record] = _line_rows(text)
        elif _is_csv(text, separator):
            rows = _csv_rows(text, separator)
        else:
            rows = _split_rows(text, separator)
        return Records(tuple(islice(rows, limit)), separator)
    regular = [each for each in _DELIMITERS if _widths(text, each) and _is_regular(text, each)]
    if regular:
        chosen, certain = _least_varied(text, regular)
        return Records(tuple(islice(_csv_rows(text, chosen), limit)), chosen, certain=certain)
    if "\t" in text:
        rows = _csv_rows(text, Separator.TAB) if _is_csv(text, Separator.TAB) else _split_rows(text, Separator.TAB)
        return Records(tuple(islice(rows, limit)), Separator.TAB)
    return _lines_with_values(text, limit, is_value, is_header)


def count_lines(text: str) -> int:
    """The number of non-empty lines."""
    return sum(1 for _ in _line_rows(text))


def ends_sentence(text: str) -> bool:
    """Whether a text ends as a sentence does."""
    return text.rstrip().endswith(_ENDS_SENTENCE)


def is_short_value(head: str, tail: str) -> bool:
    """Whether ``tail`` is a few words after the end of a sentence."""
    return 0 < len(tail.split()) <= VALUE_WORDS and not ends_sentence(tail) and ends_sentence(head)


def _is_json(text: str) -> bool:
    start = text.lstrip()[:1]
    if start == "{":
        first = next((line for line in io.StringIO(text) if line.strip()), "")
        return isinstance(_json_value(first), dict)
    return start == "[" and isinstance(_json_value(text), list)


def _json_value(text: str) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _json_records(text: str, limit: int) -> Records:
    numbered = [(number, line) for number, line in enumerate(io.StringIO(text), start=1) if line.strip()]
    whole = _json_value(text) if text.lstrip().startswith("[") else None
    parsed: list[tuple[int, object]] = []
    if isinstance(whole, list):
        parsed = [(number, value) for number, value in enumerate(whole[:limit], start=1)]
    else:
        parsed = [(number, _json_value(line)) for number, line in numbered[:limit]]
    objects: list[tuple[int, dict[str, object]]] = []
    for number, value in parsed:
        if not isinstance(value, dict):
            raise ListError(ListProblem.DAMAGED_JSON, line=number)
        objects.append((number, value))
    names = tuple(dict.fromkeys(str(name) for _, value in objects for name in value))[:MAX_COLUMNS]
    rows = [Record(number, tuple(_json_cell(value.get(name)) for name in names)) for number, value in objects]
    return Records(tuple(row for row in rows if any(map(str.strip, row.cells))), Separator.JSON, names)


def _json_cell(value: object) -> str:
    """A JSON value as text: strings, numbers, and lists of strings (joined); empty for anything else."""
    if isinstance(value, list) and all(isinstance(each, str) for each in value):
        return " ".join(value)
    if isinstance(value, bool):
        return str(value).lower()
    return str(value) if isinstance(value, str | int | float) else ""


def _csv_rows(text: str, delimiter: str) -> Iterator[Record]:
    reader = csv.reader(
        io.StringIO(text, newline=""), delimiter=delimiter, strict=True, skipinitialspace=delimiter != "\t"
    )
    line = 1
    for cells in reader:
        if any(map(str.strip, cells)):
            yield Record(line, tuple(cells))
        line = reader.line_num + 1


def _line_rows(text: str) -> Iterator[Record]:
    for number, line in enumerate(io.StringIO(text, newline=None), start=1):
        if line.strip():
            yield Record(number, (line.rstrip("\n"),))


def _split_rows(text: str, delimiter: str) -> Iterator[Record]:
    """Lines split at every separator, with quotes as ordinary characters."""
    for row in _line_rows(text):
        yield Record(row.line, tuple(row.cells[0].split(delimiter)))


def _is_csv(text: str, delimiter: str) -> bool:
    try:
        for _ in _csv_rows(text, delimiter):
            pass
    except csv.Error:
        return False
    return True


def _widths(text: str, delimiter: str) -> set[int]:
    """The numbers of columns of the first rows; empty if they are not CSV."""
    try:
        return {len(row.cells) for row in islice(_csv_rows(text, delimiter), SAMPLE_ROWS)}
    except csv.Error:
        return set()


def _is_regular(text: str, delimiter: str) -> bool:
    """Whether all rows have the same number of columns and look machine-written: people put a space after a comma."""
    widths = _widths(text, delimiter)
    if len(widths) != 1 or min(widths) < 2 or not _is_csv(text, delimiter):
        return False
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    try:
        later = [cell for cells in islice(reader, SAMPLE_ROWS) for cell in cells[1:] if cell.strip()]
    except csv.Error:
        return False
    return delimiter == "\t" or sum(cell.startswith(" ") for cell in later) * 4 <= len(later)


def _least_varied(text: str, delimiters: list[Separator]) -> tuple[Separator, bool]:
    """The separator that gives the column with the fewest different cells (labels), and whether it is the only one."""
    variety = {}
    for delimiter in delimiters:
        columns = zip(*(row.cells for row in islice(_csv_rows(text, delimiter), SAMPLE_ROWS)), strict=True)
        variety[delimiter] = min(len(set(column)) for column in columns)
    best = min(delimiters, key=variety.__getitem__)
    return best, sum(each == variety[best] for each in variety.values()) == 1


def _lines_with_values(text: str, limit: int, is_value: IsValue, is_header: IsHeader) -> Records:
    """Lines that may contain commas: the value of a sentence, if any, follows the last separator.

    If the first line is a header, its separator is used for all lines, and every line is split at its last one.
    """
    first = next(_line_rows(text), None)
    for delimiter in (Separator.COMMA, Separator.SEMICOLON):
        names = first.cells[0].replace('"', "").split(delimiter) if first is not None else []
        if len(names) > 1 and is_header(tuple(names)):
            rows = (
                Record(row.line, _cut(row.cells[0], delimiter, lambda _head, _tail: True)) for row in _line_rows(text)
            )
            return Records(tuple(islice(rows, limit)), delimiter)
    tried = []
    for delimiter in (Separator.COMMA, Separator.SEMICOLON):
        cut = [Record(row.line, _cut(row.cells[0], delimiter, is_value)) for row in islice(_line_rows(text), limit)]
        tried.append((sum(len(row.cells) > 1 for row in cut), cut, delimiter))
    count, cut, delimiter = max(tried, key=lambda each: each[0])
    filled = tuple(row for row in cut if any(map(str.strip, row.cells)))
    return Records(filled, delimiter if count else Separator.NOTHING)


def _cut(line: str, delimiter: str, is_value: IsValue) -> tuple[str, ...]:
    """Split a line into a sentence and its value, or return it as one sentence; quotes around the cells are removed."""
    line = line.strip()
    if line.startswith('"'):
        try:
            (cells,) = csv.reader([line], delimiter=delimiter, strict=True, skipinitialspace=True)
        except (csv.Error, ValueError):
            return (line,)
        quoted = f'"{delimiter}' in line  # without a space, which people put after a comma
        if len(cells) == 1 or (len(cells) == 2 and (is_short_value(*cells) or (quoted and is_value(*cells)))):
            return tuple(cells)
        return (line,)
    head, _, tail = line.rpartition(delimiter)
    return (head, tail) if head.strip() and is_value(head, tail.strip()) else (line,)
