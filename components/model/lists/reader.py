"""The reader of visitors' lists: a file or a pasted text in, sentences out.

Encoding, separator, header and columns are detected from the content. What remains unclear is left to the visitor, who
can also correct every guess. Size and number of lines are checked first, so that rejecting a file is cheap.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from components.model.lists.code_pages import UTF_8
from components.model.lists.columns import Columns, ListKind, describe_columns, is_known_header
from components.model.lists.delimited import count_lines, delimited_records
from components.model.lists.encodings import REPLACEMENT, DecodedText, decode_text
from components.model.lists.errors import ListError, ListProblem
from components.model.lists.json_records import is_json, json_records
from components.model.lists.records import DELIMITERS, Record, Records, Separator
from components.model.lists.spellings import composed, merged_spellings
from components.model.tokens.text_limits import LIST_CHARACTER_LIMIT, check_text, is_visually_empty
from components.model.tokens.typed_masks import has_typed_mask

PREVIEW_ROWS = 3
NO_COLUMN = -1
_LINES_A_SENTENCE = 10  # a quoted sentence may have line breaks; files with more lines are rejected without parsing
LABEL_LENGTH_LIMIT = 40  # characters


@dataclass(frozen=True)
class ListChoices:
    """A visitor's choices of how to read a list; what is None is detected.

    Attributes:
        encoding: A name of Python's codecs; empty to detect it.
        separator: The separator of columns.
        header: Whether the first row holds column names.
        sentence: The index of the sentence column, from 0.
        value: The index of the value column; :data:`NO_COLUMN` for none.
    """

    encoding: str = ""
    separator: Separator | None = None
    header: bool | None = None
    sentence: int | None = None
    value: int | None = None


@dataclass(frozen=True)
class ListedSentence:
    """A sentence, the line of the file that it begins in, and its value, if any."""

    line: int
    sentence: str
    value: str | None = None


@dataclass(frozen=True)
class ListTable:
    """A list in rows and columns.

    Attributes:
        kind: The kind of list.
        rows: All rows except the header.
        columns: Which column is which.
        separator: The separator of columns.
        encoding: The encoding of the file.
        certain: Whether the list has the format that visitors are told to use, so that no preview is needed.
        replaced_lines: The rows with a character that could not be read, which is "�" there.
    """

    kind: ListKind
    rows: tuple[Record, ...]
    columns: Columns
    separator: Separator
    encoding: str
    certain: bool
    replaced_lines: tuple[int, ...] = ()

    @property
    def preview(self) -> tuple[tuple[str, ...], ...]:
        """The cells of the first rows."""
        return tuple(row.padded(len(self.columns.names)) for row in self.rows[:PREVIEW_ROWS])

    @property
    def spellings(self) -> dict[str, str]:
        """The values that are other spellings of a label, with the label that they count as."""
        values = [row.cell(self.columns.value) for row in self.rows]
        if self.kind.has_blank:  # a model may tell words apart by their capitals
            return {value: composed(value) for value in values}
        return merged_spellings(values, ignores_case=self.kind.needs_value)

    def uses_another_separator(self, row: Record) -> bool:
        """Whether a row uses another separator than the others, as "car, vehicle" among rows with tabs."""
        others = {*DELIMITERS} - {self.separator}
        return len(row.cells) == 1 and self.separator in DELIMITERS and any(each in row.cells[0] for each in others)


def read_table(content: bytes | str, kind: ListKind, choices: ListChoices | None = None) -> ListTable:
    """Read a file or a pasted text into rows, and detect its columns.

    Raises:
        ListError: ``content`` is no text, is too large, or has too many sentences or none.
        UserError: A character has too many combining marks.
    """
    choices = choices or ListChoices()
    if len(content) > kind.bytes_limit:
        raise ListError(ListProblem.TOO_LARGE, limit=kind.bytes_limit)
    decoded = (
        DecodedText(content.replace("\ufeff", ""), UTF_8, certain=True)
        if isinstance(content, str)
        else decode_text(content, choices.encoding)
    )
    text = check_text(decoded.text, LIST_CHARACTER_LIMIT)
    lines = text.count("\n") or text.count("\r")
    if lines > kind.limit * _LINES_A_SENTENCE:
        raise ListError(ListProblem.TOO_MANY_SENTENCES, count=lines, limit=kind.limit)
    records = _records(text, kind, choices.separator)
    columns = describe_columns(records, kind, choices.header, choices.sentence, choices.value)
    rows = records.rows[1:] if columns.header else records.rows
    if not rows:
        raise ListError(ListProblem.EMPTY)
    if len(rows) > kind.limit:
        count = max(len(rows), (records.total or count_lines(text)) - columns.header)
        raise ListError(ListProblem.TOO_MANY_SENTENCES, count=count, limit=kind.limit)
    expected = records.separator in {Separator.TAB, Separator.COMMA, Separator.NOTHING} and records.certain
    replaced = tuple(row.line for row in rows if any(REPLACEMENT in cell for cell in row.cells))
    certain = expected and decoded.certain and columns.expected and not columns.open_question and not replaced
    return ListTable(kind, rows, columns, records.separator, decoded.encoding, certain, replaced)


def _records(text: str, kind: ListKind, separator: Separator | None) -> Records:
    limit = kind.limit + 2  # with a header, and one that is too many
    if separator is Separator.JSON or (separator is None and is_json(text)):
        return json_records(text, limit)
    records = delimited_records(text, limit, kind.is_value, separator)
    if kind.has_blank and separator is None and not _is_plausible(records):
        return delimited_records(text, limit, kind.is_value, Separator.NOTHING)
    return records


def listed_sentences(table: ListTable) -> tuple[ListedSentence, ...]:
    """The sentences of a list whose columns are known.

    Raises:
        ListError: There is no sentence, or one lacks a required label.
    """
    items = []
    spellings = table.spellings
    for row in table.rows:
        sentence, value = row.cell(table.columns.sentence), row.cell(table.columns.value)
        if table.kind.needs_value and (is_visually_empty(sentence) or is_visually_empty(value)):
            if table.uses_another_separator(row):
                raise ListError(ListProblem.MISSING_SEPARATOR, line=row.line, separator=table.separator.value)
            raise ListError(ListProblem.MISSING_LABEL, line=row.line)
        if sentence:
            items.append(ListedSentence(row.line, sentence, spellings[value] or None))
    if not items:
        raise ListError(ListProblem.EMPTY)
    return tuple(items)


def _is_plausible(records: Records) -> bool:
    """Whether these can be rows of sentences with blanks: a cell has a blank, or the first row is a known header."""
    has_names = any(is_known_header(row.cells) for row in records.rows[:1])
    return has_names or any(has_typed_mask(cell) for row in records.rows for cell in row.cells)


def labels_by_text(rows: Sequence[ListedSentence]) -> dict[str, str]:
    """The label of each sentence, in the order of the list; duplicate sentences count once.

    Raises:
        ListError: A label is too long, or a sentence has two labels.
    """
    by_text: dict[str, ListedSentence] = {}
    for row in rows:
        if len(row.value or "") > LABEL_LENGTH_LIMIT:
            raise ListError(ListProblem.LONG_LABEL, line=row.line, limit=LABEL_LENGTH_LIMIT)
        first = by_text.setdefault(composed(row.sentence), row)
        if first.value != row.value:
            raise ListError(ListProblem.CONTRADICTION, line=row.line, first_line=first.line)
    return {row.sentence: row.value or "" for row in by_text.values()}
