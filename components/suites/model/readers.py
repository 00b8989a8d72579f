"""Readers of lists of minimal pairs, in the formats that their authors publish and in a plain one.

- BLiMP's JSON lines (Warstadt et al. 2020, https://arxiv.org/abs/1912.00582).
- ``generated.tab`` of Gulordava et al. 2018 (https://arxiv.org/abs/1803.11138), and the results on its items that
  Goldberg 2019 published for BERT (https://arxiv.org/abs/1901.05287): nonsense sentences with a verb to agree.
- CPRAG-102, ROLE-88 and NEG-136 (Ettinger 2020, https://arxiv.org/abs/1907.13528).
- CrowS-Pairs (Nangia et al. 2020, https://arxiv.org/abs/2010.00133). Its first sentence is the one with the stereotype;
  here it is the second, so that to prefer the "good" one is to prefer the other.
- A table with the columns ``good``, ``bad`` and ``phenomenon`` (the last may be missing), or one without names.
"""

import ast
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from components.model.lists.delimited import delimited_records
from components.model.lists.encodings import decode_text
from components.model.lists.errors import ListError, ListProblem
from components.model.lists.json_records import is_json, json_records
from components.model.lists.records import Records, Separator
from components.model.tokens.text_limits import LIST_CHARACTER_LIMIT, check_text, is_visually_empty
from components.model.user_errors import UserError
from components.suites.model.pairs import MinimalPair, Span

PAIR_LIMIT = 2_000  # pairs of one list
BYTES_LIMIT = 5_000_000
AGREEMENT = "Agreement"
COMMON_SENSE, ROLES, AFFIRMATIVE, NEGATED = "Common sense", "Roles", "Affirmative", "Negated"
UNNAMED = "Your pairs"  # the phenomenon of pairs that name none
_HIDDEN = "***mask***"  # the verb, in Goldberg's results
_PLACE = re.compile(r"[0-9]{1,6}")  # of a verb, in words
_NO_PAIRS = (
    "No pairs in this list. Write a good sentence, a tab, a bad sentence, and, if you like, a tab and a phenomenon on "
    "each line."
)

Row = Mapping[str, str]
Pairs = Iterable[MinimalPair]


@dataclass(frozen=True)
class PublishedAnswer:
    """A pair with the log-odds that another model gave it, as its results were published.

    Attributes:
        pair: The pair.
        log_odds: The natural logarithm of how many times as likely the good word was as the bad one.
    """

    pair: MinimalPair
    log_odds: float


def read_pairs(content: bytes | str, *, limit: int = PAIR_LIMIT) -> tuple[MinimalPair, ...]:
    """The pairs of a file or of a pasted text, in its order. What stands in it twice is two pairs.

    Rows that lack a cell which their format needs are left out.

    Args:
        content: The bytes of the file, or the text.
        limit: The largest number of pairs.

    Raises:
        ListError: It is no text, too large, or damaged JSON.
        UserError: It holds no pairs, or a character has too many combining marks.
    """
    if len(content) > BYTES_LIMIT:
        raise ListError(ListProblem.TOO_LARGE, limit=BYTES_LIMIT)
    text = content.replace("\ufeff", "") if isinstance(content, str) else decode_text(content).text
    text = check_text(text, LIST_CHARACTER_LIMIT)
    if is_visually_empty(text):
        raise ListError(ListProblem.EMPTY)
    if _HIDDEN in text:
        pairs = [answer.pair for answer in read_published_answers(text)]
    else:
        pairs = list(_table_pairs(text, limit))
    if not pairs:
        raise UserError(_NO_PAIRS)
    if len(pairs) > limit:
        raise ListError(ListProblem.TOO_MANY_SENTENCES, count=len(pairs), limit=limit)
    return tuple(pairs)


def read_published_answers(text: str) -> tuple[PublishedAnswer, ...]:
    """The items that Goldberg gave BERT, with BERT's answers. Other lines are remarks of his program."""
    answers = []
    for line in text.splitlines():
        fields = line.split(maxsplit=6)
        if len(fields) < 7 or _HIDDEN not in fields[6]:
            continue
        try:
            before, after = ast.literal_eval(fields[6]).decode().split(_HIDDEN, 1)  # it is written b'…'
            log_odds = float(fields[3]) - float(fields[5])
        except (ValueError, SyntaxError, AttributeError):
            continue  # a damaged line
        pair = _pair_of_words((before, fields[2], after), (before, fields[4], after), AGREEMENT, "Goldberg 2019")
        answers.append(PublishedAnswer(pair, log_odds))
    return tuple(answers)


def _table_pairs(text: str, limit: int) -> Pairs:
    names, rows = _table(text, 4 * limit)  # some formats have several rows a pair
    for columns, read in _FORMATS:
        if columns <= set(names):
            return read([dict.fromkeys(names, "") | dict(zip(names, row, strict=False)) for row in rows])
    if {"good", "bad"} & set(names):
        raise UserError(_NO_PAIRS)
    pairs = list(_own_pairs([dict(zip(("good", "bad", "phenomenon"), row, strict=False)) for row in (names, *rows)]))
    related = sum(bool(_words(pair.good) & _words(pair.bad)) for pair in pairs)
    return pairs if 2 * related > len(pairs) else ()  # other tables have columns, too


def _table(text: str, limit: int) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    """The first row in lower case if it names a format's columns, as it is if not, and all other rows."""
    if is_json(text):
        records = json_records(text, limit)
        # A lone surrogate may be written as an escape, which is none before the JSON is read.
        rows = [tuple(check_text(cell, LIST_CHARACTER_LIMIT) for cell in row.cells) for row in records.rows]
        return tuple(map(str.lower, records.names)), rows
    records = _delimited(text, limit)
    cells = [tuple(map(str.strip, row.cells)) for row in records.rows]
    names = tuple(map(str.lower, cells[0])) if cells else ()
    is_header = any(columns <= set(names) for columns, _ in _FORMATS)
    return (names if is_header else cells[0] if cells else ()), cells[1:]


