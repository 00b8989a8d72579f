"""How well a checkpoint reads text it has never seen: held-out documents only, 15% of the pieces chosen, 80/10/10."""

from dataclasses import asdict, dataclass

import numpy as np
import torch
from torch.nn import functional

from training.dataset import PairSampler
from training.masking import Corruption
from training.objectives import (
    Marks,
    MaskedWords,
    Model,
    autocast,
    encoded,
    followed,
    tells_next_sentence,
    word_logits,
)

EVALUATION_SEED = 20_261_121


@dataclass(frozen=True)
class Evaluation:
    """Figures on held-out documents.

    ``loss`` is the cross-entropy of the pieces asked for in nats; ``top1`` and ``top5`` the share of them ranked first
    and among the first five; ``next_sentence`` the share of pairs told apart, chance being one half, or None where the
    model has no head for that.
    """

    loss: float
    top1: float
    top5: float
    next_sentence: float | None
    pieces: int
    pairs: int

    def as_dict(self) -> dict[str, float | None]:
        """The figures as JSON takes them."""
        return asdict(self)


@torch.inference_mode()
def evaluate(
    model: Model,
    sampler: PairSampler,
    *,
    marks: Marks,
    device: torch.device,
    pairs: int = 1024,
    length: int = 128,
) -> Evaluation:
    """Figures of ``model`` on ``pairs`` pairs of ``length`` pieces, the same ones at every call.

    A masked model is asked for chosen pieces, a causal one for every piece from those before it.
    """
    model.eval()
    rng = np.random.default_rng(EVALUATION_SEED)
    words = MaskedWords(Corruption(), marks, device)
    loss = first = five = told = pieces = 0.0
    rows = 32
    for _ in range(pairs // rows):
        batch = sampler.batch(rng, rows=rows, length=length)
        if model.config.model_type == "gpt2":
            ids, (positions, wanted) = batch.ids, followed(batch)
        else:
            hidden = words.masked(model, batch, rng)
            ids, positions, wanted = hidden.ids, hidden.positions, hidden.targets
        with autocast(device):
            out = encoded(model, batch, ids, device)
            logits = word_logits(model, out.last_hidden_state, positions).float()
            if tells_next_sentence(model):
                pair = model.cls.seq_relationship(out.pooler_output)
                told += (pair.argmax(dim=1).cpu().numpy() == batch.next_sentence).sum()
        targets = torch.from_numpy(wanted).to(device)
        loss += functional.cross_entropy(logits, targets, reduction="sum").item()
        best = logits.topk(5).indices == targets[:, None]
        first += best[:, 0].sum().item()
        five += best.sum().item()
        pieces += len(targets)
    model.train()
    seen = pairs // rows * rows
    next_sentence = float(told) / seen if tells_next_sentence(model) else None
    return Evaluation(loss / pieces, first / pieces, five / pieces, next_sentence, int(pieces), seen)
