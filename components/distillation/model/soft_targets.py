"""Soft targets: a teacher's distribution at a blank, softened by a temperature.

A label names the correct word and says nothing about the others. A teacher also says which other words would almost fit
and which would not; dividing its logits by T > 1 before the softmax increases these small probabilities.
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
    """Return the temperature if logits can be divided by it.

    Raises:
        UserError: It is not a number, or out of range.
    """
    if not MINIMUM_TEMPERATURE <= temperature <= MAXIMUM_TEMPERATURE:
        raise UserError(
            f"Choose a temperature between {MINIMUM_TEMPERATURE:g} and {MAXIMUM_TEMPERATURE:,.0f}: "
            "the logits are "
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
        masked: Positions that are masked in addition to typed masks.
        position: Position of the blank.
        temperatures: Divisors of the logits; 1 gives the model's own distribution.

    Raises:
        NothingMasked: There is no blank at ``position``.
        UserError: A position cannot be masked, there is no temperature, or one is out of range.
    """
    if not temperatures:
        raise UserError("Choose at least one temperature.")
    valid_temperatures = tuple(map(validate_temperature, temperatures))
    require_mask_id(opened)
    ids = masked_ids(opened, tokens, masked_positions_including(tokens, masked, position))
    logits = opened.head(last_hidden_state(opened, [ids], positions=[[position]])[0, 0]).double().cpu()  # (vocabulary,)
    divisors = torch.tensor(valid_temperatures, dtype=torch.float64)[:, None]
    log_probabilities = (logits / divisors).log_softmax(dim=-1)  # (temperature, vocabulary)
    probabilities = log_probabilities.exp()
    entropies = -torch.where(probabilities > 0, probabilities * log_probabilities, 0.0).sum(dim=-1)
    token = tokens.items[position]
    hidden = None if token.typed_mask else token.id
    token_ids = logits.topk(min(CANDIDATE_COUNT, len(logits))).indices.tolist()
    if hidden is not None and hidden not in token_ids:
        token_ids.append(hidden)
    return SoftTargets(
        position=position,
        hidden=None if hidden is None else token.text,
        temperatures=valid_temperatures,
        candidates=tuple(
            SoftCandidate(
                text=opened.tokenizer.text(i),
                continues=opened.tokenizer.continues(i),
                logit=float(logits[i]),
                probabilities=tuple(probabilities[:, i].tolist()),
                rank=int((logits > logits[i]).sum()) + 1,
                hidden=i == hidden,
            )
            for i in token_ids
        ),
        entropies=tuple(min(float(entropy), math.log(len(logits))) for entropy in entropies.clamp(min=0.0)),
        vocabulary=len(logits),
        conditions=opened.conditions,
    )
