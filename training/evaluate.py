"""Evaluate a checkpoint on held-out documents: 15% of the tokens chosen, 80/10/10, every token with the same chance.

Intervals are percentile bootstraps that draw whole documents, because tokens of one document are alike: a model that
knows a topic predicts many of its words.
"""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch.nn import functional

from components.model.statistics.bootstrap import Interval, interval, mean_interval, resample_indices
from training.dataset import Batch, Ids, PairSampler
from training.masking import Corruption
from training.objectives import (
    MaskedLanguageModelling,
    Model,
    VocabularyIds,
    has_next_sentence_head,
    next_token_targets,
    run_encoder,
    word_logits,
)
from training.segments import HeldOutText

EVALUATION_SEED = 20_261_121
CALIBRATION_BINS = 10
SEGMENTS = 1024  # for the figures of a card: more hardly narrow intervals over as few documents as are held out
ROWS = 32
Array = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Evaluation:
    """Figures on held-out documents.

    Attributes:
        loss: Mean cross-entropy of the predicted tokens, in nats.
        top1: Share of tokens whose top prediction is right.
        top5: Share of tokens that are among the top five predictions.
        next_sentence: Accuracy on next-sentence pairs (chance: one half), or None if it was not measured.
        pieces: Number of predicted tokens.
        pairs: Number of next-sentence pairs.
        documents: Number of documents that the predicted tokens are from.
        agreement: Share of tokens for which teacher and model have the same top prediction; None without a teacher.
        kl: Mean KL(teacher || model), in nats; None without a teacher.
        relative_top1: ``top1`` divided by the teacher's on the same tokens; None without a teacher.
        calibration: Expected calibration error of the top predictions (Guo et al. 2017,
            https://arxiv.org/abs/1706.04599).
        intervals: The ends of the 95% interval of each figure, by its name. That of ``next_sentence`` draws pairs, the
            others documents.
    """

    loss: float
    top1: float
    top5: float
    next_sentence: float | None
    pieces: int
    pairs: int
    documents: int
    agreement: float | None = None
    kl: float | None = None
    relative_top1: float | None = None
    calibration: float | None = None
    intervals: Mapping[str, tuple[float, float]] = field(default_factory=dict)

    def as_dict(self) -> dict[str, Any]:
        """The figures as JSON takes them."""
        return asdict(self)


def calibration_error(confidence: Array, right: Array) -> float:
    """The mean difference between confidence and accuracy over bins of confidence, weighted by their size.

    *Shape:* both (answer,), the probability of the first choice and whether it was right
    """
    bins = np.minimum((confidence * CALIBRATION_BINS).astype(int), CALIBRATION_BINS - 1)
    apart = np.bincount(bins, weights=confidence - right, minlength=CALIBRATION_BINS)
    return float(np.abs(apart).sum() / len(confidence))


def interval_by_document(values: Array, documents: Ids, *, per: Array | None = None) -> Interval:
    """The sum of ``values`` divided by that of ``per``, with an interval over resamples of whole documents.

    Args:
        values: A value for each token.
        documents: The number of the document of each token.
        per: The denominator of each token; None counts tokens, which gives the mean.
    """
    _, numbers = np.unique(documents, return_inverse=True)
    sums, sizes = np.bincount(numbers, weights=values), np.bincount(numbers, weights=per)
    drawn = resample_indices(len(sums))
    return interval(float(sums.sum() / sizes.sum()), sums[drawn].sum(axis=1) / sizes[drawn].sum(axis=1))


