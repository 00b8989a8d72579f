"""Rows of a list, however they were separated."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

MAX_COLUMNS = 50  # further ones are ignored
VALUE_WORDS = 4  # after an unmarked comma, more words than this are the end of a sentence
_ENDS_SENTENCE = tuple(".!?…\"'”’)。！？؟।")

IsValue = Callable[[str, str], bool]


class Separator(StrEnum):
    """The separator of two columns."""

    TAB = "\t"
    SEMICOLON = ";"
    COMMA = ","
    JSON = "JSON"
    NOTHING = ""  # one column


DELIMITERS = (Separator.TAB, Separator.SEMICOLON, Separator.COMMA)


@dataclass(frozen=True)
class Record:
    """A row that is not empty.

    Attributes:
        line: The line of the file in which it begins, from 1; in JSON, the number of the row.
        cells: The text of each column.
    """

    line: int
    cells: tuple[str, ...]

    def cell(self, column: int | None) -> str:
        """The text of a column; empty if the row has no such column."""
        return self.cells[column].strip() if column is not None and 0 <= column < len(self.cells) else ""

    def padded(self, width: int) -> tuple[str, ...]:
        """The first ``width`` cells, with empty ones for those that are missing."""
        return (*self.cells, *[""] * (width - len(self.cells)))[:width]


@dataclass(frozen=True)
class Records:
    """The rows of a list.

    Attributes:
        rows: The rows, which may differ in length.
        separator: The separator of columns.
        names: The keys of JSON objects; empty otherwise.
        certain: Whether no other reading fits the text as well.
        total: The number of rows of JSON, of which ``rows`` may be the first; 0 otherwise.
    """

    rows: tuple[Record, ...]
    separator: Separator
    names: tuple[str, ...] = ()
    certain: bool = True
    total: int = 0


def ends_sentence(text: str) -> bool:
    """Whether a text ends as a sentence does."""
    return text.rstrip().endswith(_ENDS_SENTENCE)


def is_short_value(head: str, tail: str) -> bool:
    """Whether ``tail`` is a few words after the end of a sentence."""
    return 0 < len(tail.split()) <= VALUE_WORDS and not ends_sentence(tail) and ends_sentence(head)
