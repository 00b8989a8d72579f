"""Text sampled as the stored figures of a checkpoint were: by token, or before that by sentence starts."""

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from training.dataset import PairSampler
from training.segments import DocumentBatch, HeldOutText, SegmentSampler


class PairSegments(SegmentSampler):
    """Pairs that begin at sentence starts, every sentence with the same chance, in the place of segments."""

    def __init__(self, pairs: PairSampler) -> None:
        self._pairs = pairs

    def batches(self, rng: np.random.Generator, *, segments: int, rows: int, length: int) -> Iterator[DocumentBatch]:
        """Batches of pairs; each pair counts as a document."""
        for first in range(0, segments, rows):
            yield DocumentBatch(self._pairs.batch(rng, rows=rows, length=length), np.arange(first, first + rows))


def sampled_as(figures: Mapping[str, Any], text: HeldOutText) -> HeldOutText:
    """``text``, sampled as for ``figures``, an evaluation in ``evaluation.json``."""
    return text if "documents" in figures else HeldOutText(PairSegments(text.pairs), text.pairs)