@torch.inference_mode()
def evaluate(
    model: Model,
    held_out: HeldOutText,
    *,
    vocabulary_ids: VocabularyIds,
    device: torch.device,
    segments: int = 1024,
    length: int = 128,
    teacher: Model | None = None,
    next_sentence: bool = True,
) -> Evaluation:
    """Evaluate ``model`` on ``segments`` segments of at most ``length`` tokens, the same ones at every call.

    A masked model predicts the chosen tokens, a causal one every token of the text from those before it. With a
    ``teacher``, the agreement of the two is measured as well; with ``next_sentence``, the accuracy on as many
    next-sentence pairs, if the model has a head for them.
    """
    model.eval()
    rng = np.random.default_rng(EVALUATION_SEED)
    words = MaskedLanguageModelling(Corruption(), vocabulary_ids, device, every_row=False)
    scores: dict[str, list[Array]] = defaultdict(list)
    token_documents: list[Ids] = []
    for drawn in held_out.segments.batches(rng, segments=segments, rows=ROWS, length=length):
        if model.config.model_type == "gpt2":
            ids, positions, target_ids = _next_tokens(drawn.batch, vocabulary_ids)
        else:
            hidden = words.mask(model, drawn.batch, rng)
            ids, positions, target_ids = hidden.ids, hidden.positions, hidden.targets
        token_documents.append(drawn.documents[positions // ids.shape[1]])
        logits = _logits(model, drawn.batch, ids, positions, device)
        targets = torch.from_numpy(target_ids).to(device)
        normaliser, (highest, first) = logits.logsumexp(dim=-1), logits.max(dim=-1)
        of_target = logits.gather(1, targets[:, None])
        measured = {
            "loss": normaliser - of_target[:, 0],
            "top1": first == targets,
            "top5": (logits > of_target).sum(dim=-1) < 5,
            "confidence": (highest - normaliser).exp(),
        }
        if teacher is not None:
            teacher_logits = _logits(teacher, drawn.batch, ids, positions, device)
            teacher_first = teacher_logits.argmax(dim=-1)
            measured["agreement"] = teacher_first == first
            measured["teacher_top1"] = teacher_first == targets
            measured["kl"] = functional.kl_div(
                logits.log_softmax(dim=-1), teacher_logits.log_softmax(dim=-1), reduction="none", log_target=True
            ).sum(dim=-1)
        for name, values in measured.items():
            scores[name].append(values.double().cpu().numpy())
    pairs = None
    if next_sentence and has_next_sentence_head(model):
        pairs = next_sentence_hits(model, held_out.pairs, words, count=segments, length=length)
    model.train()
    return _evaluation(
        {name: np.concatenate(values) for name, values in scores.items()}, np.concatenate(token_documents), pairs
    )


def next_sentence_hits(
    model: Model, sampler: PairSampler, words: MaskedLanguageModelling, *, count: int, length: int
) -> Array:
    """Whether the next-sentence head is right, 1 or 0, on each of ``count`` pairs, masked as in training."""
    rng = np.random.default_rng(EVALUATION_SEED)
    hits = []
    for first in range(0, count, ROWS):
        batch = sampler.batch(rng, rows=min(ROWS, count - first), length=length)
        encoded = run_encoder(model, batch, words.mask(model, batch, rng).ids, words.device)
        logits = model.cls.seq_relationship(encoded.pooler_output)
        hits.append(logits.argmax(dim=1).cpu().numpy() == batch.next_sentence)
    return np.concatenate(hits).astype(np.float64)


def _logits(model: Model, batch: Batch, ids: Ids, positions: Ids, device: torch.device) -> torch.Tensor:
    return word_logits(model, run_encoder(model, batch, ids, device).last_hidden_state, positions).float()


def _next_tokens(batch: Batch, vocabulary_ids: VocabularyIds) -> tuple[Ids, Ids, Ids]:
    """The ids of a batch, and flat positions before tokens of the text, with those tokens; [SEP] is no token of it."""
    positions, targets = next_token_targets(batch)
    of_text = targets >= vocabulary_ids.special_count
    return batch.ids, positions[of_text], targets[of_text]


def _evaluation(scores: Mapping[str, Array], documents: Ids, pairs: Array | None) -> Evaluation:
    names = [name for name in ("loss", "top1", "top5", "agreement", "kl") if name in scores]
    figures = {name: interval_by_document(scores[name], documents) for name in names}
    if "teacher_top1" in scores and scores["teacher_top1"].any():
        figures["relative_top1"] = interval_by_document(scores["top1"], documents, per=scores["teacher_top1"])
    if pairs is not None:
        figures["next_sentence"] = mean_interval(pairs, resample_indices(len(pairs)))
    values: dict[str, Any] = {name: figure.value for name, figure in figures.items()}
    return Evaluation(
        **{"next_sentence": None, **values},
        pieces=len(documents),
        pairs=0 if pairs is None else len(pairs),
        documents=len(np.unique(documents)),
        calibration=calibration_error(scores["confidence"], scores["top1"]),
        intervals={name: (figure.low, figure.high) for name, figure in figures.items()},
    )
