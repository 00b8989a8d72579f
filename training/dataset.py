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
    return read_encoded(file)


def read_encoded(file: Path) -> EncodedText:
    """Read what :func:`encode_cached` wrote."""
    with np.load(file) as arrays:
        return EncodedText(arrays["ids"], arrays["bounds"], arrays["starts"])


class PairSampler:
    """Draws next-sentence pairs of exactly the requested length."""

    def __init__(self, text: EncodedText, *, cls: int, sep: int) -> None:
        self._text, self._cls, self._sep = text, cls, sep
        self._document = np.searchsorted(text.bounds, text.starts, side="right") - 1
        self._room = text.bounds[self._document + 1] - text.starts
        self._roomy: dict[int, Ids] = {}

    def batch(self, rng: np.random.Generator, *, rows: int, length: int) -> Batch:
        """``rows`` pairs of ``length`` tokens each, including special tokens."""
        labels = rng.integers(0, 2, rows)
        roomy = self._sentences_with_room(length)
        starts, document = self._text.starts, self._document
        firsts, others = rng.choice(roomy, rows), rng.choice(roomy, rows)
        begins = starts[firsts]
        # Segment a ends at the end of a sentence in the middle half if there is one, else anywhere in it.
        low, high = (length - 3) // 4, 3 * (length - 3) // 4
        first_cuts, cut_ends = (np.searchsorted(starts, begins + edge) for edge in (low, high))
        counts = cut_ends - first_cuts
        choices, picks, drawn = np.where(counts > 0, counts, high - low), np.zeros(rows, dtype=np.int64), 0
        # Rows are drawn together up to the next whose second text is of the same document, and has to be drawn again.
        for row in (*np.flatnonzero(document[others] == document[firsts]), rows):
            picks[drawn:row] = rng.integers(0, choices[drawn:row])
            drawn = row
            while row < rows and document[others[row]] == document[firsts[row]]:
                others[row] = rng.choice(roomy)
        in_sentences = starts[np.minimum(first_cuts + picks, len(starts) - 1)] - begins
        cuts = np.where(counts > 0, in_sentences, low + picks)[:, None]
        follows = np.where(labels[:, None] == IS_NEXT, begins[:, None] + cuts, starts[others][:, None])
        columns = np.arange(length)
        sources = np.where(columns <= cuts, begins[:, None] + columns - 1, follows + columns - cuts - 2)
        ids = self._text.ids[np.clip(sources, 0, len(self._text.ids) - 1)].astype(np.int64)
        ids[:, 0] = self._cls
        ids[columns == cuts + 1] = self._sep
        ids[:, -1] = self._sep
        return Batch(ids, (columns > cuts + 1).astype(np.int64), np.ones_like(ids), labels)

    def _sentences_with_room(self, length: int) -> Ids:
        """The sentences that begin at least ``length`` tokens before the end of their document."""
        if length not in self._roomy:
            roomy = np.flatnonzero(self._room >= length)
            if len(np.unique(self._document[roomy])) < 2:
                raise ValueError(f"pairs of {length} pieces need two documents of that length: give more text")
            self._roomy[length] = roomy
        return self._roomy[length]


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
        picks = rng.integers(0, len(begins), rows)
        begins, sizes, columns = begins[picks][:, None], sizes[picks][:, None], np.arange(SINGLE_LENGTHS[bucket])
        sources = np.clip(begins + columns - 1, 0, len(self._ids) - 1)
        ids = np.where(columns <= sizes, self._ids[sources].astype(np.int64), self._pad)
        ids[:, 0] = self._cls
        ids[columns == sizes + 1] = self._sep
        return Batch(ids, np.zeros_like(ids), (ids != self._pad).astype(np.int64), np.full(rows, NO_LABEL))


def concatenate_batches(a: Batch, b: Batch) -> Batch:
    """Concatenate two batches of the same length."""
    return Batch(
        np.concatenate((a.ids, b.ids)),
        np.concatenate((a.segments, b.segments)),
        np.concatenate((a.attention_mask, b.attention_mask)),
        np.concatenate((a.next_sentence, b.next_sentence)),
    )
