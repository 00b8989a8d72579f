"""Texts of 100,000 characters that take quadratic or exponential time where anything does."""

import re
from collections.abc import Iterable, Iterator
from re import _constants as code  # type: ignore[attr-defined]
from re import _parser  # type: ignore[attr-defined]
from typing import Any

LENGTH = 100_000
# What is repeated: spaces, letters, marks, signs of every syntax that is read here, and short rows of them.
UNITS = (
    *(" ", "\t", "\n", "\u00a0", "a", "A", "7", "_", "é", "字", ".", "-", "=", "/", '"', "'", "[", "(", "{", "<", "$"),
    *("\u0301", "\u200b", "\u202e", "\ufffe", "😀", "a ", "a/", "a.", "a,", "1,", "a\t", "[MASK] ", "a\n", "=1;"),
)
_ALPHABET = "ax A7_-.,;:/=+*#@$%&!?'\"()[]{}<>|~`^\\\t\r\n\u00a0é字\u0301\u200b\u202e\ufeff"


_CATEGORIES = {
    code.CATEGORY_DIGIT: r"\d",
    code.CATEGORY_NOT_DIGIT: r"\D",
    code.CATEGORY_SPACE: r"\s",
    code.CATEGORY_NOT_SPACE: r"\S",
    code.CATEGORY_WORD: r"\w",
    code.CATEGORY_NOT_WORD: r"\W",
}


def attack_texts() -> Iterator[str]:
    """Every unit repeated, alone and with another character at the end."""
    for unit in UNITS:
        yield from _repeated(unit)


def near_misses(pattern: str | bytes, flags: int = 0) -> Iterator[str]:
    """What a pattern matches, repeated without its end or without its beginning."""
    sample = _sample(_parser.parse(pattern, flags))[:24]
    for cut in range(1, len(sample) + 1):
        yield from _repeated(sample[:cut])
        yield from _repeated(sample[-cut:])
        yield sample[:cut] + sample[cut - 1] * LENGTH


def _repeated(unit: str) -> Iterator[str]:
    run = (unit * (LENGTH // len(unit) + 1))[:LENGTH]
    yield run
    yield run[:-1] + "\u0002"


def _sample(tokens: Iterable[tuple[Any, Any]]) -> str:
    """A text that the pattern matches, apart from what it looks ahead or back for."""
    parts = []
    for operation, value in tokens:
        match operation:
            case code.LITERAL:
                parts.append(chr(value))
            case code.NOT_LITERAL | code.ANY:
                parts.append("a")
            case code.IN:
                parts.append(next((each for each in _ALPHABET if _is_in(value, each)), ""))
            case code.BRANCH:
                parts.append(_sample(value[1][0]))
            case code.SUBPATTERN:
                parts.append(_sample(value[3]))
            case code.MAX_REPEAT | code.MIN_REPEAT | code.POSSESSIVE_REPEAT:
                parts.append(_sample(value[2]) * min(3, max(1, value[0])))
            case code.ATOMIC_GROUP:
                parts.append(_sample(value))
            case _:  # places, assertions and references to groups
                pass
    return "".join(parts)


def _is_in(members: Iterable[tuple[Any, Any]], character: str) -> bool:
    is_negated = is_member = False
    for operation, value in members:
        match operation:
            case code.NEGATE:
                is_negated = True
            case code.LITERAL:
                is_member |= ord(character) == value
            case code.RANGE:
                is_member |= value[0] <= ord(character) <= value[1]
            case code.CATEGORY:
                is_member |= re.match(_CATEGORIES[value], character) is not None
    return is_member is not is_negated
