"""Detection of the columns of a list: the sentence, and its value (a word, a label or a sense)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import mean

from components.model.lists.records import MAX_COLUMNS, VALUE_WORDS, Records, ends_sentence, is_short_value
from components.model.tokens.typed_masks import has_typed_mask

HEADER_WORDS = 3
LABEL_LIMIT = 10  # different labels in a list
_CLEAR_MARGIN = 2.0  # a column with this many times the words of any other is the sentence
_SENTENCE_NAMES = frozenset(
    {"sentence", "sentences", "text", "texts", "masked_sentence", "masked_sentences", "review", "satz", "phrase"}
)
_VALUE_NAMES = frozenset(
    {"word", "answer", "label", "labels", "class", "sense", "group", "meaning", "obj_label", "category", "target"}
)
_INDEX_NAMES = frozenset({"", "id", "idx", "index", "nr", "no", "#", "unnamed: 0"})

Row = tuple[str, ...]


@dataclass(frozen=True)
class ListKind:
    """The kind of list that a room reads.

    Attributes:
        limit: The largest number of sentences.
        bytes_limit: The largest size of a file.
        has_blank: Whether sentences have a [MASK].
        needs_value: Whether each sentence needs a label.
    """

    limit: int
    bytes_limit: int = 5_000_000
    has_blank: bool = False
    needs_value: bool = False

    def is_value(self, head: str, tail: str) -> bool:
        """Whether ``tail`` is the value of the sentence ``head`` rather than its end."""
        if self.needs_value:
            return bool(tail)
        if has_typed_mask(tail):
            return False
        if self.has_blank and has_typed_mask(head) and len(tail.split()) == 1 and not ends_sentence(tail):
            return True
        return is_short_value(head, tail)


@dataclass(frozen=True)
class Columns:
    """The columns of a list.

    Attributes:
        names: The names of all columns, or their numbers.
        header: Whether the first row holds the names.
        sentence: The index of the sentence column; None if it is unclear.
        value: The index of the value column; None if there is none or it is unclear.
        open_question: Whether a visitor has to say which column is which.
        expected: Whether the list has the format that visitors are told to use: the sentence first, then the value.
    """

    names: Row
    header: bool
    sentence: int | None
    value: int | None
    open_question: bool
    expected: bool


ANSWER_LIST = ListKind(limit=1000, has_blank=True)
LABEL_LIST = ListKind(limit=5000, needs_value=True)
SENSE_LIST = ListKind(limit=5000)


def is_known_header(cells: Sequence[str]) -> bool:
    """Whether these are clearly column names: one is a known name of sentence columns, and none is a sentence."""
    names = [_name(cell) for cell in cells]
    return any(name in _SENTENCE_NAMES for name in names) and all(map(_may_be_name, cells))


def describe_columns(
    records: Records,
    kind: ListKind,
    header: bool | None = None,
    sentence: int | None = None,
    value: int | None = None,
) -> Columns:
    """Detect which column is which, from names and contents.

    ``header``, ``sentence`` and ``value`` are a visitor's choices, which override the detection; None if not chosen.
    """
    width = min(MAX_COLUMNS, max((len(row.cells) for row in records.rows), default=0))
    rows = [row.padded(width) for row in records.rows]
    known = bool(rows) and not records.names and is_known_header(rows[0])
    guessed = not records.names and not known and _looks_like_header(rows, kind)
    header = (known or guessed) if header is None else header
    body = rows[1:] if header else rows
    given = records.names or (rows[0] if header else ())
    names = tuple(name.strip() or str(number) for number, name in enumerate(given or [""] * width, start=1))[:width]
    left = [column for column in range(width) if any(row[column].strip() for row in body)]
    index = [column for column in left[:1] if len(left) > 1 and _is_index(body, column, given)]
    left = [column for column in left if column not in index]
    if sentence is None:
        sentence = _named(given, left, _SENTENCE_NAMES)
    if sentence is None:
        sentence = _sentence_column(body, left, kind)
    others = [column for column in left if column != sentence]
    if value is None and sentence is not None:
        value = _named(given, others, _VALUE_NAMES)
        if value is None:
            value = _value_column(body, others, kind)
    unclear = len(left) > 1 and (sentence is None or (value is None and bool(others)))
    plain = not (guessed and header) and not index and sentence == 0 and value in {None, 1} and len(left) <= 2
    return Columns(names, header, sentence, value, unclear, plain)


def _name(cell: str) -> str:
    return cell.strip().strip('"').strip().casefold()


def _may_be_name(cell: str) -> bool:
    text = cell.strip()
    number = text.replace(".", "", 1).replace("-", "", 1).isdecimal()
    return len(text.split()) <= HEADER_WORDS and not ends_sentence(text) and not has_typed_mask(text) and not number


def _looks_like_header(rows: Sequence[Row], kind: ListKind) -> bool:
    """Whether the first row holds column names in any language: it is no sentence, and the rows below are."""
    if len(rows) < 2 or not any(map(str.strip, rows[0])) or not all(map(_may_be_name, rows[0])):
        return False
    first, body = rows[0], rows[1:]
    if kind.has_blank:
        return sum(any(map(has_typed_mask, row)) for row in body) * 2 > len(body)
    for column, name in enumerate(first):
        cells = [row[column] for row in body]
        if name.strip() and name.strip() in map(str.strip, cells):
            return False  # a repeated cell is a label
    if any(first[column].strip() for column in _label_columns(body, range(len(first)))):
        return True  # a label that no other row has, beside labels that many rows have
    sentences = max(range(len(first)), key=lambda column: _words(body, column))
    ended = sum(ends_sentence(row[sentences]) for row in body)
    return ended * 5 >= len(body) * 4 and _words(body, sentences) >= 2


def _is_index(body: Sequence[Row], column: int, given: Sequence[str]) -> bool:
    """Whether a column numbers the rows, as in tables written by programs."""
    cells = [row[column].strip() for row in body]
    if not all(cell.isascii() and cell.isdecimal() and len(cell) < 10 for cell in cells):
        return False
    numbers = list(map(int, cells))
    counts = all(after == before + 1 for before, after in pairwise(numbers))
    named = column < len(given) and _name(given[column]) in _INDEX_NAMES
    return named or (counts and len(numbers) > 2)


def _named(given: Sequence[str], columns: Sequence[int], names: frozenset[str]) -> int | None:
    return next((column for column in columns if column < len(given) and _name(given[column]) in names), None)


def _words(body: Sequence[Row], column: int) -> float:
    return mean(len(row[column].split()) for row in body) if body else 0.0


def _sentence_column(body: Sequence[Row], columns: Sequence[int], kind: ListKind) -> int | None:
    if len(columns) < 2:
        return columns[0] if columns else None
    if kind.has_blank:
        return _clear_best(columns, lambda column: sum(has_typed_mask(row[column]) for row in body), 1.0)
    labels = _label_columns(body, columns) if kind.needs_value else []
    candidates = [column for column in columns if column not in labels]
    if len(labels) == 1 and len(candidates) == 1:
        return candidates[0]
    # Visitors are told to write the sentence first; a longer second column makes that doubtful.
    if len(columns) == 2 and _words(body, columns[0]) >= _words(body, columns[1]):
        return columns[0]
    return _clear_best(candidates or columns, lambda column: _words(body, column), _CLEAR_MARGIN)


def _clear_best(columns: Sequence[int], score: Callable[[int], float], margin: float) -> int | None:
    """The column with the highest score, if it is more than ``margin`` times that of any other."""
    scores = {column: score(column) for column in columns}
    best = max(columns, key=scores.__getitem__)
    rest = [scores[column] for column in columns if column != best]
    return best if scores[best] and all(scores[best] > margin * each for each in rest) else None


def _label_columns(body: Sequence[Row], columns: Sequence[int]) -> list[int]:
    """The columns with few different values, each repeated."""
    variety = {column: len({row[column].strip() for row in body}) for column in columns}
    return [column for column in columns if 2 <= variety[column] <= min(LABEL_LIMIT, len(body) // 2)]


def _value_column(body: Sequence[Row], others: Sequence[int], kind: ListKind) -> int | None:
    if len(others) < 2:
        return others[0] if others else None
    if kind.needs_value:
        fitting = _label_columns(body, others)
    else:
        fitting = [column for column in others if all(len(row[column].split()) <= VALUE_WORDS for row in body)]
    return fitting[0] if len(fitting) == 1 else None
