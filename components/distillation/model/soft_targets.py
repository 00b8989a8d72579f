"""Soft targets: a teacher's whole answer at a blank, evened out by a temperature.

A label says which word stood there and nothing about the others. A teacher also says that another word would nearly
have done and a third would not; dividing its logits by T > 1 before the softmax brings these small probabilities out.
Source: Hinton, Vinyals & Dean 2015, "Distilling the Knowledge in a Neural Network", https://arxiv.org/abs/1503.02531.
"""

import math
from collections.abc import Iterable, Sequence

import torch

from components.distillation.model.results import SoftCandidate, SoftTargets
from components.model.blanks.occlusion import masked_positions_including
from components.model.checkpoints.open_model import OpenModel
from components.model.inference.forward import last_hidden_state
from components.model.inference.prediction import masked_ids, require_mask_id
from components.model.results import Tokens
from components.model.user_errors import UserError

CANDIDATE_COUNT = 12
MINIMUM_TEMPERATURE, MAXIMUM_TEMPERATURE = 0.05, 10_000.0


def validate_temperature(temperature: float) -> float:
    """A temperature that logits can be divided by.

    Raises:
        UserError: It is no number, or far from any use.
    """
    if not MINIMUM_TEMPERATURE <= temperature <= MAXIMUM_TEMPERATURE:
        raise UserError(
            f"Choose a temperature between {MINIMUM_TEMPERATURE:g} and {MAXIMUM_TEMPERATURE:,.0f}: the logits are "
            f"divided by it."
        )
    return float(temperature)


@torch.inference_mode()
def soft_targets(
    opened: OpenModel, tokens: Tokens, masked: Iterable[int], position: int, temperatures: Sequence[float]
) -> SoftTargets:
    """The teacher's logits at the blank at ``position``, at each temperature.

    Args:
        opened: A masked language model.
        tokens: The sentence.
        masked: Positions masked beside the typed masks.
        position: The blank.
        temperatures: What logits are divided by; 1 is the model's own answer.

    Raises:
        NothingMasked: No blank is at ``position``.
        UserError: A position cannot be masked, there is no temperature or one is out of range.
    """
    if not temperatures:
        raise UserError("Choose at least one temperature.")
    checked = tuple(map(validate_temperature, temperatures))
    require_mask_id(opened)
    ids = masked_ids(opened, tokens, masked_positions_including(tokens, masked, position))
    logits = opened.head(last_hidden_state(opened, [ids])[0, position]).double().cpu()  # (vocabulary,)
    divisors = torch.tensor(checked, dtype=torch.float64)[:, None]
    log_probabilities = (logits / divisors).log_softmax(dim=-1)  # (temperature, vocabulary)
    probabilities = log_probabilities.exp()
    entropies = -torch.where(probabilities > 0, probabilities * log_probabilities, 0.0).sum(dim=-1)
    token = tokens.items[position]
    hidden = None if token.typed_mask else token.id
    shown = logits.topk(min(CANDIDATE_COUNT, len(logits))).indices.tolist()
    if hidden is not None and hidden not in shown:
        shown.append(hidden)
    return SoftTargets(
        position=position,
        hidden=None if hidden is None else token.text,
        temperatures=checked,
        candidates=tuple(
            SoftCandidate(
                text=opened.tokenizer.text(i),
                continues=opened.tokenizer.continues(i),
                logit=float(logits[i]),
                probabilities=tuple(probabilities[:, i].tolist()),
                rank=int((logits > logits[i]).sum()) + 1,
                hidden=i == hidden,
            )
            for i in shown
        ),
        entropies=tuple(min(float(entropy), math.log(len(logits))) for entropy in entropies.clamp(min=0.0)),
        vocabulary=len(logits),
        conditions=opened.conditions,
    )
