"""What next-sentence prediction learns: four kinds of pairs from held-out documents.

*Next*: two sentences and the two that follow them. *Exchanged*: the same with the halves swapped. *Same text*: the
second half from elsewhere in the same document. *Another text*: from another document, as in training. A head that has
learned order distinguishes *next* from *exchanged*; one that has learned topics distinguishes *another text* from the
rest (Lan et al. 2020, https://arxiv.org/abs/1909.11942, section 4.6, found the latter, and trained ALBERT on sentence
order instead).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from transformers import BertForPreTraining, BertTokenizer

from components.model.statistics.bootstrap import mean_interval, resample_indices
from training.corpus import documents
from training.dataset import EncodedText, encode_documents
from training.evaluate import EVALUATION_SEED

KINDS = ("next", "exchanged", "same text", "another text")
HALF_LIMIT = 40  # maximum tokens of each half
SENTENCES, MINIMUM_GAP = 2, 8  # sentences of a half; minimum distance in sentences of "same text" halves
MINIMUM_LENGTH = 5  # tokens of a half; shorter ones are titles or chapter numbers
Ids = list[int]


@dataclass(frozen=True)
class PairsOfEveryKind:
    """One pair of every kind, as token ids of both halves. ``text`` is the number of the document."""

    text: int
    halves: dict[str, tuple[Ids, Ids]]


def draw_pairs(text: EncodedText, rng: np.random.Generator, count: int) -> Iterator[PairsOfEveryKind]:
    """Draw ``count`` sets of pairs from random places."""
    document = np.searchsorted(text.bounds, text.starts, side="right") - 1

    def half(sentence: int) -> Ids:
        ends = [*text.starts, len(text.ids)]
        begin, end = int(ends[sentence]), int(ends[sentence + SENTENCES])
        return [int(piece) for piece in text.ids[begin : min(end, begin + HALF_LIMIT)]]

    made = 0
    while made < count:
        first = int(rng.integers(len(text.starts) - 2 * SENTENCES - 1))
        same_document = np.flatnonzero(document == document[first])[: -2 * SENTENCES]
        far = same_document[np.abs(same_document - first) >= MINIMUM_GAP]
        other = int(rng.integers(len(text.starts) - SENTENCES - 1))
        if first not in same_document or not len(far) or document[other] == document[first]:
            continue
        a, b = half(first), half(first + SENTENCES)
        same, elsewhere = half(int(rng.choice(far))), half(other)
        if min(map(len, (a, b, same, elsewhere))) < MINIMUM_LENGTH:
            continue
        made += 1
        yield PairsOfEveryKind(
            int(document[first]), dict(zip(KINDS, ((a, b), (b, a), (a, same), (a, elsewhere)), strict=True))
        )


@torch.inference_mode()
def next_sentence_rates(folder: Path, corpus: Path, *, count: int) -> dict[str, dict[str, float]]:
    """The share of pairs that a model calls "next", by kind, with bootstrap intervals.

    Each kind has the same first halves or pairs, so ``lost`` and ``gained`` count those that are called "next" as they
    stand in the text but not in this kind, and the other way round.

    Args:
        folder: A checkpoint with a next-sentence head.
        corpus: The folder of the corpus.
        count: The number of pairs of each kind.
    """
    tokenizer = BertTokenizer.from_pretrained(folder)
    model = BertForPreTraining.from_pretrained(folder, dtype=torch.float32).eval()
    held_out = (each.paragraphs for each in documents(corpus) if each.held_out)
    made = list(draw_pairs(encode_documents(held_out, tokenizer), np.random.default_rng(EVALUATION_SEED), count))
    drawn = resample_indices(count)
    follows = {
        kind: np.array([_follows(model, tokenizer, *each.halves[kind]) for each in made], dtype=float) for kind in KINDS
    }
    rates = {}
    for kind, predictions in follows.items():
        interval, change = mean_interval(predictions, drawn), predictions - follows[KINDS[0]]
        rates[kind] = {
            "share": interval.value,
            "low": interval.low,
            "high": interval.high,
            "lost": int((change < 0).sum()),
            "gained": int((change > 0).sum()),
        }
    return rates


def _follows(model: BertForPreTraining, tokenizer: BertTokenizer, a: Ids, b: Ids) -> bool:
    """Whether the model says that b follows a."""
    ids = [tokenizer.cls_token_id, *a, tokenizer.sep_token_id, *b, tokenizer.sep_token_id]
    types = [0] * (len(a) + 2) + [1] * (len(b) + 1)
    out = model(input_ids=torch.tensor([ids]), token_type_ids=torch.tensor([types]))
    return bool(out.seq_relationship_logits[0].argmax() == 0)  # index 0 means "next"
