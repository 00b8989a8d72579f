"""How a vocabulary is made: the best pair of pieces is merged, repeatedly.

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
TokenPair = tuple[str, str]


@dataclass(frozen=True)
class RankedPair:
    """Two adjacent pieces.

    Attributes:
        pair: The left piece and the right one.
        joined: The piece that they make.
        count: How often they are adjacent.
        gain: By how many nats merging them raises the text's log-likelihood under a unigram model.
    """

    pair: TokenPair
    joined: str
    count: int
    gain: float


@dataclass(frozen=True)
class NextMerges:
    """What each rule would merge next, after a number of merges of a vocabulary.

    Attributes:
        done: The number of merges made so far.
        by_count: The most frequent pairs (BPE).
        by_gain: The pairs with the largest gain in likelihood (WordPiece).
        actual: The vocabulary's actual next piece; None after the last.
    """

    done: int
    by_count: tuple[RankedPair, ...]
    by_gain: tuple[RankedPair, ...]
    actual: str | None


def letters(word: str) -> tuple[str, ...]:
    """A word before any merge: its letters, all but the first with “##”."""
    return tuple(letter if number == 0 else JOINT + letter for number, letter in enumerate(word))


def join_pair(left: str, right: str) -> str:
    """The piece made from two adjacent ones."""
    return left + right.removeprefix(JOINT)


def recover_merges(pieces: Sequence[str]) -> dict[TokenPair, int]:
    """The merges behind a vocabulary whose pieces stand in the order in which they came about, numbered from 1.

    A file has the pieces and not the pairs. But at the time a piece came about, the merges before it leave exactly two
    parts of it: those were joined. Pieces that leave another number were put in by hand, and are no merge.
    """
    merges: dict[TokenPair, int] = {}
    for piece in pieces:
        bare = piece.removeprefix(JOINT)
        if len(bare) < 2:
            continue
        start = letters(bare)
        if piece != bare:
            start = (JOINT + start[0], *start[1:])
        parts = apply_merges(start, merges)[-1] if merges else start
        if len(parts) == 2 and parts not in merges:
            merges[parts[0], parts[1]] = len(merges) + 1
    return merges


def apply_merges(
    pieces: Sequence[str], merges: Mapping[TokenPair, int], limit: int | None = None
) -> list[tuple[str, ...]]:
    """A word before any merge and after each, the merge learned first coming first.

    Args:
        pieces: The word now.
        merges: Numbers of merges, by pair.
        limit: Merges past this number are not known yet.
    """
    states = [tuple(pieces)]
    while True:
        index = _next_merge(states[-1], merges, limit)
        if index is None:
            return states
        now = states[-1]
        states.append((*now[:index], join_pair(now[index], now[index + 1]), *now[index + 2 :]))


def _next_merge(pieces: Sequence[str], merges: Mapping[TokenPair, int], limit: int | None) -> int | None:
    ranked = [(merges[pair], index) for index, pair in enumerate(pairwise(pieces)) if pair in merges]
    if not ranked:
        return None
    number, index = min(ranked)
    return None if limit is not None and number > limit else index


def next_merges(words: Mapping[str, int], merges: Mapping[TokenPair, int], done: int, *, count: int = 6) -> NextMerges:
    """What either rule would join next in a text.

    Args:
        words: The words of the text and how often each stands there.
        merges: The merges of a vocabulary.
        done: How many of them have been made.
        count: How many pairs of either rule.
    """
    single: Counter[str] = Counter()
    pairs: Counter[TokenPair] = Counter()
    joins: Counter[TokenPair] = Counter()
    for word, times in words.items():
        pieces = apply_merges(letters(word), merges, done)[-1]
        for piece in pieces:
            single[piece] += times
        for pair in pairwise(pieces):
            pairs[pair] += times
        for pair in _disjoint_pairs(pieces):
            joins[pair] += times
    total = single.total()
    ranked = [
        RankedPair(pair, join_pair(*pair), times, _gain(single[pair[0]], single[pair[1]], joins[pair], total, pair))
        for pair, times in pairs.items()
    ]
    made = next((join_pair(*pair) for pair, number in merges.items() if number == done + 1), None)
    return NextMerges(
        done,
        _top_pairs(ranked, count, lambda ranked_pair: ranked_pair.count),
        _top_pairs(ranked, count, lambda ranked_pair: ranked_pair.gain),
        made,
    )


def _disjoint_pairs(pieces: Sequence[str]) -> Iterable[TokenPair]:
    """The pairs of a word that a merge would join: of three like pieces in a row it joins the first two."""
    end_of: dict[TokenPair, int] = {}
    for place, pair in enumerate(pairwise(pieces)):
        if end_of.get(pair) != place:
            end_of[pair] = place + 1
            yield pair


def _gain(left: int, right: int, joins: int, total: int, pair: TokenPair) -> float:
    """What joining two pieces adds to the log-likelihood of a text of ``total`` pieces, exactly, in nats.

    The likeliest model of single pieces gives each its share of them, so the log-likelihood is the sum of n log n over
    the pieces, less that of their total.
    """
    before, after = [left, right], [left - joins, right - joins, joins]
    if pair[0] == pair[1]:
        before, after = [left], [left - 2 * joins, joins]
    return sum(map(_n_log_n, after)) - _n_log_n(total - joins) - sum(map(_n_log_n, before)) + _n_log_n(total)


def _n_log_n(count: int) -> float:
    return count * math.log(count) if count else 0.0


def _top_pairs(ranked: Iterable[RankedPair], count: int, by: Callable[[RankedPair], float]) -> tuple[RankedPair, ...]:
    return tuple(sorted(ranked, key=lambda ranked_pair: (-by(ranked_pair), ranked_pair.pair))[:count])
