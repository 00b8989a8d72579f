"""What the visitors of a room have guessed, counted in memory and forgotten with the process."""

import threading
import unicodedata
from collections import Counter, OrderedDict

from components.model.tokens.text_limits import trim_marks

QUESTION_LIMIT = 500
GUESS_LIMIT = 1000  # different ones, of one question
GUESS_CHARACTER_LIMIT = 40  # characters
_JOINERS = "\u200c\u200d"  # part of words in some scripts, and of emoji
_EDGES = " .,;:!?…¿¡\"'‘“”„‚«»‹›()[]{}–—-。、，！？；：「」『』·" + _JOINERS


class Tally:
    """Guesses by question. Safe to use from many threads; the question asked longest ago is forgotten first."""

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
        """Guesses of one question and how often each was made, the most frequent first."""
        with self._lock:
            return tuple(self._counts.get(question, Counter()).most_common())


def normalise_guess(typed: str) -> str:
    """What was typed as it is counted: "Bank." and "bank" are one guess.

    In lower case, without space or punctuation around it, not longer than a word; one sign alone stays a guess.
    """
    text = unicodedata.normalize("NFC", trim_marks(typed[: 8 * GUESS_CHARACTER_LIMIT]))
    seen = "".join(letter for letter in text if unicodedata.category(letter) != "Cf" or letter in _JOINERS)
    words = " ".join(seen.split()).replace("’", "'").replace("İ", "i").lower()
    return (words.strip(_EDGES) or words)[:GUESS_CHARACTER_LIMIT].strip()
