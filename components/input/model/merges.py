"""How a vocabulary comes about: letters are joined, the best pair first, again and again.

Byte-pair encoding joins the pair that stands together most often (Sennrich et al. 2016,
https://arxiv.org/abs/1508.07909). WordPiece joins the pair that makes the text likeliest under a model of single
pieces (Schuster and Nakajima 2012; Wu et al. 2016, https://arxiv.org/abs/1609.08144): the one whose joining raises the
text's log-likelihood most, which is about the pair's count times the logarithm of p(ab) / (p(a) p(b)). The library
that trained the pocket family's vocabulary counts, and writes what comes out in the manner of WordPiece, as BERT's
successors do; the file keeps the pieces in the order in which they came about.
"""

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

JOINT = "##"
Pair = tuple[str, str]


@dataclass(frozen=True)
class RankedPair:
    """Two neighbours.

    Attributes:
        pair: The left piece and the right one.
        joined: The piece that they would make.
        count: How often they stand beside each other.
        gain: By how many nats joining them raises the text's log-likelihood, each piece drawn by itself.
    """

    pair: Pair
    joined: str
    count: int
    gain: float


@dataclass(frozen=True)
class Merge:
    """One merge of a word: the pieces after it, which of them is new, and the number of the merge, from 1."""

    pieces: tuple[str, ...]
    at: int
    number: int


@dataclass(frozen=True)
class NextMerges:
    """What either rule would join next, after so many merges of a vocabulary.

    Attributes:
        done: How many merges have been made.
        by_count: The most frequent pairs.
        by_gain: The pairs that make the text likeliest.
        made: What the vocabulary's own next merge was; None after the last.
    """

    done: int
    by_count: tuple[RankedPair, ...]
    by_gain: tuple[RankedPair, ...]
    made: str | None


def letters(word: str) -> tuple[str, ...]:
    """A word before any merge: its letters, all but the first marked as going on."""
    return tuple(letter if number == 0 else JOINT + letter for number, letter in enumerate(word))


def joined(left: str, right: str) -> str:
    """What two neighbours are together."""
    return left + right.removeprefix(JOINT)


def learned_merges(pieces: Sequence[str]) -> dict[Pair, int]:
    """The merges behind a vocabulary whose pieces stand in the order in which they came about, numbered from 1.

    A file has the pieces and not the pairs. But at the time a piece came about, the merges before it leave exactly two
    parts of it: those were joined. Pieces that leave another number were put in by hand, and are no merge.
    """
    merges: dict[Pair, int] = {}
    for piece in pieces:
        bare = piece.removeprefix(JOINT)
        if len(bare) < 2:
            continue
        start = letters(bare)
        if piece != bare:
            start = (JOINT + start[0], *start[1:])
        parts = merged(start, merges)[-1] if merges else start
        if len(parts) == 2 and parts not in merges:
            merges[parts[0], parts[1]] = len(merges) + 1
    return merges


def merged(pieces: Sequence[str], merges: Mapping[Pair, int], most: int | None = None) -> list[tuple[str, ...]]:
    """A word before any merge and after each, the merge learned first coming first.

    Args:
        pieces: The word now.
        merges: Numbers of merges, by pair.
        most: Merges past this number are not known yet.
    """
    found = [tuple(pieces)]
    while True:
        at = _next(found[-1], merges, most)
        if at is None:
            return found
        now = found[-1]
        found.append((*now[:at], joined(now[at], now[at + 1]), *now[at + 2 :]))


def _next(pieces: Sequence[str], merges: Mapping[Pair, int], most: int | None) -> int | None:
    ranked = [(merges[pair], at) for at, pair in enumerate(pairwise(pieces)) if pair in merges]
    if not ranked:
        return None
    number, at = min(ranked)
    return None if most is not None and number > most else at


def merges_of(word: str, merges: Mapping[Pair, int]) -> tuple[Merge, ...]:
    """The merges that a word goes through, with their numbers."""
    steps = merged(letters(word), merges)
    found = []
    for before, after in pairwise(steps):
        at = _next(before, merges, None)
        assert at is not None
        found.append(Merge(after, at, merges[before[at], before[at + 1]]))
    return tuple(found)


def next_merges(words: Mapping[str, int], merges: Mapping[Pair, int], done: int, *, count: int = 6) -> NextMerges:
    """What either rule would join next in a text.

    Args:
        words: The words of the text and how often each stands there.
        merges: The merges of a vocabulary.
        done: How many of them have been made.
        count: How many pairs of either rule.
    """
    single: Counter[str] = Counter()
    pairs: Counter[Pair] = Counter()
    joins: Counter[Pair] = Counter()
    for word, times in words.items():
        pieces = merged(letters(word), merges, done)[-1]
        for piece in pieces:
            single[piece] += times
        for pair in pairwise(pieces):
            pairs[pair] += times
        for pair in _joined_apart(pieces):
            joins[pair] += times
    total = single.total()
    ranked = [
        RankedPair(pair, joined(*pair), times, _gain(single[pair[0]], single[pair[1]], joins[pair], total, pair))
        for pair, times in pairs.items()
    ]
    made = next((joined(*pair) for pair, number in merges.items() if number == done + 1), None)
    return NextMerges(
        done,
        _first(ranked, count, lambda one: one.count),
        _first(ranked, count, lambda one: one.gain),
        made,
    )


def _joined_apart(pieces: Sequence[str]) -> Iterable[Pair]:
    """The pairs of a word that a merge would join: of three like pieces in a row it joins the first two."""
    end_of: dict[Pair, int] = {}
    for place, pair in enumerate(pairwise(pieces)):
        if end_of.get(pair) != place:
            end_of[pair] = place + 1
            yield pair


def _gain(left: int, right: int, joins: int, total: int, pair: Pair) -> float:
    """What joining two pieces adds to the log-likelihood of a text of ``total`` pieces, exactly, in nats.

    The likeliest model of single pieces gives each its share of them, so the log-likelihood is the sum of n log n over
    the pieces, less that of their total.
    """
    before, after = [left, right], [left - joins, right - joins, joins]
    if pair[0] == pair[1]:
        before, after = [left], [left - 2 * joins, joins]
    return sum(map(_weighed, after)) - _weighed(total - joins) - sum(map(_weighed, before)) + _weighed(total)


def _weighed(count: int) -> float:
    return count * math.log(count) if count else 0.0


def _first(ranked: Iterable[RankedPair], count: int, by: Callable[[RankedPair], float]) -> tuple[RankedPair, ...]:
    return tuple(sorted(ranked, key=lambda one: (-by(one), one.pair))[:count])
