"""Length extrapolation: the loss by position, for sequences shorter and longer than in training.

The twins that differ in their position encoding were trained on up to 128 tokens. Held-out pairs of other lengths are
masked in the same way for all of them, and the loss is measured by position in the sequence.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch.nn import functional

from training.dataset import PairSampler
from training.evaluate import EVALUATION_SEED
from training.masking import Corruption
from training.objectives import MaskedLanguageModelling, Model, VocabularyIds, autocast, run_encoder, word_logits

LENGTHS = (32, 64, 96, 128, 144, 160, 192, 256, 384, 512)
BUCKET = 16  # positions that are averaged


@dataclass(frozen=True)
class LossAtLength:
    """The loss at some positions of sequences of one length.

    Attributes:
        length: Length of the sequences, in tokens.
        position: The first of :data:`BUCKET` positions, from 0.
        loss: Mean cross-entropy of the masked tokens there, in nats.
        spread: The standard deviation of these losses.
        pieces: The number of masked tokens.
    """

    length: int
    position: int
    loss: float
    spread: float
    pieces: int


@torch.inference_mode()
def losses_by_position(
    model: Model,
    sampler: PairSampler,
    *,
    vocabulary_ids: VocabularyIds,
    device: torch.device,
    tokens: int,
    lengths: tuple[int, ...],
) -> Iterator[LossAtLength]:
    """The loss of ``model`` by position, on ``tokens`` tokens of held-out pairs for each length."""
    model.eval()
    words = MaskedLanguageModelling(Corruption(), vocabulary_ids, device)
    for length in lengths:
        rng = np.random.default_rng((EVALUATION_SEED, length))
        places, losses = [], []
        rows = max(1, 4096 // length)
        for _ in range(max(1, tokens // (rows * length))):
            batch = sampler.batch(rng, rows=rows, length=length)
            hidden = words.mask(model, batch, rng)
            with autocast(device):
                vectors = run_encoder(model, batch, hidden.ids, device).last_hidden_state
                logits = word_logits(model, vectors, hidden.positions).float()
            targets = torch.from_numpy(hidden.targets).to(device)
            losses.append(functional.cross_entropy(logits, targets, reduction="none").cpu().numpy())
            places.append(hidden.positions % length)
        yield from _by_bucket(length, np.concatenate(places), np.concatenate(losses))


def _by_bucket(length: int, places: Any, losses: Any) -> Iterator[LossAtLength]:
    for begin in range(0, length, BUCKET):
        here = losses[(places >= begin) & (places < begin + BUCKET)]
        if len(here):
            yield LossAtLength(length, begin, float(here.mean()), float(here.std()), len(here))
