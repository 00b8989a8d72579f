"""What a classifier says of sentences, and what its language model still says of blanks."""

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch.nn import functional

from components.model.blanks.blank_probes import BLANK, blank_probes
from components.model.checkpoints.lm_heads import vocabulary_head
from components.model.checkpoints.open_model import OpenModel
from components.model.results import Floats
from components.teaching.model.classifier import Classifier, batch_of

AT_ONCE = 50
EVERY_BLANK = 4  # of how many probes one is asked: some 60 of 250


@dataclass(frozen=True)
class Said:
    """Scores (sentence, label) and the vectors that the head read (sentence, width)."""

    logits: Floats
    vectors: Floats


@torch.no_grad()
def said(model: Classifier, opened: OpenModel, pieces: Sequence[Sequence[int]]) -> Said:
    """What a classifier says of sentences, given as ids; without dropout."""
    model.eval()
    logits, vectors = [], []
    for start in range(0, len(pieces), AT_ONCE):
        batch = batch_of(opened, pieces[start : start + AT_ONCE])
        last = model.language_model.base_model(**batch).last_hidden_state
        pooled = model.pooled(last, batch["attention_mask"])
        vectors.append(pooled.cpu())
        logits.append(model.head(pooled).cpu())
    return Said(torch.cat(logits).numpy(), torch.cat(vectors).numpy())


@torch.no_grad()
def blank_loss(model: Classifier, opened: OpenModel) -> float | None:
    """The mean loss of the right word at blanks of the probe set, in nats; None for a model without masks.

    The encoder is asked through the vocabulary head that it was pre-trained with, which no run changes.
    """
    mask = opened.tokenizer.mask_id
    if mask is None:
        return None
    model.eval()
    head = vocabulary_head(model.language_model)
    losses = []
    words = opened.tokenizer.whole_words
    known = [(probe, words[probe.word][0]) for probe in blank_probes()[::EVERY_BLANK] if words.get(probe.word)]
    read = [
        (opened.tokenizer.tokens_of_any_length(probe.sentence.replace(BLANK, "[MASK]")).ids, word)
        for probe, word in known
    ]
    fitting = [(ids, word) for ids, word in read if len(ids) <= opened.tokenizer.positions]
    for start in range(0, len(fitting), AT_ONCE):
        some = fitting[start : start + AT_ONCE]
        pieces = [ids for ids, _ in some]
        batch = batch_of(opened, pieces)
        last = model.language_model.base_model(**batch).last_hidden_state
        places = torch.tensor([ids.index(mask) for ids in pieces], device=last.device)
        scores = head(last[torch.arange(len(pieces), device=last.device), places]).float()
        wanted = torch.tensor([word for _, word in some], device=last.device)
        losses.append(functional.cross_entropy(scores, wanted, reduction="none").cpu())
    return float(torch.cat(losses).mean()) if losses else None
