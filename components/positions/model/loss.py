"""Loss by position: is a model worse at positions that it was never trained on?

Each token is masked in turn and scored given all the others (Salazar et al. 2020, https://arxiv.org/abs/1910.14659).
Models trained on short texts differ in how well they extrapolate to longer ones (Press et al. 2022,
https://arxiv.org/abs/2108.12409).
"""

from collections.abc import Sequence

from components.model.checkpoints.open_model import OpenModel
from components.model.inference.prediction import token_scores
from components.model.results import Tokens
from components.positions.model.results import PositionLoss


def loss_by_position(
    opened: OpenModel, tokens: Tokens, positions: Sequence[int] | None = None
) -> tuple[PositionLoss, ...]:
    """The loss of each token when it alone is masked.

    Args:
        opened: A masked language model.
        tokens: The text.
        positions: The tokens to score, so that a long text can be scored in parts; None for all.

    Raises:
        UserError: The model has no mask token, or a position cannot be masked.
    """
    scores = token_scores(opened, tokens, positions)
    return tuple(PositionLoss(score.position, score.text, score.surprisal) for score in scores)
