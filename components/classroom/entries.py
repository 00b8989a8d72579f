"""What a class is asked and what students send in: frozen, and text that was cleaned."""

import re
import unicodedata
from dataclasses import dataclass
from enum import StrEnum

from components.model.tokens.text_limits import trim_marks

LONGEST_TEXT, LONGEST_WORD, LONGEST_LABEL = 200, 40, 24  # characters
_JOINERS = "\u200c\u200d"  # part of words in some scripts, and of emoji
_EDGES = f" {_JOINERS}"
_UNSEEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}


class Kind(StrEnum):
    """What is sent in."""

    SENTENCE = "sentence"
    GUESS = "guess"


@dataclass(frozen=True)
class Ask:
    """What a class is asked.

    Attributes:
        kind: What students send in.
        about: What it is about, the same text for everybody: a word in all its forms, or a question.
        shown: What telephones say.
        labels: What a student may call it.
    """

    kind: Kind
    about: str
    shown: str
    labels: tuple[str, ...] = ()

    @property
    def longest(self) -> int:
        """Characters of what is sent in."""
        return LONGEST_TEXT if self.kind is Kind.SENTENCE else LONGEST_WORD


@dataclass(frozen=True)
class Entry:
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
    """

    number: int
    student: int
    kind: Kind
    about: str
    text: str
    label: str
    at: float
    hidden: bool = False


def cleaned(text: str, most: int) -> str:
    """Text on one line, cut to a length, without what is not seen: control characters, turns of the direction."""
    spaced = re.sub(r"\s+", " ", text[: 8 * most])
    seen = "".join(c for c in spaced if c in _JOINERS or unicodedata.category(c) not in _UNSEEN)
    # What was taken out may have stood between two spaces, or between a letter and its accent.
    whole = re.sub(" +", " ", trim_marks(unicodedata.normalize("NFC", trim_marks(seen))))
    return whole.strip(_EDGES)[:most].rstrip(_EDGES)
