"""Loss against position: does a model guess worse at places it was never trained on?

Each token is masked in turn and its cost taken, given all the others (Salazar et al. 2020,
https://arxiv.org/abs/1910.14659). Trained on short texts and asked about longer ones, models differ in what they make
of the new places (Press et al. 2022, https://arxiv.org/abs/2108.12409).
"""

from collections.abc import Sequence

from components.model.checkpoints.open_model import OpenModel
from components.model.inference.prediction import token_scores
from components.model.results import Tokens
from components.positions.model.results import PositionLoss


def loss_by_position(
    opened: OpenModel, tokens: Tokens, positions: Sequence[int] | None = None
) -> tuple[PositionLoss, ...]:
    """What each token costs when it alone is masked.

    Args:
        opened: A masked language model.
        tokens: The text, as long as the model reads.
        positions: The tokens to score, so that a long text can be scored part by part; None is all of them.

    Raises:
        UserError: The model knows no mask, or a position cannot be masked.
    """
    scores = token_scores(opened, tokens, positions)
    return tuple(PositionLoss(score.position, score.text, score.surprisal) for score in scores)
