"""A list of sentences with blanks as a visitor gives it, and what comes back; importing this loads no model."""

import csv
import io
import re
from dataclasses import dataclass

from components.model.tokens.text_limits import LIST_CHARACTER_LIMIT, check_text
from components.model.user_errors import UserError

MOST_SENTENCES = 1000
_BYTE_ORDER_MARK = "\ufeff"  # which spreadsheets write before everything else
_HEADER = re.compile(r'\s*"?sentence"?\s*([,\t]|$)', re.IGNORECASE)


@dataclass(frozen=True)
class ListItem:
    """A sentence with one blank, and the right word if it is known."""

    sentence: str
    word: str | None


@dataclass(frozen=True)
class ListRow:
    """A model's answer to one item.

    ``word_rank`` and ``word_probability`` are of the right word, over the whole vocabulary; None where there is none
    or where it is more than one piece. ``problem`` says in words what could not be done.
    """

    sentence: str
    word: str | None
    first_choice: str | None
    first_probability: float | None
    word_probability: float | None
    word_rank: int | None
    problem: str | None


def parse_list(text: str) -> tuple[ListItem, ...]:
    """The items of a pasted or uploaded list: a sentence a line, and the right word after a tab or as a second column.

    Raises:
        UserError: There is no sentence, or there are too many.
    """
    lines = filled_lines(text)
    if lines and _HEADER.match(lines[0]) and not _has_blank(lines[0]):
        del lines[0]
    items = [_item(line) for line in lines]
    if not items:
        raise UserError("The list is empty. Paste one sentence a line, each with a [MASK].")
    if len(items) > MOST_SENTENCES:
        raise UserError(f"The list has {len(items):,} sentences; at most {MOST_SENTENCES:,} are asked at once.")
    return tuple(items)


def filled_lines(text: str) -> list[str]:
    """The lines of a pasted or uploaded text that hold something, without a byte order mark.

    Raises:
        UserError: The text is too long, or a character of it has too many combining marks.
    """
    check_text(text, LIST_CHARACTER_LIMIT)
    return [line for line in text.removeprefix(_BYTE_ORDER_MARK).splitlines() if line.strip()]


def csv_row(line: str, separator: str = ",") -> list[str] | None:
    """The columns of a line that is CSV to the letter; None for one that is not, or is too long for a column."""
    try:
        return next(csv.reader(io.StringIO(line), delimiter=separator, skipinitialspace=True, strict=True), None)
    except csv.Error:
        return None


def _item(line: str) -> ListItem:
    if "\t" in line:
        sentence, word = line.split("\t", 1)
    else:
        sentence, word = _columns(line)
    return ListItem(sentence.strip(), word.strip() or None)


def _columns(line: str) -> tuple[str, str]:
    """The two columns of a line of CSV. A comma inside a sentence that is not quoted belongs to the sentence."""
    if line.lstrip().startswith('"') and (quoted := _quoted(line.strip())):
        return quoted
    head, comma, tail = line.rpartition(",")
    one_word = comma and len(tail.split()) == 1 and _has_blank(head) and not _has_blank(tail)
    return (head, tail) if one_word else (line, "")


def _quoted(line: str) -> tuple[str, str] | None:
    """The two columns of a line that is CSV to the letter; None for a sentence that begins with somebody's words."""
    row = csv_row(line)
    if not row or len(row) > 2 or any(map(_has_blank, row[1:])):
        return None
    return row[0], "".join(row[1:])


def _has_blank(text: str) -> bool:
    return "[mask]" in text.lower() or "<mask>" in text.lower()
