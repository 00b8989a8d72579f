"""Whether a sentence is probably in another language than English, by its letters, its tokens and its little words.

The rule prefers silence to a false alarm: no sentence of UD English-EWT's training part sets it off with MiniLM's
vocabulary. Sentences of three or four words and languages without words in ``other_languages.txt`` may pass unnoticed.
"""

import unicodedata
from dataclasses import dataclass
from pathlib import Path

from components.model.results import Token, Tokens
from components.model.tokens.function_words import FUNCTION_WORDS

# Frequent short words of about twenty languages in Latin script; those that are English words or names are left out.
OTHER_FUNCTION_WORDS = frozenset(Path(__file__).with_name("other_languages.txt").read_text(encoding="utf-8").split())
_CODE = frozenset("(){}[]=;_<>/\\|*+#@")
_CODE_LIMIT = 3  # so many of these characters make a text code
_STRANGE_SHARE = {1: 0.8, 2: 0.6}  # by the number of marks of another language
_STRANGE_SHARE_OF_MANY = 0.5
_WORDS_WITH_ONE_MARK = 4  # a shorter text with a single mark may be a name


@dataclass(frozen=True)
class TokenCounts:
    """How a model's vocabulary writes a text.

    Attributes:
        tokens: Number of its tokens, without special tokens and masks.
        parts: Number of those that are parts of words.
        unknown: Number of those that stand for what the vocabulary lacks.
    """

    tokens: int
    parts: int
    unknown: int


@dataclass(frozen=True)
class _Word:
    text: str  # as typed
    is_split: bool
    is_first: bool

    @property
    def lower(self) -> str:
        return self.text.casefold()

    @property
    def is_mark(self) -> bool:
        """Whether the word hints at another language: it is a common short word there, or it has accents."""
        if self.text[0].isupper() and not self.is_first:
            return False  # a name
        accented = len(self.text) > 1 and any(letter.isalpha() and not letter.isascii() for letter in self.text)
        return accented or self.lower in OTHER_FUNCTION_WORDS


def counts_if_not_english(tokens: Tokens) -> TokenCounts | None:
    """How the vocabulary writes a text that is probably not English; None if it may be English.

    Args:
        tokens: The text as a model with an English vocabulary reads it; of a pair, the first text counts.
    """
    groups: list[list[Token]] = []
    for token in tokens.items:
        if token.special or token.typed_mask or token.typed_special or token.segment:
            continue
        if token.continues and groups:
            groups[-1].append(token)
        else:
            groups.append([token])
    words = _words(groups, tokens.sentence)
    if not words or not (_is_other_script(words) or _is_other_latin(words, tokens.sentence)):
        return None
    pieces = [token for group in groups if len(group) > 1 for token in group]
    every = [token for group in groups for token in group]
    return TokenCounts(
        len(every),
        parts=sum(not token.unknown for token in pieces),
        unknown=sum(token.unknown for token in every),
    )


def _is_split(group: list[Token]) -> bool:
    return len(group) > 1 or group[0].unknown


def _words(groups: list[list[Token]], sentence: str) -> list[_Word]:
    words: list[_Word] = []
    for group in groups:
        text = sentence[group[0].start : group[-1].end]
        if any(map(str.isalpha, text)):
            words.append(_Word(text, _is_split(group), is_first=not words))
    return words


def _is_other_script(words: list[_Word]) -> bool:
    """Whether most letters are not Latin. Single Greek letters do not count, since they are common in formulas."""
    names = [
        unicodedata.name(letter, "")
        for word in words
        for letter in word.text
        if letter.isalpha() and not (len(word.text) == 1 and unicodedata.name(letter, "").startswith("GREEK"))
    ]
    others = sum("LATIN" not in name for name in names)
    return len(names) > 1 and 2 * others > len(names)


def _is_other_latin(words: list[_Word], sentence: str) -> bool:
    marks = {word.lower for word in words if word.is_mark}
    english = {word.lower for word in words} & FUNCTION_WORDS - OTHER_FUNCTION_WORDS
    is_code = sum(character in _CODE for character in sentence.replace("[MASK]", "")) >= _CODE_LIMIT
    if is_code or (english and not marks & OTHER_FUNCTION_WORDS):
        return False
    if len(marks) <= len(english) or (len(marks) == 1 and len(words) < _WORDS_WITH_ONE_MARK):
        return False
    strange = sum(word.is_mark or (word.is_split and word.lower not in FUNCTION_WORDS) for word in words)
    return strange >= _STRANGE_SHARE.get(len(marks), _STRANGE_SHARE_OF_MANY) * len(words)
