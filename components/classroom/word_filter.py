"""A filter for words that a lecturer does not want on the projector, also in look-alike spellings.

Texts are compared by their skeletons (after Unicode Technical Standard 39): compatibility forms are decomposed, marks
and invisible characters removed, letters of other scripts replaced by the Latin letters that they resemble, and
everything else replaced by spaces.
"""

import re
import unicodedata
from collections.abc import Collection
from functools import lru_cache
from itertools import takewhile

# Letters that resemble Latin ones, in lower case, after NFKD and case folding.
_LOOKALIKES = {
    "a": "аɑαᴀᎪꓮ",
    "b": "вβʙᏴᏏꓐ",
    "c": "сϲᴄᏟꓚ",
    "d": "ԁɗᴅđᎠᏧꓒꓓ",
    "e": "еєεҽᴇɛᎬꓰ",
    "f": "ғƒꜰϝꓝ",
    "g": "ɡցɢᏀᏳꓖ",
    "h": "һнհʜᎻᏂꓧ",
    "i": "іιıɩɪїᎥꓲ",
    "j": "јϳᴊᎫꓙ",
    "k": "кκᴋқᏦꓗ",
    "l": "ӏʟłɭᏞꓡ",
    "m": "мᴍμᎷꓟ",
    "n": "ηոɴռꓠ",
    "o": "оοօσᴏøꓳ",
    "p": "рρᴘᏢꓑ",
    "q": "ԛգ",
    "r": "гᴦʀᎡᏒꓣ",
    "s": "ѕꜱᏕᏚꓢ",
    "t": "тτᴛᎢꓔ",
    "u": "υսᴜꓴ",
    "v": "ѵνᴠᏙꓦ",
    "w": "ԝωᴡѡᎳᏔꓪ",
    "x": "хχꓫ",
    "y": "уγʏүᎩᎽꓬ",
    "z": "ᴢʐʒᏃꓜ",
}
_TO_LATIN = {ord(lookalike): letter for letter, lookalikes in _LOOKALIKES.items() for lookalike in lookalikes}
# Letters in boxes and circles without a decomposition, and regional indicators (flags).
_TO_LATIN |= {first + place: chr(97 + place) for first in (0x1F150, 0x1F170, 0x1F1E6) for place in range(26)}
_WITHIN_WORDS = str.maketrans(dict(zip("@034578$€", "aoeastbse", strict=True)))
_UPRIGHT = ("i", "l")  # letters that 1, | and I may stand for
_SHAPELESS = {"Me", "Cf", "Cc", "Cs"}
_BLANK = "\u034f\u115f\u1160\u3164\uffa0"  # invisible joiners and fillers of the categories mark and letter
_OF_LETTERS = (0, 7, 9)  # combining classes of vowel signs of Indic scripts
_ENDINGS = ("", "s", "es")
# "he'll" is no "hell".
_CONTRACTION = re.compile(r"\b(i|you|he|she|it|we|they|that|there|who|what)['’ʼ＇`´](ll|re|ve|d|s|m)\b", re.IGNORECASE)
_ASTERISK = "ꙮ"  # a letter that no text has, for an asterisk in place of a letter
_SINGLES = 20  # that are looked at beside a word
_WORDS_OF_ONE_LETTER = frozenset("aio")


