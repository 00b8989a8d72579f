"""The three losses of distillation, as a student is trained by, on a sentence of one's own.

*Soft targets*: KL(teacher || student), both softened by T, times T². The gradient of the softened KL with respect to a
logit of the student's is (q - p) / T, and where T is large q - p itself shrinks as 1 / T, so the pull on the student
shrinks as 1 / T²; the factor restores it, and the teacher keeps its say whatever T is (Hinton et al. 2015,
https://arxiv.org/abs/1503.02531). *Hidden words*: the cross-entropy of masked language modelling. *Direction*: one
minus the cosine of the last hidden states. As in training here, the first is taken over blanks alone; the code of Sanh
et al. 2019 (https://arxiv.org/abs/1910.01108) has a switch for that, ``restrict_ce_to_mask``.
"""

import math
from collections.abc import Iterable

import torch
from torch.nn import functional

from components.distillation.model.results import BlankLosses, DistillationLosses, GradientNorm, LossWeights
from components.distillation.model.soft_targets import validate_temperature
from components.model.checkpoints.open_model import OpenModel
from components.model.inference.forward import last_hidden_state
from components.model.inference.mask_filling import masked_positions
from components.model.inference.prediction import masked_ids
from components.model.inference.shared_vocabulary import require_same_tokens, require_shared_vocabulary
from components.model.results import Tokens
from components.model.statistics.divergence import kullback_leibler
from components.model.user_errors import NothingMasked, UserError

WEIGHT_LIMIT = 1000.0
GRADIENT_TEMPERATURES = (1.0, 2.0, 4.0, 8.0, 16.0, 32.0)


@torch.inference_mode()
def distillation_losses(
    teacher: OpenModel,
    student: OpenModel,
    tokens: Tokens,
    masked: Iterable[int],
    *,
    temperature: float = 2.0,
    weights: LossWeights = LossWeights(),  # noqa: B008 - frozen
) -> DistillationLosses:
    """The losses of ``student`` on a sentence with blanks; hidden words are the targets, a typed mask has none.

    Args:
        teacher: A masked language model.
        student: Another with the same vocabulary.
        tokens: The sentence as the teacher reads it.
        masked: Positions hidden beside the typed masks.
        temperature: What logits are divided by in the first loss.
        weights: What each loss counts in the sum.

    Raises:
        NothingMasked: There is no blank.
        UserError: The vocabularies differ, or a position, the temperature or a weight is out of range.
    """
    require_shared_vocabulary(teacher, student)
    require_same_tokens(teacher, student, tokens)
    temperature = validate_temperature(temperature)
    _check(weights)
    blanks = masked_positions(tokens, masked)
    if not blanks:
        raise NothingMasked
    ids = masked_ids(teacher, tokens, blanks)
    taught, learned = (last_hidden_state(opened, [ids])[0].float() for opened in (teacher, student))  # (token, width)
    wanted, own = (
        opened.head(hidden[list(blanks)].to(opened.model.dtype)).double().cpu()  # (blank, vocabulary)
        for opened, hidden in ((teacher, taught), (student, learned))
    )
    found = tuple(_blank(tokens, p, wanted[row], own[row], temperature) for row, p in enumerate(blanks))
    directions = None
    if taught.shape == learned.shape:
        directions = tuple((1 - functional.cosine_similarity(learned, taught, dim=-1)).clamp(0, 2).tolist())
    return DistillationLosses(
        tokens=tokens,
        blanks=found,
        temperature=temperature,
        weights=weights,
        kl=temperature**2 * sum(blank.kl for blank in found) / len(found),
        mlm=_mean([blank.student for blank in found]),
        teacher_mlm=_mean([blank.teacher for blank in found]),
        cosine=None if directions is None else sum(directions) / len(directions),
        cosine_distances=directions,
        gradients=gradient_norms(wanted, own, sorted({*GRADIENT_TEMPERATURES, temperature})),
        conditions=(teacher.conditions, student.conditions),
    )


def gradient_norms(wanted: torch.Tensor, own: torch.Tensor, temperatures: Iterable[float]) -> tuple[GradientNorm, ...]:
    """How long the gradient of the softened KL is at each temperature, with respect to the student's logits.

    Args:
        wanted: The teacher's logits. *Shape:* (blank, vocabulary)
        own: The student's. *Shape:* (blank, vocabulary)
        temperatures: What both are divided by.
    """
    sizes = []
    for temperature in temperatures:
        apart = (own / temperature).softmax(dim=-1) - (wanted / temperature).softmax(dim=-1)
        plain = float(apart.norm(dim=-1).mean()) / temperature
        sizes.append(GradientNorm(temperature, plain, plain * temperature**2))
    return tuple(sizes)


def _blank(tokens: Tokens, position: int, wanted: torch.Tensor, own: torch.Tensor, temperature: float) -> BlankLosses:
    token = tokens.items[position]
    surprisals = [None if token.typed_mask else -float(logits.log_softmax(0)[token.id]) for logits in (own, wanted)]
    return BlankLosses(
        position=position,
        hidden=None if token.typed_mask else token.text,
        kl=kullback_leibler((wanted / temperature).log_softmax(0), (own / temperature).log_softmax(0)),
        student=surprisals[0],
        teacher=surprisals[1],
    )


def _mean(values: list[float | None]) -> float | None:
    there = [value for value in values if value is not None]
    return sum(there) / len(there) if there else None


def _check(weights: LossWeights) -> None:
    values = (weights.kl, weights.mlm, weights.cosine)
    if not all(math.isfinite(value) and 0 <= value <= WEIGHT_LIMIT for value in values) or not any(values):
        raise UserError(f"Choose weights from 0 to {WEIGHT_LIMIT:,.0f}, at least one of them above 0.")
