"""Counts of visitors' guesses, in the memory of the process, and the reading of what they typed."""

import re
import threading
import unicodedata
from collections import Counter, OrderedDict

from components.model.tokens.text_limits import JOINERS, trim_marks, without_invisible

QUESTION_LIMIT = 500
GUESS_LIMIT = 1000  # different ones, of one question
GUESS_CHARACTER_LIMIT = 40  # characters
DIGIT_LIMIT = 12  # of a typed number, before and after the point
_ARTICLES = frozenset({"a", "an", "the"})
_WORD_MARKS = frozenset("#%&*@/\\_׳״")  # punctuation that can be part of a word: "C#", abbreviations in Hebrew
_NUMBER_SIGNS = str.maketrans(
    {"＋": "+"}
    | dict.fromkeys("．。·٫", ".")  # "。" is what the key of the point writes in a Japanese input method
    | dict.fromkeys("，、،", ",")
    | dict.fromkeys("٬'’", " ")  # between thousands, as spaces
    | dict.fromkeys("−–‐‑－﹣", "-")
    | dict.fromkeys("％٪﹪", "%")
)
# Numbers whose thousands are separated, by the separator. One comma before three digits separates thousands, as in the
# app's own numbers, but not after a zero: that is a decimal comma. One point is a decimal point.
_THOUSANDS = {
    ",": re.compile(r"[1-9]\d{0,2}(,\d{2,3}){0,5},\d{3}(\.\d*)?"),  # in India, groups of two before the last one
    " ": re.compile(r"[1-9]\d{0,2}( \d{3}){1,5}([.,]\d*)?"),
    ".": re.compile(r"[1-9]\d{0,2}((\.\d{3}){1,5},\d*|(\.\d{3}){2,5})"),
}
_NUMBER = re.compile(rf"[+-]?(?=[.,]?\d)\d{{0,{DIGIT_LIMIT}}}([.,]\d{{0,{DIGIT_LIMIT}}})?")


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
    invisible characters, an English article before it, and the width of letters. What makes another token does: endings
    stay, since a model gives "bank" and "banks" probabilities of their own, and so do hyphens and apostrophes inside a
    word. An article alone stays, since it is a word, and so does punctuation alone. The result is truncated.
    """
    text = unicodedata.normalize("NFKC", trim_marks(typed[: 8 * GUESS_CHARACTER_LIMIT]))
    words = " ".join(without_invisible(text).split()).replace("’", "'").replace("İ", "i").lower()
    words = _without_articles(_without_edges(words) or words)[:GUESS_CHARACTER_LIMIT]
    return _without_edges(words) or words.strip()


def is_one_word(typed: str) -> bool:
    """Whether a typed guess is a single word, or none, after :func:`normalise_guess`."""
    return " " not in normalise_guess(typed)


def _without_articles(words: str) -> str:
    """The words without articles at their beginning; one that nothing follows stays."""
    first, _, others = words.partition(" ")
    rest = _without_edges(others)
    return _without_articles(rest) if rest and _without_edges(first) in _ARTICLES else words


def _without_edges(words: str) -> str:
    """The words without space, punctuation and joiners around them."""
    inner = [place for place, letter in enumerate(words) if not _is_edge(letter)]
    return words[inner[0] : inner[-1] + 1] if inner else ""


def _is_edge(letter: str) -> bool:
    punctuation = unicodedata.category(letter).startswith("P") and letter not in _WORD_MARKS
    return punctuation or letter.isspace() or letter in JOINERS


def parse_number(text: str) -> float | None:
    """The number that somebody typed, or None.

    Digits of all scripts are read, a point or a comma before decimals (".5", "5." and "0,125", too), signs, separators
    of thousands ("1,234.5", "1.234,5", "1 234"), and a percent sign. "1,234" has thousands, and "1.234" has decimals.
    At most :data:`DIGIT_LIMIT` digits are read before the point, and after it.
    """
    visible = "".join(_ascii_digit(letter) for letter in text if unicodedata.category(letter) != "Cf")
    plain = " ".join(visible.translate(_NUMBER_SIGNS).split()).strip("% ")
    sign, size = (plain[0], plain[1:].strip()) if plain[:1] in {"+", "-"} else ("", plain)
    for separator, pattern in _THOUSANDS.items():
        if pattern.fullmatch(size):
            size = size.replace(separator, "")
            break
    return float(sign + size.replace(",", ".")) if _NUMBER.fullmatch(sign + size) else None


def _ascii_digit(letter: str) -> str:
    return str(unicodedata.decimal(letter, letter))


def parse_alternatives(text: str) -> tuple[float, ...]:
    """The numbers of a right answer, "2" or "2, 1 or 3" if several count; empty if it is not made of numbers."""
    numbers = [parse_number(part) for part in re.split(r", | or ", text)]
    return tuple(number for number in numbers if number is not None) if None not in numbers else ()
