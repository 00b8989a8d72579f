"""What a model outputs during a run: predictions of its classifier, and its loss on masked words."""

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch.nn import functional

from components.model.blanks.blank_probes import BLANK, blank_probes
from components.model.checkpoints.lm_heads import vocabulary_head
from components.model.checkpoints.open_model import OpenModel
from components.model.results import Floats
from components.teaching.model.classifier import Classifier, collate

INFERENCE_BATCH = 50
PROBE_STRIDE = 4  # every fourth probe is used: some 60 of 250


@dataclass(frozen=True)
class ClassifierOutput:
    """Logits, shape (sentence, label), and the vectors that the head read, shape (sentence, width)."""

    logits: Floats
    vectors: Floats


@torch.no_grad()
def predict_labels(model: Classifier, opened: OpenModel, token_ids: Sequence[Sequence[int]]) -> ClassifierOutput:
    """Classify sentences, given as token ids, without dropout."""
    model.eval()
    logits, vectors = [], []
    for start in range(0, len(token_ids), INFERENCE_BATCH):
        batch = collate(opened, token_ids[start : start + INFERENCE_BATCH])
        last = model.language_model.base_model(**batch).last_hidden_state
        pooled = model.head_inputs(last, batch["attention_mask"])
        vectors.append(pooled.cpu())
        logits.append(model.head(pooled).cpu())
    return ClassifierOutput(torch.cat(logits).numpy(), torch.cat(vectors).numpy())


@torch.no_grad()
def blank_loss(model: Classifier, opened: OpenModel) -> float | None:
    """The mean loss on the masked words of the probe set, in nats; None for a model without a mask token.

    Predictions come from the vocabulary head that the model was pre-trained with, which no run changes.
    """
    mask = opened.tokenizer.mask_id
    if mask is None:
        return None
    model.eval()
    head = vocabulary_head(model.language_model)
    losses = []
    words = opened.tokenizer.whole_words
    probes = [(probe, words[probe.word][0]) for probe in blank_probes()[::PROBE_STRIDE] if words.get(probe.word)]
    tokenized = [
        (opened.tokenizer.tokens_of_any_length(probe.sentence.replace(BLANK, "[MASK]")).ids, word)
        for probe, word in probes
    ]
    fitting = [(ids, word) for ids, word in tokenized if len(ids) <= opened.tokenizer.positions]
    for start in range(0, len(fitting), INFERENCE_BATCH):
        chunk = fitting[start : start + INFERENCE_BATCH]
        token_ids = [ids for ids, _ in chunk]
        batch = collate(opened, token_ids)
        last = model.language_model.base_model(**batch).last_hidden_state
        positions = torch.tensor([ids.index(mask) for ids in token_ids], device=last.device)
        scores = head(last[torch.arange(len(token_ids), device=last.device), positions]).float()
        targets = torch.tensor([word for _, word in chunk], device=last.device)
        losses.append(functional.cross_entropy(scores, targets, reduction="none").cpu())
    return float(torch.cat(losses).mean()) if losses else None
