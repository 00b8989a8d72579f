"""Encoded text, and the batches drawn from it.

Every batch is a pure function of (seed, step), so a resumed run draws the same batches as an uninterrupted one.

Two kinds of example. *Pairs* fill the whole length with two segments, "[CLS] a [SEP] b [SEP]", and half of the time b
is taken from another document: next sentence prediction (Devlin et al. 2019, section 3.1). *Singles* are one short
paragraph or sentence each, like those that people type into the app; they have no next-sentence label.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
from transformers import BertTokenizer

Ids = npt.NDArray[np.int64]
NO_LABEL = -100  # ignore_index of torch's cross-entropy
IS_NEXT, NOT_NEXT = 0, 1  # the order of BertForPreTraining's two next-sentence logits
SINGLE_LENGTHS = (12, 16, 24, 32)  # singles are padded to the next of these lengths


@dataclass(frozen=True)
class Batch:
    """Examples of one length, not yet masked.

    *Shape:* ``ids``, ``segments``, ``attention_mask`` (batch, length); ``next_sentence`` (batch,), :data:`NO_LABEL` for
    singles.
    """

    ids: Ids
    segments: Ids
    attention_mask: Ids
    next_sentence: Ids


@dataclass(frozen=True)
class EncodedText:
    """Documents as one sequence of token ids.

    *Shape:* ``ids`` (token,); ``bounds`` (document + 1,): document d is ``ids[bounds[d]:bounds[d + 1]]``;
    ``starts`` (sentence,): the first token of each sentence.
    """

    ids: npt.NDArray[np.uint16]
    bounds: Ids
    starts: Ids


def encode_documents(documents: Iterable[Sequence[str]], tokenizer: BertTokenizer) -> EncodedText:
    """Tokenize documents, each a sequence of paragraphs.

    A sentence begins after ``.``, ``!`` or ``?`` and at the start of a paragraph.
    """
    pieces: list[npt.NDArray[np.uint16]] = []
    bounds, paragraph_starts, total = [0], [], 0
    for paragraphs in documents:
        for ids in tokenizer(list(paragraphs), add_special_tokens=False, verbose=False)["input_ids"]:
            paragraph_starts.append(total)
            pieces.append(np.array(ids, dtype=np.uint16))
            total += len(ids)
        bounds.append(total)
    row = np.concatenate(pieces)
    ends = np.isin(row[:-1], tokenizer.convert_tokens_to_ids([".", "!", "?"]))
    starts = np.union1d(np.flatnonzero(ends) + 1, np.array(paragraph_starts))
    return EncodedText(row, np.array(bounds), starts[starts < total])


def encode_cached(file: Path, read: Callable[[], Iterable[Sequence[str]]], tokenizer: BertTokenizer) -> EncodedText:
    """Encode what ``read`` returns, and cache the result in ``file``."""
    if not file.exists():
        text = encode_documents(read(), tokenizer)
        np.savez(file, ids=text.ids, bounds=text.bounds, starts=text.starts)
    with np.load(file) as arrays:
        return EncodedText(arrays["ids"], arrays["bounds"], arrays["starts"])


class PairSampler:
    """Draws next-sentence pairs of exactly the requested length."""

    def __init__(self, text: EncodedText, *, cls: int, sep: int) -> None:
        self._text, self._cls, self._sep = text, cls, sep
        self._document = np.searchsorted(text.bounds, text.starts, side="right") - 1
        self._room = text.bounds[self._document + 1] - text.starts

    def batch(self, rng: np.random.Generator, *, rows: int, length: int) -> Batch:
        """``rows`` pairs of ``length`` tokens each, including special tokens."""
        ids = np.empty((rows, length), dtype=np.int64)
        segments = np.zeros((rows, length), dtype=np.int64)
        labels = rng.integers(0, 2, rows)
        roomy = np.flatnonzero(self._room >= length)
        if len(np.unique(self._document[roomy])) < 2:
            raise ValueError(f"pairs of {length} pieces need two documents of that length: give more text")
        firsts, others = rng.choice(roomy, rows), rng.choice(roomy, rows)
        for row in range(rows):
            first, other = int(firsts[row]), int(others[row])
            while self._document[other] == self._document[first]:
                other = int(rng.choice(roomy))
            begin = int(self._text.starts[first])
            cut = self._cut(rng, first, length - 3)
            rest = length - 3 - cut
            follow = begin + cut if labels[row] == IS_NEXT else int(self._text.starts[other])
            a, b = self._text.ids[begin : begin + cut], self._text.ids[follow : follow + rest]
            ids[row] = np.concatenate(([self._cls], a, [self._sep], b, [self._sep]))
            segments[row, cut + 2 :] = 1
        return Batch(ids, segments, np.ones_like(ids), labels)

    def _cut(self, rng: np.random.Generator, first: int, pieces: int) -> int:
        """Where segment a ends: at the end of a sentence in the middle half if there is one, else anywhere in it."""
        begin = self._text.starts[first]
        low, high = pieces // 4, 3 * pieces // 4
        here = slice(*np.searchsorted(self._text.starts, (begin + low, begin + high)))
        cuts = self._text.starts[here] - begin
        return int(rng.choice(cuts)) if len(cuts) else int(rng.integers(low, high))


class SingleSampler:
    """Draws short examples: whole documents (``whole_documents``) or single sentences."""

    def __init__(self, text: EncodedText, *, cls: int, sep: int, pad: int, whole_documents: bool) -> None:
        self._ids, self._cls, self._sep, self._pad = text.ids, cls, sep, pad
        edges = text.bounds if whole_documents else np.append(text.starts, len(text.ids))
        begins, sizes = edges[:-1], np.diff(edges)
        self._buckets = []
        shortest = 2
        for length in SINGLE_LENGTHS:
            fits = (sizes >= shortest) & (sizes <= length - 2)
            self._buckets.append((begins[fits], sizes[fits]))
            shortest = length - 1
        self.weights = np.array([sizes.sum() for _, sizes in self._buckets], dtype=np.float64)

    def batch(self, rng: np.random.Generator, *, rows: int, bucket: int) -> Batch:
        """``rows`` singles padded to ``SINGLE_LENGTHS[bucket]``."""
        begins, sizes = self._buckets[bucket]
        ids = np.full((rows, SINGLE_LENGTHS[bucket]), self._pad, dtype=np.int64)
        for row, pick in enumerate(rng.integers(0, len(begins), rows)):
            begin, size = begins[pick], sizes[pick]
            ids[row, : size + 2] = np.concatenate(([self._cls], self._ids[begin : begin + size], [self._sep]))
        return Batch(ids, np.zeros_like(ids), (ids != self._pad).astype(np.int64), np.full(rows, NO_LABEL))


class MixedSingles:
    """Draws batches of singles of one length each; the lengths are weighted by how much text there is of each."""

    def __init__(self, singles: SingleSampler) -> None:
        self._singles = singles

    def batch(self, rng: np.random.Generator, *, rows: int, length: int) -> Batch:
        """``rows`` singles of at most ``length`` tokens."""
        weights = self._singles.weights * (np.array(SINGLE_LENGTHS) <= length)
        return self._singles.batch(rng, rows=rows, bucket=int(rng.choice(len(weights), p=weights / weights.sum())))


def concatenate_batches(a: Batch, b: Batch) -> Batch:
    """Concatenate two batches of the same length."""
    return Batch(
        np.concatenate((a.ids, b.ids)),
        np.concatenate((a.segments, b.segments)),
        np.concatenate((a.attention_mask, b.attention_mask)),
        np.concatenate((a.next_sentence, b.next_sentence)),
    )