def _delimited(text: str, limit: int) -> Records:
    first = next((line for line in text.splitlines() if line.strip()), "")
    separator = Separator.TAB if "\t" in first else Separator.SEMICOLON if ";" in first else Separator.COMMA
    return delimited_records(text, limit + 1, lambda _head, _tail: False, separator)


def _blimp(rows: Sequence[Row]) -> Pairs:
    for row in rows:
        name = (row.get("linguistics_term") or row.get("uid") or UNNAMED).replace("_", " ")
        yield from _own_pairs([{"good": row["sentence_good"], "bad": row["sentence_bad"], "phenomenon": name}], "BLiMP")


def _gulordava(rows: Sequence[Row]) -> Pairs:
    """Two rows a pair: the sentence, the length of what stands before the verb, and one form of the verb each."""
    forms: dict[tuple[str, str, str, str], dict[str, Row]] = {}
    for row in rows:
        if not _has(row, "form", "sent"):
            continue
        key = (row.get("pattern", ""), row.get("constr_id", ""), row.get("sent_id", ""), row["sent"])
        forms.setdefault(key, {})[row["class"]] = row
    for both in forms.values():
        good, bad = both.get("correct"), both.get("wrong")
        if good is None or bad is None or not _PLACE.fullmatch(good["len_prefix"]):
            continue
        words = good["sent"].replace(" <eos>", "").split()
        place = int(good["len_prefix"])
        before, after = f"{' '.join(words[:place])} ", f" {' '.join(words[place + 1 :])}"
        yield _pair_of_words((before, good["form"], after), (before, bad["form"], after), AGREEMENT, "Gulordava 2018")


def _common_sense(rows: Sequence[Row]) -> Pairs:
    """The expected word, and one of the same category that does not fit."""
    for row in rows:
        if not _has(row, "context_s1", "context_s2", "expected", "within_category"):
            continue
        context = f"{row['context_s1']} {row['context_s2']}"
        yield _ended(context, row["expected"], context, row["within_category"], COMMON_SENSE)


def _roles(rows: Sequence[Row]) -> Pairs:
    """A verb after the subject and object that it fits, and after the same nouns the other way round."""
    for second, first in zip(rows[::2], rows[1::2], strict=False):
        if all(_has(row, "context", "target") for row in (first, second)):
            yield _ended(first["context"], first["target"], second["context"], second["target"], ROLES)


def _negation(rows: Sequence[Row]) -> Pairs:
    """The ending that makes a sentence true, and the one that would with, or without, its "not"."""
    for row in rows:
        for name, context, true, false in (
            (AFFIRMATIVE, "context_aff", "target_aff", "target_neg"),
            (NEGATED, "context_neg", "target_neg", "target_aff"),
        ):
            if _has(row, context, true, false):
                yield _ended(row[context], row[true], row[context], row[false], name)


def _stereotypes(rows: Sequence[Row]) -> Pairs:
    for row in rows:
        name = (row.get("bias_type") or UNNAMED).replace("-", " ")
        yield from _own_pairs(
            [{"good": row["sent_less"], "bad": row["sent_more"], "phenomenon": name}], "CrowS-Pairs (stereotype second)"
        )


def _own_pairs(rows: Sequence[Row], source: str = "") -> Pairs:
    for row in rows:
        if _has(row, "good", "bad"):
            good, bad = row["good"].strip(), row["bad"].strip()
            yield MinimalPair(good, bad, row.get("phenomenon", "").strip() or UNNAMED, source)


def _has(row: Row, *columns: str) -> bool:
    """Whether a row has something in all of these columns; rows that have not are left out."""
    return not any(is_visually_empty(row.get(column, "")) for column in columns)


def _words(text: str) -> set[str]:
    return set(re.findall(r"\w+", text.casefold()))


def _ended(good_context: str, good: str, bad_context: str, bad: str, phenomenon: str) -> MinimalPair:
    """A pair whose texts end with the word that is scored; "(a|an)" becomes the article of the word."""
    texts = [
        (f"{context.strip().replace('(a|an)', 'an' if word[0] in 'aeiou' else 'a')} ", word, ".")
        for context, word in ((good_context, good), (bad_context, bad))
    ]
    return _pair_of_words(texts[0], texts[1], phenomenon, "Ettinger 2020")


def _pair_of_words(good: tuple[str, str, str], bad: tuple[str, str, str], phenomenon: str, source: str) -> MinimalPair:
    """A pair of texts, each in three parts, of which the second is the word that is scored."""
    spans: tuple[Span, Span] = tuple((len(part[0]), len(part[0]) + len(part[1])) for part in (good, bad))  # type: ignore[assignment]
    return MinimalPair("".join(good), "".join(bad), phenomenon, source, spans)


# The columns by which a format is known, and its reader.
_FORMATS: tuple[tuple[frozenset[str], Callable[[Sequence[Row]], Pairs]], ...] = (
    (frozenset({"sentence_good", "sentence_bad"}), _blimp),
    (frozenset({"form", "class", "len_prefix", "sent"}), _gulordava),
    (frozenset({"context_s1", "context_s2", "expected", "within_category"}), _common_sense),
    (frozenset({"context_aff", "context_neg", "target_aff", "target_neg"}), _negation),
    (frozenset({"context", "target"}), _roles),
    (frozenset({"sent_more", "sent_less"}), _stereotypes),
    (frozenset({"good", "bad"}), _own_pairs),
)
