"""What of the chosen pieces should become [MASK], what a random piece, and what stay as it is?

Devlin et al. 2019 (https://arxiv.org/abs/1810.04805, section 3.1 and appendix C.2) chose 80/10/10, since a model that
is only ever asked at [MASK] learns nothing about words that stand there to be read. Here a small BERT is trained on
each choice for the same number of steps, and each is asked the same: for pieces behind [MASK], and for pieces that
stand there.
"""

from dataclasses import dataclass

import numpy as np
import torch

from training.dataset import PairSampler
from training.evaluate import EVALUATION_SEED
from training.masking import Corruption
from training.objectives import Marks, MaskedWords, Model, autocast

CHOSEN = 0.2
SHARES = {
    "80/10/10": Corruption(CHOSEN, 0.8, 0.1),
    "100/0/0": Corruption(CHOSEN, 1.0, 0.0),
    "0/0/100": Corruption(CHOSEN, 0.0, 0.0),
    "50/50/0": Corruption(CHOSEN, 0.5, 0.5),
}
ASKED = {
    "masked": Corruption(0.15, 1.0, 0.0),
    "unmasked": Corruption(0.15, 0.0, 0.0),
    "random": Corruption(0.15, 0.0, 1.0),
}


@dataclass(frozen=True)
class Answered:
    """How a model answers when chosen pieces are hidden, stand there, or are replaced by random ones.

    Losses are mean cross-entropies of the original pieces, in nats.
    """

    masked: float
    unmasked: float
    random: float


@torch.inference_mode()
def answered(model: Model, sampler: PairSampler, *, marks: Marks, device: torch.device, pairs: int = 512) -> Answered:
    """The losses of ``model`` on ``pairs`` held-out pairs of 128 pieces, asked in each way."""
    model.eval()
    losses = {}
    for name, corruption in ASKED.items():
        rng = np.random.default_rng(EVALUATION_SEED)
        words, found = MaskedWords(corruption, marks, device), []
        for _ in range(max(1, pairs // 32)):
            batch = sampler.batch(rng, rows=min(32, pairs), length=128)
            with autocast(device):
                found.append(words(model, batch, rng)[0].value.item())
        losses[name] = float(np.mean(found))
    return Answered(**losses)
