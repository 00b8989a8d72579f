"""Counts of visitors' guesses, in the memory of the process, and the reading of what they typed."""

import math
import re
import threading
import unicodedata
from collections import Counter, OrderedDict

from components.model.tokens.text_limits import trim_marks

QUESTION_LIMIT = 500
GUESS_LIMIT = 1000  # different ones, of one question
GUESS_CHARACTER_LIMIT = 40  # characters
DIGIT_LIMIT = 12  # of a typed number, before and after the point
_JOINERS = "\u200c\u200d"  # part of words in some scripts, and of emoji
_ARTICLES = frozenset({"a", "an", "the"})
_EDGES = " .,;:!?…¿¡\"'‘“”„‚«»‹›()[]{}–—-。、，！？；：「」『』·" + _JOINERS


class Tally:
    """Counts of guesses by question. Thread-safe; the least recently used questions are dropped."""

    def __init__(self) -> None:
        self._counts: OrderedDict[str, Counter[str]] = OrderedDict()
        self._lock = threading.Lock()

    def add(self, question: str, guess: str) -> None:
        """Count one guess."""
        with self._lock:
            counts = self._counts.setdefault(question, Counter())
            self._counts.move_to_end(question)
            if guess in counts or len(counts) < GUESS_LIMIT:
                counts[guess] += 1
            while len(self._counts) > QUESTION_LIMIT:
                self._counts.popitem(last=False)

    def counts(self, question: str) -> tuple[tuple[str, int], ...]:
        """The guesses of a question with their counts, the most frequent first."""
        with self._lock:
            return tuple(self._counts.get(question, Counter()).most_common())


def normalise_guess(typed: str) -> str:
    """Normalise a typed guess for counting and comparing, so that "the “Bank”." and "bank" are the same.

    What only shows how a word stands in a sentence does not count: upper case, space, punctuation and quotes around it,
    invisible characters, and an English article before it. What makes another token does: endings stay, since a model
    gives "bank" and "banks" probabilities of their own, and so do hyphens and apostrophes inside a word. An article
    alone stays, since it is a word, and so does punctuation alone. The result is truncated.
    """
    text = unicodedata.normalize("NFC", trim_marks(typed[: 8 * GUESS_CHARACTER_LIMIT]))
    visible = "".join(letter for letter in text if unicodedata.category(letter) != "Cf" or letter in _JOINERS)
    words = " ".join(visible.split()).replace("’", "'").replace("İ", "i").lower()
    words = _without_articles(words.strip(_EDGES) or words)[:GUESS_CHARACTER_LIMIT]
    return words.strip(_EDGES) or words.strip()


def is_one_word(typed: str) -> bool:
    """Whether a typed guess is a single word, or none, after :func:`normalise_guess`."""
    return " " not in normalise_guess(typed)


def _without_articles(words: str) -> str:
    """The words without articles at their beginning; one that nothing follows stays."""
    first, _, others = words.partition(" ")
    rest = others.strip(_EDGES)
    return _without_articles(rest) if rest and first.strip(_EDGES) in _ARTICLES else words


def parse_number(text: str) -> float | None:
    """The number that somebody typed, with a point or a comma for decimals and perhaps a percent sign, or None.

    A comma before exactly three digits separates thousands. Otherwise at most :data:`DIGIT_LIMIT` digits are read.
    """
    plain = text.strip().rstrip("%").strip().replace("\N{MINUS SIGN}", "-")
    if re.fullmatch(r"-?\d{1,3}(,\d{3})+(\.\d+)?", plain):
        plain = plain.replace(",", "")
    elif not re.fullmatch(rf"-?\d{{1,{DIGIT_LIMIT}}}([.,]\d{{1,{DIGIT_LIMIT}}})?", plain, re.ASCII):
        return None
    number = float(plain.replace(",", "."))
    return number if math.isfinite(number) else None


def parse_alternatives(text: str) -> tuple[float, ...]:
    """The numbers of a right answer, "2" or "2, 1 or 3" if several count; empty if it is not made of numbers."""
    numbers = [parse_number(part) for part in re.split(r", | or ", text)]
    return tuple(number for number in numbers if number is not None) if None not in numbers else ()
