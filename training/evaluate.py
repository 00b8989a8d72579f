"""How well a checkpoint reads text it has never seen: held-out documents only, 15% of the pieces chosen, 80/10/10."""

from dataclasses import asdict, dataclass

import numpy as np
import torch
from torch.nn import functional
from transformers import BertForPreTraining

from training.dataset import PairSampler
from training.masking import Corruption, masked
from training.pretrain import autocast, logits

EVALUATION_SEED = 20_261_121


@dataclass(frozen=True)
class Evaluation:
    """Figures on held-out documents.

    ``loss`` is the cross-entropy of chosen pieces in nats; ``top1`` and ``top5`` the share of them ranked first and
    among the first five; ``next_sentence`` the share of pairs told apart, chance being one half.
    """

    loss: float
    top1: float
    top5: float
    next_sentence: float
    pieces: int
    pairs: int

    def as_dict(self) -> dict[str, float]:
        """The figures as JSON takes them."""
        return asdict(self)


@torch.inference_mode()
def evaluate(
    model: BertForPreTraining,
    sampler: PairSampler,
    *,
    mask: int,
    specials: int,
    device: torch.device,
    pairs: int = 1024,
    length: int = 128,
) -> Evaluation:
    """Figures of ``model`` on ``pairs`` pairs of ``length`` pieces, the same ones at every call."""
    model.eval()
    rng = np.random.default_rng(EVALUATION_SEED)
    loss = first = five = told = pieces = 0.0
    rows = 32
    for _ in range(pairs // rows):
        batch = sampler.batch(rng, rows=rows, length=length)
        hidden = masked(batch, rng, Corruption(), mask=mask, vocabulary=model.config.vocab_size, specials=specials)
        with autocast(device):
            word, pair = logits(model, batch, hidden.ids, hidden.positions, device)
        targets = torch.from_numpy(hidden.targets).to(device)
        loss += functional.cross_entropy(word.float(), targets, reduction="sum").item()
        best = word.topk(5).indices == targets[:, None]
        first += best[:, 0].sum().item()
        five += best.sum().item()
        told += (pair.argmax(dim=1).cpu().numpy() == batch.next_sentence).sum()
        pieces += len(targets)
    model.train()
    seen = pairs // rows * rows
    return Evaluation(loss / pieces, first / pieces, five / pieces, float(told) / seen, int(pieces), seen)
