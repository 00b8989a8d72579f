"""Evaluate a checkpoint on held-out documents: 15% of the tokens chosen, 80/10/10."""

from dataclasses import asdict, dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt
import torch
from torch.nn import functional

from training.dataset import Batch
from training.masking import Corruption
from training.objectives import (
    MaskedLanguageModelling,
    Model,
    VocabularyIds,
    autocast,
    has_next_sentence_head,
    next_token_targets,
    run_encoder,
    word_logits,
)

EVALUATION_SEED = 20_261_121
CALIBRATION_BINS = 10
Array = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Evaluation:
    """Figures on held-out documents.

    Attributes:
        loss: Mean cross-entropy of the predicted tokens, in nats.
        top1: Share of tokens whose top prediction is right.
        top5: Share of tokens that are among the top five predictions.
        next_sentence: Accuracy on next-sentence pairs (chance: one half), or None without such a head.
        pieces: Number of predicted tokens.
        pairs: Number of pairs of segments.
        agreement: Share of tokens for which teacher and model have the same top prediction; None without a teacher.
        kl: Mean KL(teacher || model), in nats; None without a teacher.
        calibration: Expected calibration error of the top predictions (Guo et al. 2017,
            https://arxiv.org/abs/1706.04599).
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
        """``rows`` examples of at most ``length`` tokens."""
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
    vocabulary_ids: VocabularyIds,
    device: torch.device,
    pairs: int = 1024,
    length: int = 128,
    teacher: Model | None = None,
) -> Evaluation:
    """Evaluate ``model`` on ``pairs`` pairs of ``length`` tokens, the same ones at every call.

    A masked model predicts the chosen tokens, a causal one every token from those before it. With a ``teacher``, the
    agreement of the two is measured as well.
    """
    model.eval()
    rng = np.random.default_rng(EVALUATION_SEED)
    words = MaskedLanguageModelling(Corruption(), vocabulary_ids, device)
    loss = first = five = next_sentence_hits = token_count = agreed = divergence = 0.0
    confidences: list[Array] = []
    hits: list[Array] = []
    rows = 32
    for _ in range(pairs // rows):
        batch = sampler.batch(rng, rows=rows, length=length)
        if model.config.model_type == "gpt2":
            ids, (positions, target_ids) = batch.ids, next_token_targets(batch)
        else:
            hidden = words.mask(model, batch, rng)
            ids, positions, target_ids = hidden.ids, hidden.positions, hidden.targets
        with autocast(device):
            out = run_encoder(model, batch, ids, device)
            logits = word_logits(model, out.last_hidden_state, positions).float()
            if has_next_sentence_head(model):
                pair = model.cls.seq_relationship(out.pooler_output)
                next_sentence_hits += (pair.argmax(dim=1).cpu().numpy() == batch.next_sentence).sum()
            if teacher is not None:
                teacher_logits = word_logits(
                    teacher, run_encoder(teacher, batch, ids, device).last_hidden_state, positions
                ).float()
                agreed += (teacher_logits.argmax(dim=-1) == logits.argmax(dim=-1)).sum().item()
                log_probabilities, teacher_log_probabilities = (
                    logits.log_softmax(dim=-1),
                    teacher_logits.log_softmax(dim=-1),
                )
                divergence += functional.kl_div(
                    log_probabilities, teacher_log_probabilities, reduction="sum", log_target=True
                ).item()
        targets = torch.from_numpy(target_ids).to(device)
        loss += functional.cross_entropy(logits, targets, reduction="sum").item()
        best = logits.topk(5).indices == targets[:, None]
        confidences.append(logits.softmax(dim=-1).max(dim=-1).values.double().cpu().numpy())
        hits.append(best[:, 0].double().cpu().numpy())
        first += best[:, 0].sum().item()
        five += best.sum().item()
        token_count += len(targets)
    model.train()
    pair_count = pairs // rows * rows
    next_sentence = float(next_sentence_hits) / pair_count if has_next_sentence_head(model) else None
    figures = loss / token_count, first / token_count, five / token_count, next_sentence, int(token_count), pair_count
    return Evaluation(
        *figures,
        agreement=None if teacher is None else agreed / token_count,
        kl=None if teacher is None else divergence / token_count,
        calibration=calibration_error(np.concatenate(confidences), np.concatenate(hits)),
    )
