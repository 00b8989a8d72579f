"""What a class is asked and what students send in: frozen, and text that was cleaned."""

import hashlib
import re
import unicodedata
from dataclasses import dataclass
from enum import StrEnum

from components.model.tokens.text_limits import trim_marks

MARK_LIMIT = 6  # on one character, of all those that Unicode allows: others would cover the lines above
TEXT_LIMIT, WORD_LIMIT, LABEL_LIMIT = 200, 40, 24  # characters
_JOINERS = "\u200c\u200d"  # part of words in some scripts, and of emoji
_EDGES = f" {_JOINERS}"
_INVISIBLE = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
_BLANKS = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"  # letters, marks and symbols without a shape
_VISIBLE = set("LNPS")  # what an entry has at least one of: a letter, a digit, punctuation or a symbol


class EntryKind(StrEnum):
    """What is sent in."""

    SENTENCE = "sentence"
    GUESS = "guess"


@dataclass(frozen=True)
class ClassQuestion:
    """What a class is asked.

    Attributes:
        kind: What students send in.
        about: What it is about, the same text for everybody: a word in all its forms, or a question.
        shown: What phones say.
        labels: What a student may call it.
    """

    kind: EntryKind
    about: str
    text: str
    labels: tuple[str, ...] = ()

    @property
    def question_id(self) -> str:
        """What phones call the question: ``about`` may be a key of the app's own, which is nothing to read."""
        return hashlib.sha256(f"{self.kind} {self.about}".encode("utf-8", "replace")).hexdigest()[:16]

    @property
    def text_limit(self) -> int:
        """Characters of what is sent in."""
        return TEXT_LIMIT if self.kind is EntryKind.SENTENCE else WORD_LIMIT


@dataclass(frozen=True)
class ClassEntry:
    """Something that a student sent in.

    Attributes:
        number: From 1, in the order of arrival.
        student: From 1, in the order in which they joined; nobody is asked for a name.
        kind: What it is.
        about: What it was an answer to.
        text: Cleaned.
        label: What the student called it, cleaned; may be empty.
        at: Seconds since 1970.
        hidden: Whether the projector leaves it out.
        waiting: Whether it is hidden because nobody has let it through yet.
        question: What phones said of it: ``about`` may be a key of the app's own.
    """

    number: int
    student: int
    kind: EntryKind
    about: str
    text: str
    label: str
    sent_at: float
    hidden: bool = False
    awaits_approval: bool = False
    question: str = ""


def clean_text(text: str, limit: int) -> str:
    """Text on one line, cut to a length, without what is not seen: control characters, turns of the direction.

    Empty where nothing visible is left.
    """
    spaced = re.sub(r"\s+", " ", text[: 8 * limit])
    visible = "".join(c for c in spaced if c in _JOINERS or _has_shape(c))
    # What was taken out may have stood between two spaces, or between a letter and its accent.
    whole = re.sub(" +", " ", trim_marks(unicodedata.normalize("NFC", trim_marks(visible)), MARK_LIMIT))
    short = whole.strip(_EDGES)[:limit].rstrip(_EDGES)
    return short if any(unicodedata.category(c)[0] in _VISIBLE for c in short) else ""


def _has_shape(character: str) -> bool:
    return character not in _BLANKS and unicodedata.category(character) not in _INVISIBLE
