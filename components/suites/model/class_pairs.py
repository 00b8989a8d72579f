"""Minimal pairs that a class writes: what makes one, and which of them are the same."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from components.model.user_errors import UserError
from components.suites.model.pairs import MinimalPair, phenomena_of, shipped_pairs

SOMETHING_ELSE = "Something else"  # the phenomenon of pairs whose writer names none
SOURCE = "A class"
_MARKUP = re.compile(r"[<>*\[\]{}_\\|]")  # also of blanks: a model would read it, and not as people mean it
_WORD = re.compile(r"[\w'’-]+")

Words = tuple[str, ...]


@dataclass(frozen=True)
class DistinctPairs:
    """The pairs of a class, each once.

    Attributes:
        pairs: In order of arrival.
        repeated_count: How many were sent again, by the same person or by others.
        disputed_count: How many were sent both ways round, so that nobody knows which sentence is the good one. They
            are not among ``pairs``.
    """

    pairs: tuple[MinimalPair, ...]
    repeated_count: int
    disputed_count: int


def class_phenomena() -> tuple[str, ...]:
    """What a writer may say that a pair is about."""
    return (*phenomena_of(shipped_pairs()), SOMETHING_ELSE)


def read_class_pair(text: str, phenomenon: str = "") -> MinimalPair:
    """The pair that a student sent: the good sentence on one line, the bad one on the next.

    Args:
        text: The two lines.
        phenomenon: What the pair is about; "" if its writer did not say.

    Raises:
        UserError: There are not two sentences, they have the same words or hardly a word in common, or there is markup
            or a blank in them.
    """
    good, _, bad = map(str.strip, text.partition("\n"))
    if not (good and bad):
        raise UserError("Write two sentences, a good one and a bad one.")
    if mark := _MARKUP.search(text):
        raise UserError(f"Leave “{mark.group()}” out: write two plain sentences.")
    good_words, bad_words = _words(good), _words(bad)
    if good_words == bad_words:
        raise UserError("Both sentences have the same words. Change one in the bad sentence.")
    if 2 * _shared_count(good_words, bad_words) < max(len(good_words), len(bad_words)):
        raise UserError("These sentences have too little in common. Change only a word or two.")
    return MinimalPair(good, bad, phenomenon or SOMETHING_ELSE, SOURCE)


def distinct_pairs(pairs: Sequence[MinimalPair]) -> DistinctPairs:
    """Each pair once, whoever sent it how often; without those that were sent both ways round.

    Capitals and punctuation make no other pair. A pair is about what the first of its writers who said so says.
    """
    by_words: dict[tuple[Words, Words], MinimalPair] = {}
    for pair in pairs:
        key = _words(pair.good), _words(pair.bad)
        earlier = by_words.setdefault(key, pair)
        if earlier.phenomenon == SOMETHING_ELSE:
            by_words[key] = replace(earlier, phenomenon=pair.phenomenon)
    disputed = {key for key in by_words if key[::-1] in by_words}
    return DistinctPairs(
        tuple(pair for key, pair in by_words.items() if key not in disputed),
        repeated_count=len(pairs) - len(by_words),
        disputed_count=len(disputed) // 2,
    )


def _words(sentence: str) -> Words:
    return tuple(_WORD.findall(sentence.casefold()))


def _shared_count(first: Words, second: Words) -> int:
    """The length of the longest sequence of words that two sentences share, other words between them or not."""
    lengths = [0] * (len(second) + 1)
    for word in first:
        before = lengths
        lengths = [0]
        for place, other in enumerate(second):
            lengths.append(before[place] + 1 if word == other else max(before[place + 1], lengths[place]))
    return lengths[-1]
