"""The one reader of lists that visitors bring: a file or a pasted text in, sentences out.

Encoding, separator, header and the roles of columns are told from the content. What cannot be told is left open for the
visitor to answer, and every guess can be corrected. Size and number of lines are checked first, so that refusing a file
costs no more than reading one.
"""

from dataclasses import dataclass

from components.model.lists.columns import Columns, ListKind, describe_columns, is_known_header
from components.model.lists.encodings import UTF_8, decode_text
from components.model.lists.errors import ListError, ListProblem
from components.model.lists.records import Record, Records, Separator, count_lines, read_records
from components.model.tokens.text_limits import LIST_CHARACTER_LIMIT, check_text
from components.model.tokens.typed_masks import has_typed_mask
from components.model.tokens.visually_empty import is_visually_empty

PREVIEW_ROWS = 3
NO_COLUMN = -1
_LINES_A_SENTENCE = 10  # a quoted sentence may have line breaks; a file of more lines than this is refused uncounted


@dataclass(frozen=True)
class ListChoices:
    """How a visitor says that a list is to be read; what is None is told from the list.

    Attributes:
        encoding: A name that Python knows; empty where it is told.
        separator: What stands between columns.
        header: Whether the first row names the columns.
        sentence: Which column is the sentence, counted from 0.
        value: Which one belongs to it; :data:`NO_COLUMN` for none.
    """

    encoding: str = ""
    separator: Separator | None = None
    header: bool | None = None
    sentence: int | None = None
    value: int | None = None


@dataclass(frozen=True)
class ListedSentence:
    """A sentence, the line of the file that it begins in, and what belongs to it, if anything does."""

    line: int
    sentence: str
    value: str | None = None


@dataclass(frozen=True)
class ListTable:
    """A list as it was read.

    Attributes:
        kind: What it was read for.
        rows: All rows but the one with names.
        columns: Which column is which.
        separator: What stands between columns.
        encoding: Of the file.
        certain: Whether it was read as visitors were asked to write it, so that nothing needs to be shown.
    """

    kind: ListKind
    rows: tuple[Record, ...]
    columns: Columns
    separator: Separator
    encoding: str
    certain: bool

    @property
    def preview(self) -> tuple[tuple[str, ...], ...]:
        """The first rows with all their columns."""
        return tuple(_padded(row, len(self.columns.names)) for row in self.rows[:PREVIEW_ROWS])


def read_table(content: bytes | str, kind: ListKind, choices: ListChoices | None = None) -> ListTable:
    """The rows of a file or a pasted text, and which column is which.

    Raises:
        ListError: It is no text, too large, or has too many sentences or none.
        UserError: A character of it has too many combining marks.
    """
    choices = choices or ListChoices()
    if len(content) > kind.bytes_limit:
        raise ListError(ListProblem.TOO_LARGE, limit=kind.bytes_limit)
    text, encoding, encoding_certain = (
        (content, UTF_8, True) if isinstance(content, str) else decode_text(content, choices.encoding)
    )
    text = check_text(text, LIST_CHARACTER_LIMIT)
    lines = text.count("\n") + (text.count("\r") if "\n" not in text else 0)
    if lines > kind.limit * _LINES_A_SENTENCE:
        raise ListError(ListProblem.TOO_MANY_SENTENCES, count=lines, limit=kind.limit)
    records = read_records(text, kind.limit + 2, kind.is_value, is_known_header, choices.separator)
    if kind.has_blank and choices.separator is None and not _is_plausible(records):
        records = read_records(text, kind.limit + 2, kind.is_value, is_known_header, Separator.NOTHING)
    columns = describe_columns(records, kind, choices.header, choices.sentence, choices.value)
    rows = records.rows[1:] if columns.header else records.rows
    if not rows:
        raise ListError(ListProblem.EMPTY)
    if len(rows) > kind.limit:
        count = max(len(rows), count_lines(text) - columns.header)
        raise ListError(ListProblem.TOO_MANY_SENTENCES, count=count, limit=kind.limit)
    expected = records.separator in {Separator.TAB, Separator.COMMA, Separator.NOTHING} and records.certain
    certain = expected and encoding_certain and columns.expected and not columns.open_question
    return ListTable(kind, rows, columns, records.separator, encoding, certain)


def listed_sentences(table: ListTable) -> tuple[ListedSentence, ...]:
    """The sentences of a list whose columns are known.

    Raises:
        ListError: There is none, or one has no label where each needs one.
    """
    items = []
    for row in table.rows:
        cells = _padded(row, len(table.columns.names))
        sentence, value = (_cell(cells, column) for column in (table.columns.sentence, table.columns.value))
        if table.kind.needs_value and (is_visually_empty(sentence) or is_visually_empty(value)):
            raise ListError(ListProblem.MISSING_LABEL, line=row.line)
        if sentence:
            items.append(ListedSentence(row.line, sentence, value or None))
    if not items:
        raise ListError(ListProblem.EMPTY)
    return tuple(items)


def _cell(cells: tuple[str, ...], column: int | None) -> str:
    return cells[column].strip() if column is not None and 0 <= column < len(cells) else ""


def _is_plausible(records: Records) -> bool:
    """Whether these can be the columns of sentences with blanks: one has a blank, or the first row names them."""
    named = bool(records.names) or (bool(records.rows) and is_known_header(records.rows[0].cells))
    return named or any(has_typed_mask(cell) for row in records.rows for cell in row.cells)


def _padded(row: Record, width: int) -> tuple[str, ...]:
    return (*row.cells, *[""] * (width - len(row.cells)))[:width]
