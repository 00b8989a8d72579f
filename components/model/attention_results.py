"""What is read off attention weights. Layers, heads and positions count from 0."""

from dataclasses import dataclass

from components.model.results import Floats

Pairs = tuple[tuple[int, int], ...]  # positions that belong together: in the first sentence, in the second


@dataclass(frozen=True)
class AttentionWithout:
    """Attention among the tokens that are not hidden.

    ``positions`` are where the shown tokens stand in the whole input; ``left`` is how much of each of their rows was on
    shown keys, before any renormalising. A row that had nothing left is all zeros.

    *Shape:* ``attention`` (layer, head, query, key), ``left`` (layer, head, query), both of shown tokens alone
    """

    attention: Floats
    positions: tuple[int, ...]
    left: Floats

    @property
    def empty(self) -> tuple[tuple[int, int, int], ...]:
        """The rows with nothing left: layer, head and the query's place in the whole input."""
        found = (self.left <= 0).nonzero()
        return tuple((int(layer), int(head), self.positions[query]) for layer, head, query in zip(*found, strict=True))


@dataclass(frozen=True)
class SegmentShares:
    """How the words of two sentences spread their attention, on average over the words of a sentence.

    ``between`` is the share that goes from the words of one sentence to those of the other or its own; ``to_marks``
    what goes to the tokenizer's marks, such as [CLS] and [SEP]. What a sentence sends sums to 1.

    *Shape:* ``between`` (layer, head, from sentence, to sentence), ``to_marks`` (layer, head, from sentence)
    """

    between: Floats
    to_marks: Floats


@dataclass(frozen=True)
class HeadChange:
    """How differently a head's row for one word comes out in two sentences.

    ``distance`` is the total variation distance of the two rows: 0 for the same, 1 for nothing shared.
    """

    layer: int
    head: int
    distance: float
