"""Search for the occurrences of a word in sentences. Importing this module loads no model.

The comparison ignores case (including Turkish İ), the two Unicode forms of accented letters, the two shapes of the
apostrophe, and format characters such as soft hyphens. Only whole words match: a letter, digit, underscore or combining
mark next to a match makes it part of another word, so "bank's" contains "bank" but "embank" and "bank_1" do not. In
scripts without spaces between words, such as Chinese and Thai, any sequence of the letters matches. Positions are code
points of the sentence as typed, as those of tokens are.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from components.model.tokens.function_words import FUNCTION_WORDS
from components.model.tokens.text_limits import check_text, is_mark
from components.model.user_errors import UserError

FORM_LIMIT = 20
FORM_CHARACTER_LIMIT = 60  # characters

# Each as the first word of its letters' Unicode names. Katakana is left out: it writes single foreign words, so more of
# it next to a match makes another word.
_SPACELESS_SCRIPTS = frozenset(
    ["CJK", "HIRAGANA", "THAI", "LAO", "KHMER", "MYANMAR", "TIBETAN", "TAI", "JAVANESE", "BALINESE"]
)
_ZERO_WIDTH_SPACE = "\u200b"  # between words, where a line may break
_VARIANTS = re.compile("[\u034f\ufe00-\ufe0f\U000e0100-\U000e01ef]")  # variation selectors
_SPACES = re.compile(r"\s+")
_LETTERS = re.compile(r"[^\W\d_]+")
_DOT_ABOVE = "\u0307"  # follows the small i when Turkish İ is lower-cased

Span = tuple[int, int]  # start and end, in code points


@dataclass(frozen=True)
class SentenceWithSense:
    """A sentence and its sense label; None for an unlabelled sentence."""

    sentence: str
    sense: str | None = None


def parse_word_forms(typed: str) -> tuple[str, ...]:
    """Parse the forms of a word from a list separated by commas, without duplicates.

    Raises:
        UserError: There are no forms or too many, or one is too long or has neither letter nor digit.
    """
    check_text(typed)
    by_folded: dict[str, str] = {}
    for part in re.split(r"[,;\n]", typed):
        form = " ".join(part.split())
        if form:
            by_folded.setdefault(_folded(form)[0], form)
    forms = tuple(by_folded.values())
    if not forms:
        raise UserError("Enter the word to look for, for example: bank, banks")
    if len(forms) > FORM_LIMIT:
        raise UserError(f"Enter at most {FORM_LIMIT} forms of the word. There are {len(forms):,} now.")
    if any(len(form) > FORM_CHARACTER_LIMIT for form in forms):
        raise UserError(f"Enter a word of at most {FORM_CHARACTER_LIMIT} characters, or several separated by commas.")
    if not all(any(map(str.isalnum, form)) for form in forms):
        raise UserError("Enter a word with at least one letter or digit.")
    return forms


def content_spans(sentence: str) -> tuple[Span, ...]:
    """Where the words of a sentence stand that are no English function words, and longer than a letter."""
    return tuple(
        match.span()
        for match in _LETTERS.finditer(sentence)
        if len(match.group()) > 1 and match.group().casefold() not in FUNCTION_WORDS
    )


def find_occurrences(sentence: str, forms: Sequence[str]) -> tuple[Span, ...]:
    """The spans at which any of ``forms`` occurs in ``sentence`` as a whole word, from left to right.

    Of overlapping matches ("hot dog" and "dog") the longer one counts.

    Raises:
        UserError: The sentence is too long, or a character of it has too many combining marks.
    """
    check_text(sentence)
    folded, origins = _folded(sentence)
    matches: list[Span] = []
    taken = bytearray(len(folded))
    for form in sorted(filter(None, map(_folded_form, forms)), key=len, reverse=True):
        start = folded.find(form)
        while start >= 0:
            end = start + len(form)
            if 1 not in taken[start:end] and _is_whole(folded, start, end):
                matches.append((origins[start][0], origins[end - 1][1]))
                taken[start:end] = bytes([1]) * len(form)
            start = folded.find(form, start + 1)
    return tuple(sorted(matches))


@lru_cache(256)
def _folded_form(form: str) -> str:
    return _folded(form)[0].strip()


def _is_whole(text: str, start: int, end: int) -> bool:
    """Whether a match is a whole word, or several."""
    return not (_joins(text, start - 1, start) or _joins(text, end, end - 1) or is_mark(text[end : end + 1]))


@lru_cache(8)  # a sentence is searched for many words in a row
def _folded(text: str) -> tuple[str, Sequence[Span]]:
    """A text normalised for comparison, and for each of its characters the span of ``text`` that it comes from.

    White space in a row is one space: between the words of a form there may be any.
    """
    if text.isascii():
        return _with_single_spaces(text.lower(), [(place, place + 1) for place in range(len(text))])
    characters: list[str] = []
    origins: list[Span] = []
    for start, end in _with_marks(text):
        start += text[start] != _ZERO_WIDTH_SPACE and unicodedata.category(text[start]) == "Cf"
        part = _folded_letter(text[start:end])
        characters.append(part)
        origins += [(start, end)] * len(part)
    return _with_single_spaces("".join(characters), origins)


@lru_cache(4096)
def _folded_letter(letter: str) -> str:
    """A character with its marks, normalised for comparison."""
    part = unicodedata.normalize("NFD", _VARIANTS.sub("", letter)).casefold().replace("’", "'")
    part = unicodedata.normalize("NFD", part)
    return part.replace(_DOT_ABOVE, "") if part.startswith("i") else part


def _with_single_spaces(text: str, origins: Sequence[Span]) -> tuple[str, Sequence[Span]]:
    lasting: list[Span] = []
    done = 0
    for spaces in _SPACES.finditer(text):
        start, end = spaces.span()
        lasting += [*origins[done:start], (origins[start][0], origins[end - 1][1])]
        done = end
    return _SPACES.sub(" ", text), [*lasting, *origins[done:]]


def _with_marks(text: str) -> Iterator[Span]:
    """The spans of each character together with its combining marks."""
    start = 0
    for place in range(1, len(text) + 1):
        if place == len(text) or not (unicodedata.combining(text[place]) or _VARIANTS.match(text[place])):
            yield start, place
            start = place


def _joins(text: str, place: int, edge: int) -> bool:
    """Whether the character at ``place``, if any, belongs to the same word as the adjacent one at ``edge``."""
    if not 0 <= place < len(text) or _is_spaceless(text[place]) or _is_spaceless(text[edge]):
        return False
    return text[place] == "_" or text[place].isalnum() or is_mark(text[place])


@lru_cache(4096)
def _is_spaceless(character: str) -> bool:
    """Whether a letter belongs to a script without spaces between words."""
    return unicodedata.name(character, "").partition(" ")[0] in _SPACELESS_SCRIPTS
