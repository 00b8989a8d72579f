"""Compare masking schemes: the shares of chosen tokens that become [MASK], a random token, or stay unchanged.

Devlin et al. 2019 (https://arxiv.org/abs/1810.04805, section 3.1 and appendix C.2) chose 80/10/10, since a model that
only predicts at [MASK] learns no representation of visible words. Here a small BERT is trained with each scheme for the
same number of steps, and all are evaluated alike: at masked, unchanged and randomly replaced tokens.
"""

from dataclasses import dataclass

import numpy as np
import torch

from training.dataset import PairSampler
from training.evaluate import EVALUATION_SEED
from training.masking import Corruption
from training.objectives import MaskedLanguageModelling, Model, VocabularyIds, autocast

CHOSEN = 0.2
SHARES = {
    "80/10/10": Corruption(CHOSEN, 0.8, 0.1),
    "100/0/0": Corruption(CHOSEN, 1.0, 0.0),
    "0/0/100": Corruption(CHOSEN, 0.0, 0.0),
    "50/50/0": Corruption(CHOSEN, 0.5, 0.5),
}
TREATMENTS = {
    "masked": Corruption(0.15, 1.0, 0.0),
    "unmasked": Corruption(0.15, 0.0, 0.0),
    "random": Corruption(0.15, 0.0, 1.0),
}


@dataclass(frozen=True)
class LossByTreatment:
    """Losses at tokens that are masked, unchanged, or randomly replaced.

    Mean cross-entropies of the original tokens, in nats.
    """

    masked: float
    unmasked: float
    random: float


@torch.inference_mode()
def losses_by_treatment(
    model: Model, sampler: PairSampler, *, vocabulary_ids: VocabularyIds, device: torch.device, pairs: int = 512
) -> LossByTreatment:
    """The losses of ``model`` on ``pairs`` held-out pairs of 128 tokens, for each treatment."""
    model.eval()
    losses = {}
    for name, corruption in TREATMENTS.items():
        rng = np.random.default_rng(EVALUATION_SEED)
        words, batch_losses = MaskedLanguageModelling(corruption, vocabulary_ids, device), []
        for _ in range(max(1, pairs // 32)):
            batch = sampler.batch(rng, rows=min(32, pairs), length=128)
            with autocast(device):
                batch_losses.append(words(model, batch, rng)[0].value.item())
        losses[name] = float(np.mean(batch_losses))
    return LossByTreatment(**losses)
