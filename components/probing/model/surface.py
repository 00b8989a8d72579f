"""Labels that are counted: lengths, positions and depths, in bins."""

from collections.abc import Sequence

# The largest number of each bin but the last; bins are numbered from 1.
LENGTHS, POSITIONS = (7, 10), (2, 4, 7)  # of the sentences that ship
TREEBANK_LENGTHS, TREEBANK_POSITIONS = (12, 22), (3, 8, 15)
DEPTH_LIMIT = 4


def length_label(words: int, limits: Sequence[int] = LENGTHS) -> str:
    """The bin of a sentence's length in words."""
    return _bin(words, limits)


def position_label(place: int, limits: Sequence[int] = POSITIONS) -> str:
    """The bin of a word's place in its sentence, counted from 1."""
    return _bin(place, limits)


def depth_label(depth: int) -> str:
    """The number of arcs between a word and the root of its tree; the deepest words share a label."""
    return str(min(depth, DEPTH_LIMIT))


def _bin(value: int, limits: Sequence[int]) -> str:
    return str(1 + sum(value > limit for limit in limits))
