"""The three losses of distillation on one sentence.

*Soft targets*: KL(teacher || student) at temperature T, times T². The gradient of the softened KL with respect to a
student logit is (q - p) / T, and for large T the difference q - p itself shrinks as 1 / T, so the gradient shrinks as
1 / T². The factor T² compensates for that at any temperature (Hinton et al. 2015, https://arxiv.org/abs/1503.02531).
*Masked words*: the cross-entropy of masked language modelling. *Cosine*: one minus the cosine of the last hidden
states. As in this project's training, the first loss is over blanks only; in the code of Sanh et al. 2019
(https://arxiv.org/abs/1910.01108) that is the option ``restrict_ce_to_mask``.
"""

import math
from collections.abc import Iterable

import torch
from torch.nn import functional

from components.distillation.model.results import BlankLosses, DistillationLosses, GradientNorm, LossWeights
from components.distillation.model.shared_vocabulary import require_same_tokens, require_shared_vocabulary
from components.distillation.model.soft_targets import validate_temperature
from components.model.checkpoints.open_model import OpenModel
from components.model.inference.forward import last_hidden_state
from components.model.inference.mask_filling import masked_positions
from components.model.inference.prediction import masked_ids
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
    """The losses of ``student`` on a sentence with blanks. Masked words are the targets; a typed [MASK] has none.

    Args:
        teacher: A masked language model.
        student: Another with the same vocabulary.
        tokens: The sentence as the teacher reads it.
        masked: Positions that are masked in addition to typed masks.
        temperature: Divisor of the logits in the first loss.
        weights: Weights of the losses in the sum.

    Raises:
        NothingMasked: There is no blank.
        UserError: The vocabularies differ, or a position, the temperature or a weight is out of range.
    """
    require_shared_vocabulary(teacher, student)
    require_same_tokens(teacher, student, tokens)
    temperature = validate_temperature(temperature)
    _validate_weights(weights)
    blanks = masked_positions(tokens, masked)
    if not blanks:
        raise NothingMasked
    ids = masked_ids(teacher, tokens, blanks)
    teacher_hidden, student_hidden = (
        last_hidden_state(opened, [ids])[0].float() for opened in (teacher, student)
    )  # (token, width)
    teacher_logits, student_logits = (
        opened.head(hidden[list(blanks)].to(opened.model.dtype)).double().cpu()  # (blank, vocabulary)
        for opened, hidden in ((teacher, teacher_hidden), (student, student_hidden))
    )
    blank_losses = tuple(
        _losses_at(tokens, position, teacher_logits[row], student_logits[row], temperature)
        for row, position in enumerate(blanks)
    )
    cosine = None
    if teacher_hidden.shape == student_hidden.shape:
        distances = (1 - functional.cosine_similarity(student_hidden, teacher_hidden, dim=-1)).clamp(0, 2)
        cosine = float(distances.double().mean())
    return DistillationLosses(
        tokens=tokens,
        blanks=blank_losses,
        temperature=temperature,
        weights=weights,
        kl=temperature**2 * sum(blank.kl for blank in blank_losses) / len(blank_losses),
        mlm=_mean_of_known([blank.student for blank in blank_losses]),
        teacher_mlm=_mean_of_known([blank.teacher for blank in blank_losses]),
        cosine=cosine,
        gradients=gradient_norms(teacher_logits, student_logits, sorted({*GRADIENT_TEMPERATURES, temperature})),
        conditions=(teacher.conditions, student.conditions),
    )


def gradient_norms(
    teacher_logits: torch.Tensor, student_logits: torch.Tensor, temperatures: Iterable[float]
) -> tuple[GradientNorm, ...]:
    """The norm of the gradient of the softened KL with respect to the student's logits, at each temperature.

    Args:
        teacher_logits: *Shape:* (blank, vocabulary)
        student_logits: *Shape:* (blank, vocabulary)
        temperatures: Divisors of both.
    """
    norms = []
    for temperature in temperatures:
        difference = (student_logits / temperature).softmax(dim=-1) - (teacher_logits / temperature).softmax(dim=-1)
        unscaled = float(difference.norm(dim=-1).mean()) / temperature
        norms.append(GradientNorm(temperature, unscaled, unscaled * temperature**2))
    return tuple(norms)


def _losses_at(
    tokens: Tokens, position: int, teacher_logits: torch.Tensor, student_logits: torch.Tensor, temperature: float
) -> BlankLosses:
    token = tokens.items[position]
    surprisals = [
        None if token.typed_mask else -float(logits.log_softmax(0)[token.id])
        for logits in (student_logits, teacher_logits)
    ]
    return BlankLosses(
        position=position,
        hidden=None if token.typed_mask else token.text,
        kl=kullback_leibler(
            (teacher_logits / temperature).log_softmax(0), (student_logits / temperature).log_softmax(0)
        ),
        student=surprisals[0],
        teacher=surprisals[1],
    )


def _mean_of_known(values: list[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known else None


def _validate_weights(weights: LossWeights) -> None:
    values = (weights.kl, weights.mlm, weights.cosine)
    if not all(math.isfinite(value) and 0 <= value <= WEIGHT_LIMIT for value in values) or not any(values):
        raise UserError(f"Choose weights from 0 to {WEIGHT_LIMIT:,.0f}, at least one of them above 0.")
