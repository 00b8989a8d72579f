"""Parsing of delimited text into rows: CSV of any dialect, or one sentence per line.

A line ends at a line feed, a carriage return, or both. Vertical tabs and Unicode line separators, which word processors
leave inside sentences, do not end a line.

Quotes are the difficulty. Programs write them around cells, double those inside or put a backslash before them, and let
a quoted cell have several lines. People write them around what somebody says: a quotation that opens at the beginning
of one line and closes at the end of a later one looks like a cell, though each line is a row.
"""

import csv
import io
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from typing import Any

from components.model.lists.columns import is_known_header
from components.model.lists.records import DELIMITERS, MAX_COLUMNS, IsValue, Record, Records, Separator, is_short_value
from components.model.tokens.typed_masks import has_typed_mask

SAMPLE_ROWS = 200  # for detecting the dialect
_QUOTED_SHARE = 0.8  # of the lines; where more begin with a single quote, it stands around cells


@dataclass(frozen=True)
class _Dialect:
    """How cells are separated and quoted. ``escape`` stands before a quote inside a quoted cell."""

    delimiter: Separator
    quote: str = '"'
    escape: str | None = None

    def reader(self, text: str, *, keeps_spaces: bool = False) -> Any:
        """Python's reader of this dialect; by default, it skips the space that people put after a comma."""
        return csv.reader(
            io.StringIO(text, newline=""),
            delimiter=self.delimiter,
            quotechar=self.quote,
            escapechar=self.escape,
            strict=True,
            skipinitialspace=not (keeps_spaces or self.delimiter is Separator.TAB),
        )

    def rows(self, text: str) -> Iterator[Record]:
        """The rows that are not empty, as far as columns are read."""
        reader = self.reader(text)
        line = 1
        for cells in reader:
            if any(map(str.strip, cells[:MAX_COLUMNS])):
                yield Record(line, tuple(cells[:MAX_COLUMNS]))
            line = reader.line_num + 1

    def fits(self, text: str) -> bool:
        """Whether all of a text is of this dialect."""
        try:
            for _ in self.reader(text):
                pass
        except csv.Error:
            return False
        return True

    def is_regular(self, text: str) -> bool:
        """Whether the first rows have the same number of columns, and no spaces after commas, as programs write."""
        widths = {len(row.cells) for row in islice(self.rows(text), SAMPLE_ROWS)}
        if len(widths) != 1 or widths == {1}:
            return False
        reader = self.reader(text, keeps_spaces=True)
        try:
            later = [cell for cells in islice(reader, SAMPLE_ROWS) for cell in cells[1:] if cell.strip()]
        except csv.Error:
            return False
        return self.delimiter is Separator.TAB or 4 * sum(cell.startswith(" ") for cell in later) <= len(later)


def delimited_records(text: str, limit: int, is_value: IsValue, separator: Separator | None = None) -> Records:
    """Parse delimited text into at most ``limit`` rows.

    Args:
        text: The list.
        limit: The largest number of rows.
        is_value: Called with the parts of a line before and after its last separator; returns whether they are a
            sentence and its value, rather than one sentence with a comma.
        separator: The separator of columns, if a visitor chose one.
    """
    if separator is Separator.NOTHING:
        return Records(tuple(islice(_line_rows(text), limit)), separator)
    if separator is not None:
        return _records(text, separator, _dialect(text, separator), limit)
    fitting = [dialect for each in DELIMITERS if (dialect := _dialect(text, each)) is not None]
    if regular := [dialect for dialect in fitting if dialect.is_regular(text)]:
        dialect, certain = _least_varied(text, regular)
        return _records(text, dialect.delimiter, dialect, limit, certain=certain)
    if "\t" in text:
        return _records(text, Separator.TAB, _dialect(text, Separator.TAB), limit)
    return _lines_with_values(text, limit, is_value)


def count_lines(text: str) -> int:
    """The number of non-empty lines."""
    return sum(1 for _ in _line_rows(text))


def _records(text: str, separator: Separator, dialect: _Dialect | None, limit: int, *, certain: bool = True) -> Records:
    """The rows of a dialect. Without one, and where rows would be in quotes, quotes are letters."""
    if dialect is None or _has_rows_in_quotes(text, dialect):
        return Records(tuple(islice(_split_rows(text, separator), limit)), separator, certain=dialect is None)
    return Records(tuple(islice(dialect.rows(text), limit)), separator, certain=certain)


def _line_rows(text: str) -> Iterator[Record]:
    for number, line in enumerate(io.StringIO(text, newline=None), start=1):
        if line.strip():
            yield Record(number, (line.rstrip("\n"),))


def _split_rows(text: str, delimiter: str) -> Iterator[Record]:
    """Lines split at every separator, with quotes as ordinary characters."""
    for row in _line_rows(text):
        yield Record(row.line, tuple(row.cells[0].split(delimiter, MAX_COLUMNS)[:MAX_COLUMNS]))


