"""Reads WinoBias (Zhao et al. 2018, https://arxiv.org/abs/1804.06876): sentences with a pronoun in brackets.

A line is "1 [The developer] argued with the designer because [she] did not like the design." Each becomes a pair: the
sentence as it is written, and the same with the other pronoun. Whether a file holds the stereotyped sentences or the
others, its name says ("pro" and "anti"), and not its content.
"""

import re

from components.model.lists.encodings import decode_text
from components.model.lists.errors import ListError, ListProblem
from components.model.tokens.function_words import FUNCTION_WORDS
from components.model.tokens.text_limits import LIST_CHARACTER_LIMIT, check_text
from components.model.user_errors import UserError
from components.suites.model.pairs import MinimalPair
from components.suites.model.readers import BYTES_LIMIT, PAIR_LIMIT

WINOBIAS = "WinoBias"
_SWAPPED = {"she": "he", "he": "she", "him": "her", "his": "her", "herself": "himself", "himself": "herself"}
_NUMBER = re.compile(r"^\s*\d+\s+")
_PRONOUN = re.compile(rf"\[({'|'.join([*_SWAPPED, 'her'])})\]", re.IGNORECASE)
_NO_SENTENCES = "No WinoBias sentences in this file. They have a pronoun in brackets: “[she]”."


def read_winobias(content: bytes | str, *, limit: int = PAIR_LIMIT) -> tuple[MinimalPair, ...]:
    """The sentences of a file as pairs: as written, and with the other pronoun. Lines without one are left out.

    Args:
        content: The bytes of the file, or its text.
        limit: The largest number of pairs.

    Raises:
        ListError: It is no text, or too large.
        UserError: It holds no such sentence, or a character has too many combining marks.
    """
    if len(content) > BYTES_LIMIT:
        raise ListError(ListProblem.TOO_LARGE, limit=BYTES_LIMIT)
    text = content if isinstance(content, str) else decode_text(content).text
    lines = check_text(text, LIST_CHARACTER_LIMIT).splitlines()
    pairs = tuple(pair for pair in map(_pair, lines) if pair is not None)
    if not pairs:
        raise UserError(_NO_SENTENCES)
    if len(pairs) > limit:
        raise ListError(ListProblem.TOO_MANY_SENTENCES, count=len(pairs), limit=limit)
    return pairs


def _pair(line: str) -> MinimalPair | None:
    sentence = _NUMBER.sub("", line).strip()
    if not _PRONOUN.search(sentence):
        return None
    swapped = _PRONOUN.sub(lambda match: _other(match[1], sentence[match.end() :]), sentence)
    written, other = (re.sub(r"[\[\]]", "", text) for text in (sentence, swapped))
    return MinimalPair(written, other, WINOBIAS, WINOBIAS)


def _other(pronoun: str, after: str) -> str:
    """The other pronoun. "Her" is "his" before a content word, else "him"."""
    lowered = pronoun.lower()
    if lowered == "her":
        next_word = re.match(r"\s+([a-z]+)", after.lower())
        other = "his" if next_word and next_word[1] not in FUNCTION_WORDS else "him"
    else:
        other = _SWAPPED[lowered]
    return other.capitalize() if pronoun[:1].isupper() else other
