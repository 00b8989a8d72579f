"""A word in sentences: the sentences as a visitor gives them, and where the word stands; importing this loads no model.

A word is compared the way people do it: capitals, the two ways Unicode writes an accent, and the two shapes of an
apostrophe make no difference. It has to stand as a whole: letters, digits, underscores and combining marks beside it
make another word of it, everything else does not, so that "bank's" holds "bank" and "embank" and "bank_1" do not.
Places are code points of the sentence as it was typed, as a token's are.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from components.model.tokens.sentence_lists import csv_row, filled_lines
from components.model.user_errors import UserError

MOST_SENTENCES = 5000
MOST_FORMS = 20
LONGEST_FORM = 60  # characters
MOST_SENSE_WORDS = 4  # behind a comma that nothing else marks: more of them are the end of a sentence
_HEADER = re.compile(r"(sentence|text)(?:([,;\t])(?:sense|group|label|meaning)(?:\2.*)?)?")
_ENDS_SENTENCE = tuple(".!?…\"'”’)")

Span = tuple[int, int]  # start and end, in code points


@dataclass(frozen=True)
class LabelledSentence:
    """A sentence, and the sense or group that somebody gave it; None where nobody did."""

    sentence: str
    sense: str | None = None


def parse_sense_list(text: str) -> tuple[LabelledSentence, ...]:
    """The sentences of a pasted or uploaded list: one a line, its sense after a tab or in a second column.

    A header (``sentence,sense``, also with tabs or semicolons) is optional. With one, the last separator of a line is
    what the columns are told by. Without one a comma belongs to the sentence, unless the sentence is quoted or has
    ended before it: ``We sat on the bank.,river``. Columns behind a tab and a second tab are left alone.

    Raises:
        UserError: There is no sentence, or there are too many.
    """
    lines = filled_lines(text)
    separator: str | None = None
    if lines and (header := _HEADER.fullmatch(re.sub(r'[" ]', "", lines[0]).lower())):
        separator = header[2]
        del lines[0]
    found = [item for line in lines if (item := _labelled(line, separator)).sentence]
    if not found:
        raise UserError("The list is empty. Paste one sentence a line.")
    if len(found) > MOST_SENTENCES:
        raise UserError(f"The list has {len(found):,} sentences; at most {MOST_SENTENCES:,} are read at once.")
    return tuple(found)


def forms_of(typed: str) -> tuple[str, ...]:
    """The forms of a word named with commas between them, in their order, each once.

    Raises:
        UserError: There is none, there are too many, or one is too long or has neither letter nor digit.
    """
    by_folded: dict[str, str] = {}
    for part in re.split(r"[,;\n]", typed):
        form = " ".join(part.split())
        if form:
            by_folded.setdefault(_folded(form)[0], form)
    forms = tuple(by_folded.values())
    if not forms:
        raise UserError("Please name the word to look for, for instance: bank, banks")
    if len(forms) > MOST_FORMS:
        raise UserError(f"Please name at most {MOST_FORMS} forms of the word: there are {len(forms):,} now.")
    if any(len(form) > LONGEST_FORM for form in forms):
        raise UserError(
            f"Please name a word of at most {LONGEST_FORM} characters, or several with commas between them."
        )
    if not all(any(map(str.isalnum, form)) for form in forms):
        raise UserError("Please name a word that has a letter or a digit in it.")
    return forms


def occurrences(sentence: str, forms: Sequence[str]) -> tuple[Span, ...]:
    """Where any of ``forms`` stands in ``sentence`` as a whole word, from left to right.

    Where two of them share letters ("hot dog" and "dog"), the longer one counts.
    """
    folded, origins = _folded(sentence)
    spans = [
        (origins[found.start()][0], origins[found.end() - 1][1])
        for form in forms
        for found in _form_pattern(form).finditer(folded)
        if not (_joins(folded, found.start() - 1) or _joins(folded, found.end()))
    ]
    kept: list[Span] = []
    taken = bytearray(len(sentence))
    for start, end in sorted(set(spans), key=lambda span: (span[0] - span[1], span[0])):
        if not any(taken[start:end]):
            kept.append((start, end))
            taken[start:end] = bytes([1]) * (end - start)
    return tuple(sorted(kept))


def _labelled(line: str, separator: str | None) -> LabelledSentence:
    sentence, sense = _columns(line, separator)
    return LabelledSentence(sentence.strip(), sense.strip() or None)


def _columns(line: str, separator: str | None) -> tuple[str, str]:
    """The sentence of a line and its sense, or ""."""
    if line.lstrip().startswith('"'):
        row = csv_row(line.strip(), separator or ("\t" if "\t" in line else ","))
        if row and (len(row) <= 2 or separator is not None):
            return row[0], "".join(row[1:2])
    if separator != "," and "\t" in line:
        sentence, sense = line.split("\t")[:2]
        return sentence, sense
    head, _, tail = line.rpartition(separator or ",")
    if separator is not None:
        return (head, tail) if head else (line, "")
    # "He left., she stayed." is a sentence all the same.
    is_sense = 0 < len(tail.split()) <= MOST_SENSE_WORDS and not tail.rstrip().endswith(_ENDS_SENTENCE)
    return (head, tail) if is_sense and head.rstrip().endswith(_ENDS_SENTENCE) else (line, "")


def _form_pattern(form: str) -> re.Pattern[str]:
    return re.compile(r"\s+".join(map(re.escape, _folded(form)[0].split())))


def _folded(text: str) -> tuple[str, Sequence[Span]]:
    """A text as it is compared, and for each of its characters the place in ``text`` that it comes from."""
    if text.isascii():
        return text.lower(), [(at, at + 1) for at in range(len(text))]
    characters: list[str] = []
    origins: list[Span] = []
    for start, end in _with_marks(text):
        part = unicodedata.normalize("NFD", text[start:end]).casefold().replace("’", "'")
        part = unicodedata.normalize("NFD", part)
        characters.append(part)
        origins += [(start, end)] * len(part)
    return "".join(characters), origins


def _with_marks(text: str) -> Iterator[Span]:
    """Every character with the combining marks behind it, whose order Unicode leaves open."""
    start = 0
    for at in range(1, len(text) + 1):
        if at == len(text) or not unicodedata.combining(text[at]):
            yield start, at
            start = at


def _joins(text: str, at: int) -> bool:
    """Whether the character at ``at``, if there is one, makes another word of the one beside it."""
    if not 0 <= at < len(text):
        return False
    return text[at] == "_" or text[at].isalnum() or unicodedata.category(text[at]).startswith("M")
