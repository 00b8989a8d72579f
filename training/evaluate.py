"""How well a checkpoint reads text it has never seen: held-out documents only, 15% of the pieces chosen, 80/10/10."""

from dataclasses import asdict, dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt
import torch
from torch.nn import functional

from training.dataset import Batch
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
CALIBRATION_BINS = 10
Array = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Evaluation:
    """Figures on held-out documents.

    ``loss`` is the cross-entropy of the pieces asked for in nats; ``top1`` and ``top5`` the share of them ranked first
    and among the first five; ``next_sentence`` the share of pairs told apart, chance being one half, or None where the
    model has no head for that. Beside a teacher, ``agreement`` is the share of pieces both rank the same one first for,
    and ``kl`` the mean divergence KL(teacher || model) in nats. ``calibration`` is how far the probability of first
    choices is from how often they are right, on average (Guo et al. 2017, https://arxiv.org/abs/1706.04599).
    """

    loss: float
    top1: float
    top5: float
    next_sentence: float | None
    pieces: int
    pairs: int
    agreement: float | None = None
    kl: float | None = None
    calibration: float | None = None

    def as_dict(self) -> dict[str, float | None]:
        """The figures as JSON takes them."""
        return asdict(self)


class Sampler(Protocol):
    """Draws batches of text."""

    def batch(self, rng: np.random.Generator, *, rows: int, length: int) -> Batch:
        """``rows`` examples of ``length`` pieces at most."""
        ...


def calibration_error(confidence: Array, right: Array) -> float:
    """The mean difference between confidence and accuracy over bins of confidence, weighted by their size.

    *Shape:* both (answer,), the probability of the first choice and whether it was right
    """
    bins = np.minimum((confidence * CALIBRATION_BINS).astype(int), CALIBRATION_BINS - 1)
    apart = np.bincount(bins, weights=confidence - right, minlength=CALIBRATION_BINS)
    return float(np.abs(apart).sum() / len(confidence))


@torch.inference_mode()
def evaluate(
    model: Model,
    sampler: Sampler,
    *,
    marks: Marks,
    device: torch.device,
    pairs: int = 1024,
    length: int = 128,
    teacher: Model | None = None,
) -> Evaluation:
    """Figures of ``model`` on ``pairs`` pairs of ``length`` pieces, the same ones at every call.

    A masked model is asked for chosen pieces, a causal one for every piece from those before it. Beside a ``teacher``,
    how alike the two answer is told as well.
    """
    model.eval()
    rng = np.random.default_rng(EVALUATION_SEED)
    words = MaskedWords(Corruption(), marks, device)
    loss = first = five = told = pieces = agreed = apart = 0.0
    sure: list[Array] = []
    hits: list[Array] = []
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
            if teacher is not None:
                taught = word_logits(teacher, encoded(teacher, batch, ids, device).last_hidden_state, positions).float()
                agreed += (taught.argmax(dim=-1) == logits.argmax(dim=-1)).sum().item()
                own, theirs = logits.log_softmax(dim=-1), taught.log_softmax(dim=-1)
                apart += functional.kl_div(own, theirs, reduction="sum", log_target=True).item()
        targets = torch.from_numpy(wanted).to(device)
        loss += functional.cross_entropy(logits, targets, reduction="sum").item()
        best = logits.topk(5).indices == targets[:, None]
        sure.append(logits.softmax(dim=-1).max(dim=-1).values.double().cpu().numpy())
        hits.append(best[:, 0].double().cpu().numpy())
        first += best[:, 0].sum().item()
        five += best.sum().item()
        pieces += len(targets)
    model.train()
    seen = pairs // rows * rows
    next_sentence = float(told) / seen if tells_next_sentence(model) else None
    figures = loss / pieces, first / pieces, five / pieces, next_sentence, int(pieces), seen
    return Evaluation(
        *figures,
        agreement=None if teacher is None else agreed / pieces,
        kl=None if teacher is None else apart / pieces,
        calibration=calibration_error(np.concatenate(sure), np.concatenate(hits)),
    )
