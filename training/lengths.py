"""What each kind of position makes of places it has never seen: the loss at every position of short and long text.

The twins that differ in their positions were trained on up to 128 pieces. Held-out pairs of other lengths are masked
the same way for all of them, and the loss is told by where in the sequence a piece stands.
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
from training.objectives import Marks, MaskedWords, Model, autocast, encoded, word_logits

LENGTHS = (32, 64, 96, 128, 144, 160, 192, 256, 384, 512)
BUCKET = 16  # positions that are told of together


@dataclass(frozen=True)
class LossAt:
    """The loss at some positions of sequences of one length.

    Attributes:
        length: Of the sequences, in pieces.
        position: The first of :data:`BUCKET` positions, from 0.
        loss: Mean cross-entropy of the pieces asked for there, in nats.
        spread: The standard deviation of these pieces' losses.
        pieces: How many were asked for.
    """

    length: int
    position: int
    loss: float
    spread: float
    pieces: int


@torch.inference_mode()
def losses_by_position(
    model: Model, sampler: PairSampler, *, marks: Marks, device: torch.device, tokens: int, lengths: tuple[int, ...]
) -> Iterator[LossAt]:
    """The loss of ``model`` at every position of held-out pairs, ``tokens`` pieces of each of ``lengths``."""
    model.eval()
    words = MaskedWords(Corruption(), marks, device)
    for length in lengths:
        rng = np.random.default_rng((EVALUATION_SEED, length))
        places, losses = [], []
        rows = max(1, 4096 // length)
        for _ in range(max(1, tokens // (rows * length))):
            batch = sampler.batch(rng, rows=rows, length=length)
            hidden = words.masked(model, batch, rng)
            with autocast(device):
                vectors = encoded(model, batch, hidden.ids, device).last_hidden_state
                logits = word_logits(model, vectors, hidden.positions).float()
            targets = torch.from_numpy(hidden.targets).to(device)
            losses.append(functional.cross_entropy(logits, targets, reduction="none").cpu().numpy())
            places.append(hidden.positions % length)
        yield from _by_bucket(length, np.concatenate(places), np.concatenate(losses))


def _by_bucket(length: int, places: Any, losses: Any) -> Iterator[LossAt]:
    for begin in range(0, length, BUCKET):
        here = losses[(places >= begin) & (places < begin + BUCKET)]
        if len(here):
            yield LossAt(length, begin, float(here.mean()), float(here.std()), len(here))
