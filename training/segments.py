"""Held-out documents, cut so that every token has the same chance to be evaluated.

A sample that begins at sentence starts draws every *sentence* with the same chance, so texts with short sentences, such
as dialogue, would count for more than their share of the tokens. Here documents are cut into consecutive segments, and
segments are drawn without replacement: each token is in exactly one segment, and each segment has the same chance.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from transformers import BertTokenizer

from training.corpus import documents
from training.dataset import NO_LABEL, Batch, EncodedText, Ids, PairSampler, encode_documents, read_encoded


@dataclass(frozen=True)
class DocumentBatch:
    """Segments, not yet masked, and the number of the document of each. *Shape:* ``documents`` (batch,)."""

    batch: Batch
    documents: Ids


class SegmentSampler:
    """Draws segments of documents, "[CLS] segment [SEP]", without replacement.

    Args:
        text: The documents.
        cls: The id of [CLS].
        sep: The id of [SEP].
        pad: The id of [PAD], for segments that are shorter than the longest of their batch.
        by_sentence: Whether every sentence is a document of its own, for files of unrelated sentences.
    """

    def __init__(self, text: EncodedText, *, cls: int, sep: int, pad: int, by_sentence: bool = False) -> None:
        self._ids, self._cls, self._sep, self._pad = text.ids, cls, sep, pad
        edges = np.union1d(text.bounds, text.starts) if by_sentence else np.unique(text.bounds)
        self._begins, self._sizes = edges[:-1], np.diff(edges)
        of_bounds = np.searchsorted(text.bounds, self._begins, side="right") - 1
        self._documents: Ids = (np.arange(len(self._begins)) if by_sentence else of_bounds).astype(np.int64)

    def cut(self, longest: int) -> tuple[Ids, Ids]:
        """Cut every unit into as few segments of at most ``longest`` tokens as possible, of nearly equal sizes.

        Returns:
            The first token of each segment and, one longer, the edges, so that segment i is
            ``ids[edges[i]:edges[i + 1]]``; and the number of the document of each segment.
        """
        counts = -(-self._sizes // longest)
        edges = [
            begin + size * np.arange(count) // count
            for begin, size, count in zip(self._begins, self._sizes, counts, strict=True)
        ]
        return np.append(np.concatenate(edges), len(self._ids)), np.repeat(self._documents, counts)

    def batches(self, rng: np.random.Generator, *, segments: int, rows: int, length: int) -> Iterator[DocumentBatch]:
        """Batches of at most ``rows`` segments; fewer than ``segments`` in all if the documents have no more.

        Args:
            rng: The source of randomness.
            segments: The number of segments.
            rows: The size of a batch.
            length: The greatest length, in tokens with [CLS] and [SEP].
        """
        edges, documents_of = self.cut(length - 2)
        chosen = rng.permutation(len(documents_of))[:segments]
        for first in range(0, len(chosen), rows):
            drawn = chosen[first : first + rows]
            yield DocumentBatch(self._batch(edges, drawn), documents_of[drawn])

    def _batch(self, edges: Ids, drawn: Ids) -> Batch:
        sizes = edges[drawn + 1] - edges[drawn]
        ids = np.full((len(drawn), int(sizes.max()) + 2), self._pad, dtype=np.int64)
        for row, (begin, size) in enumerate(zip(edges[drawn], sizes, strict=True)):
            ids[row, : size + 2] = np.concatenate(([self._cls], self._ids[begin : begin + size], [self._sep]))
        attended = np.arange(ids.shape[1]) < sizes[:, None] + 2
        return Batch(ids, np.zeros_like(ids), attended.astype(np.int64), np.full(len(drawn), NO_LABEL))


class NoHeldOutTextError(ValueError):
    """A corpus has no held-out document in the files that were asked for."""


@dataclass(frozen=True)
class HeldOutText:
    """Documents held out from training here: as segments for tokens, and as pairs for the next sentence."""

    segments: SegmentSampler
    pairs: PairSampler


def held_out_text(
    corpus: Path,
    tokenizer: BertTokenizer,
    only: Collection[str] | None = None,
    *,
    by_sentence: bool = False,
    encoded: Path | None = None,
) -> HeldOutText:
    """The held-out documents of ``corpus``; ``only`` as in :func:`documents`, ``by_sentence`` as in the sampler.

    If ``encoded`` exists, the text is read from this file instead, as :func:`training.dataset.encode_cached` writes it.

    Raises:
        FileNotFoundError: The folder is missing or holds no ``.txt`` file.
        NoHeldOutTextError: No document of these files is held out.
    """
    if encoded is not None and encoded.exists():
        return divide_text(read_encoded(encoded), tokenizer, by_sentence=by_sentence)
    held_out = [document.paragraphs for document in documents(corpus, only) if document.held_out]
    if not held_out:
        raise NoHeldOutTextError(f"no document in {corpus} is held out: give more text")
    return divide_text(encode_documents(held_out, tokenizer), tokenizer, by_sentence=by_sentence)


def divide_text(text: EncodedText, tokenizer: BertTokenizer, *, by_sentence: bool = False) -> HeldOutText:
    """Encoded documents as segments and as pairs; ``by_sentence`` as in the sampler."""
    ends = {"cls": tokenizer.cls_token_id, "sep": tokenizer.sep_token_id}
    segments = SegmentSampler(text, **ends, pad=tokenizer.pad_token_id, by_sentence=by_sentence)
    return HeldOutText(segments, PairSampler(text, **ends))