def _dialect(text: str, delimiter: Separator) -> _Dialect | None:
    """The dialect of a text, or None if its quotes fit none."""
    lines = [row.cells[0].lstrip() for row in islice(_line_rows(text), SAMPLE_ROWS)]
    has_single = sum(line.startswith("'") for line in lines) > _QUOTED_SHARE * len(lines)
    quotes = ("'", '"') if has_single else ('"',)
    escapes = (None, "\\") if "\\" in text else (None,)
    dialects = [_Dialect(delimiter, quote, escape) for quote in quotes for escape in escapes]
    return next((dialect for dialect in dialects if dialect.fits(text)), None)


def _has_rows_in_quotes(text: str, dialect: _Dialect) -> bool:
    """Whether what looks like a quoted cell of several lines is several rows, with a quotation over their sentences.

    It is if all lines of the text have the same number of columns when quotes are letters, and each line in such a cell
    has a label: the same cell as another row, or a word after a sentence. Only programs double quotes.
    """
    if dialect.quote not in text:
        return False
    starts = {row.line: row.cells for row in dialect.rows(text)}
    lines = list(_split_rows(text, dialect.delimiter))
    widths = {len(line.cells) for line in lines}
    if len(starts) == len(lines) or len(widths) != 1 or widths == {1}:
        return False
    groups: list[list[Record]] = []
    for line in lines:
        if line.line in starts:
            groups.append([])
        groups[-1].append(line)
    alone = {cell for group in groups if len(group) == 1 for cell in enumerate(starts[group[0].line])}
    return all(_is_row(line, dialect, alone) for group in groups if len(group) > 1 for line in group)


def _is_row(line: Record, dialect: _Dialect, alone: set[tuple[int, str]]) -> bool:
    """Whether a line inside quotes is a row; ``alone`` has the cells, by column, of those that are."""
    if any(2 * dialect.quote in cell for cell in line.cells):
        return False
    head, tail = (cell.strip() for cell in line.cells[-2:])
    is_answer = has_typed_mask(head) and len(tail.split()) == 1 and not has_typed_mask(tail)
    return is_answer or is_short_value(head, tail) or any(cell in alone for cell in enumerate(line.cells) if cell[1])


def _least_varied(text: str, dialects: list[_Dialect]) -> tuple[_Dialect, bool]:
    """The dialect that gives the column with the fewest different cells (labels), and whether it is the only one."""
    variety = {}
    for dialect in dialects:
        columns = zip(*(row.cells for row in islice(dialect.rows(text), SAMPLE_ROWS)), strict=True)
        variety[dialect] = min(len(set(column)) for column in columns)
    best = min(dialects, key=variety.__getitem__)
    return best, sum(each == variety[best] for each in variety.values()) == 1


def _lines_with_values(text: str, limit: int, is_value: IsValue) -> Records:
    """Lines that may contain commas: the value of a sentence, if any, follows the last separator.

    If the first line is a header, its separator is used for all lines, and every line is split at its last one.
    """
    lines = list(islice(_line_rows(text), limit))
    header = lines[0].cells[0].replace('"', "") if lines else ""
    readings = []
    for delimiter in (Separator.COMMA, Separator.SEMICOLON):
        names = header.split(delimiter, MAX_COLUMNS)[:MAX_COLUMNS]
        has_names = len(names) > 1 and is_known_header(names)
        is_tail = (lambda _head, _tail: True) if has_names else is_value
        rows = [Record(line.line, _cut(line.cells[0], delimiter, is_tail)) for line in lines]
        readings.append((has_names, sum(len(row.cells) > 1 for row in rows), rows, delimiter))
    has_names, count, rows, delimiter = max(readings, key=lambda each: each[:2])
    filled = tuple(row for row in rows if any(map(str.strip, row.cells)))
    return Records(filled, delimiter if has_names or count else Separator.NOTHING)


def _cut(line: str, delimiter: str, is_value: IsValue) -> tuple[str, ...]:
    """Split a line into a sentence and its value, or return it as one sentence; quotes around the cells are removed."""
    line = line.strip()
    if line.startswith('"'):
        with suppress(csv.Error, ValueError):  # a quotation, or a space behind the closing quote
            (cells,) = csv.reader([line], delimiter=delimiter, strict=True, skipinitialspace=True)
            quoted = f'"{delimiter}' in line  # without a space, which people put after a comma
            if len(cells) == 1 or (len(cells) == 2 and (is_short_value(*cells) or (quoted and is_value(*cells)))):
                return tuple(cells)
    head, _, tail = line.rpartition(delimiter)
    if not head.strip() or not is_value(head, tail.strip()):
        return (line,)
    cell = head.strip()
    return (cell[1:-1].replace('""', '"') if len(cell) > 1 and cell[0] == cell[-1] == '"' else head, tail)