class WordFilter:
    """Finds words and phrases in texts.

    Args:
        words: Words and phrases. One without a letter matches nothing.
    """

    def __init__(self, words: Collection[str]) -> None:
        skeletons = {skeleton for word in words for skeleton in _skeletons(word) if skeleton}
        self._words = {skeleton + ending for skeleton in skeletons if " " not in skeleton for ending in _ENDINGS}
        self._phrases = {skeleton for skeleton in skeletons if " " in skeleton}

    def matches(self, text: str) -> bool:
        """Whether the text contains one of the words or phrases."""
        text = _CONTRACTION.sub(r"\1", text)
        if "*" in text and any(map(self._has_starred, _skeletons(text.replace("*", _ASTERISK)))):
            return True
        return self._has_split(_skeleton(text, "i", "")) or any(map(self._matches, _skeletons(text)))

    def _has_starred(self, skeleton: str) -> bool:
        """Whether asterisks stand for letters inside a word, as many as the letters at most: "sw*ar"."""
        written = [each for each in skeleton.split() if _ASTERISK in each.strip(_ASTERISK)]
        return any(
            len(word) == len(each) <= 2 * sum(map(str.__eq__, word, each))
            and each == each.strip(_ASTERISK)
            and all(letter in (_ASTERISK, meant) for letter, meant in zip(each, word, strict=True))
            for each in written
            for word in self._words
        )

    def _has_split(self, skeleton: str) -> bool:
        """Whether single letters belong to the rest of a word beside them: "s wear"."""
        parts = skeleton.split()
        for place, part in enumerate(parts):
            before = "".join(takewhile(_is_single, reversed(parts[max(0, place - _SINGLES) : place])))[::-1]
            after = "".join(takewhile(_is_single, parts[place + 1 : place + 1 + _SINGLES]))
            if _is_single(part) or not before + after:
                continue
            for word in self._words:
                head, is_part, tail = word.partition(part)
                is_written = is_part and before.endswith(head) and after.startswith(tail)
                if is_written and set(head + tail) - _WORDS_OF_ONE_LETTER:
                    return True
        return False

    def _matches(self, skeleton: str) -> bool:
        if any(word in run for run in _single_letters(skeleton) for word in self._words):
            return True
        once, twice = _shorten_repeats(skeleton, 1), _shorten_repeats(skeleton, 2)
        for reading in {skeleton, skeleton.replace("vv", "w"), once, twice, _halve_doubled(twice)}:
            if not self._words.isdisjoint(reading.split()):
                return True
            if any(phrase in reading for phrase in self._phrases):
                return True
        return False


@lru_cache(maxsize=200)
def word_filter(words: frozenset[str]) -> WordFilter:
    """The filter for these words."""
    return WordFilter(words)


def _skeletons(text: str) -> set[str]:
    """The possible readings of a text, each as words of Latin letters separated by spaces."""
    return {_skeleton(text, upright, between) for upright in _UPRIGHT for between in (" ", "")}


def _skeleton(text: str, upright: str, between: str) -> str:
    """One reading. ``between`` replaces non-letters inside a word: "sw-ear" may be one word or two."""
    plain = unicodedata.normalize("NFKD", text).replace("I", upright)
    decomposed = unicodedata.normalize("NFKD", plain.casefold())
    letters = "".join(filter(_has_shape, decomposed)).translate(_TO_LATIN)
    spelt = _signs_to_letters(letters, upright)
    return " ".join("".join(c if _is_letter(c) else " " if c.isspace() else between for c in spelt).split())


def _is_letter(character: str) -> bool:
    return character.isalpha() or unicodedata.category(character).startswith("M")


def _is_single(part: str) -> bool:
    return len(part) == 1


def _has_shape(character: str) -> bool:
    if unicodedata.combining(character) not in _OF_LETTERS or character in _BLANK:
        return False
    variation = 0xFE00 <= ord(character) <= 0xFE0F or 0xE0100 <= ord(character) <= 0xE01EF
    return not variation and unicodedata.category(character) not in _SHAPELESS


def _signs_to_letters(text: str, upright: str) -> str:
    """Replace signs and digits inside words by the letters they stand for; numbers stay."""
    signs = _WITHIN_WORDS | str.maketrans({"1": upright, "|": upright})
    return re.sub(r"\S+", lambda word: word[0].translate(signs) if any(map(str.isalpha, word[0])) else word[0], text)


def _single_letters(skeleton: str) -> list[str]:
    """Runs of single letters, joined: "s w e a r" is a word."""
    return [run.replace(" ", "") for run in re.findall(r"\b\w(?: \w\b)+", skeleton)]


def _shorten_repeats(skeleton: str, count: int) -> str:
    """Write letters that are repeated three or more times only ``count`` times."""
    return re.sub(r"(\w)\1{2,}", r"\1" * count, skeleton)


def _halve_doubled(skeleton: str) -> str:
    """Write doubled letters once in words with several of them: "sswweeaarr"."""
    words = ((word, *re.subn(r"(\w)\1", r"\1", word)) for word in skeleton.split())
    return " ".join(halved if count > 1 else word for word, halved, count in words)
