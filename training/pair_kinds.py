"""What next-sentence prediction learns to tell: four kinds of pair from documents that were never trained on.

*Next*: two sentences and the two that follow them. *Exchanged*: the same, the second first. *Same text*: the second
half from elsewhere in the same document. *Another text*: from another document, as in training. A head that reads order
tells *next* from *exchanged*; one that reads topics tells *another text* from the rest (Lan et al. 2020,
https://arxiv.org/abs/1909.11942, section 4.6, found the latter, and gave ALBERT sentence order in its place).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from transformers import BertForPreTraining, BertTokenizer

from components.model.statistics.bootstrap import mean_interval, resample_indices
from training.corpus import documents
from training.dataset import Encoded, encode
from training.evaluate import EVALUATION_SEED

KINDS = ("next", "exchanged", "same text", "another text")
HALF = 40  # pieces of either half at most
SENTENCES, APART = 2, 8  # sentences of a half; how many lie between two halves of one text that do not follow
SHORTEST = 5  # pieces of a half: titles and numbers of chapters are no sentences
Ids = list[int]


@dataclass(frozen=True)
class Pairs:
    """One pair of every kind: first half, second half. ``text`` is the number of its document."""

    text: int
    halves: dict[str, tuple[Ids, Ids]]


def pairs(text: Encoded, rng: np.random.Generator, count: int) -> Iterator[Pairs]:
    """``count`` sets of pairs, each from a place of its own."""
    document = np.searchsorted(text.bounds, text.starts, side="right") - 1

    def half(sentence: int) -> Ids:
        ends = [*text.starts, len(text.ids)]
        begin, end = int(ends[sentence]), int(ends[sentence + SENTENCES])
        return [int(piece) for piece in text.ids[begin : min(end, begin + HALF)]]

    made = 0
    while made < count:
        first = int(rng.integers(len(text.starts) - 2 * SENTENCES - 1))
        own = np.flatnonzero(document == document[first])[: -2 * SENTENCES]
        far = own[np.abs(own - first) >= APART]
        other = int(rng.integers(len(text.starts) - SENTENCES - 1))
        if first not in own or not len(far) or document[other] == document[first]:
            continue
        a, b = half(first), half(first + SENTENCES)
        same, elsewhere = half(int(rng.choice(far))), half(other)
        if min(map(len, (a, b, same, elsewhere))) < SHORTEST:
            continue
        made += 1
        yield Pairs(int(document[first]), dict(zip(KINDS, ((a, b), (b, a), (a, same), (a, elsewhere)), strict=True)))


@torch.inference_mode()
def told_apart(folder: Path, corpus: Path, *, count: int) -> dict[str, dict[str, float]]:
    """For every kind, the share of pairs that a model calls "next", with its interval over documents' pairs.

    Args:
        folder: A checkpoint with a next-sentence head.
        corpus: The folder of texts.
        count: How many pairs of each kind.
    """
    tokenizer = BertTokenizer.from_pretrained(folder)
    model = BertForPreTraining.from_pretrained(folder, dtype=torch.float32).eval()
    held_out = (each.paragraphs for each in documents(corpus) if each.held_out)
    made = list(pairs(encode(held_out, tokenizer), np.random.default_rng(EVALUATION_SEED), count))
    drawn = resample_indices(count)
    found = {}
    for kind in KINDS:
        said = np.array([_follows(model, tokenizer, *each.halves[kind]) for each in made], dtype=float)
        interval = mean_interval(said, drawn)
        found[kind] = {"share": interval.value, "low": interval.low, "high": interval.high}
    return found


def _follows(model: BertForPreTraining, tokenizer: BertTokenizer, a: Ids, b: Ids) -> bool:
    """Whether the model says that b follows a."""
    ids = [tokenizer.cls_token_id, *a, tokenizer.sep_token_id, *b, tokenizer.sep_token_id]
    types = [0] * (len(a) + 2) + [1] * (len(b) + 1)
    out = model(input_ids=torch.tensor([ids]), token_type_ids=torch.tensor([types]))
    return bool(out.seq_relationship_logits[0].argmax() == 0)  # index 0 means "next"
