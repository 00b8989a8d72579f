"""A blank seen from both sides, from its left alone, and from its right alone.

BERT reads both sides; a left-to-right model would have had the left one only (Devlin et al. 2019, section 3.1,
https://arxiv.org/abs/1810.04805). Here the same weights are kept and a side is taken out of sight: no token, the blank
included, looks at any token of it but the tokenizer's own. Every token keeps its place, so that the end mark still
tells how long the sentence is. The model never saw sentences cut like this in training, and what it loses is in part
that: so a model trained to read from the left is asked beside it (:mod:`components.model.blanks.next_word`).
"""

from collections.abc import Sequence

from components.model.blanks.occlusion import masked_positions_including
from components.model.blanks.results import BlankPrediction
from components.model.blanks.sides_results import ContextSide, SidePredictions
from components.model.checkpoints.open_model import OpenModel
from components.model.checkpoints.records import Role
from components.model.inference.prediction import PredictionInput, PredictionOutput, mask_prediction, masked_ids
from components.model.results import Tokens
from components.model.user_errors import UserError

COMPARED_SIDES = (ContextSide.BOTH, ContextSide.LEFT, ContextSide.RIGHT)


def side_predictions(
    opened: OpenModel, tokens: Tokens, masked: Sequence[int], position: int, answer: int
) -> SidePredictions:
    """The blank at ``position`` under the three views, and what each gives ``answer``.

    Args:
        opened: A masked language model.
        tokens: The sentence.
        masked: The positions a visitor has masked; these and typed masks stay masked, those on a hidden side hidden.
        position: The blank.
        answer: The id of the piece followed there.

    Raises:
        NothingMasked: No blank is at ``position``.
        UserError: A position cannot be masked, or the model was not trained to fill blanks.
    """
    if opened.record.role is Role.CAUSAL:
        raise UserError(
            f"{opened.record.name} reads from left to right and never sees the right side. "
            "Choose a masked model; this one can be compared with it."
        )
    both, left, right = predict_from_sides(opened, tokens, masked, position, answer, COMPARED_SIDES)
    tokenizer = opened.tokenizer
    return SidePredictions(
        position=position,
        answer=tokenizer.text(answer),
        continues=tokenizer.continues(answer),
        predictions=(both, left, right),
        conditions=opened.conditions,
    )


def predict_from_sides(
    opened: OpenModel,
    tokens: Tokens,
    masked: Sequence[int],
    position: int,
    answer: int,
    requested: Sequence[ContextSide],
) -> list[BlankPrediction]:
    """The blank at ``position`` under each view of ``requested``, and what each gives ``answer``.

    Raises:
        NothingMasked: No blank is at ``position``.
        UserError: A position cannot be masked.
    """
    ids = masked_ids(opened, tokens, masked_positions_including(tokens, masked, position))
    questions = [
        PredictionInput(ids, (position,), (answer,), visible_positions(tokens, position, side)) for side in requested
    ]
    return [blank_prediction(opened, tokens, found, position) for found in opened.predict(questions)]


def visible_positions(tokens: Tokens, position: int, side: ContextSide) -> tuple[bool, ...] | None:
    """Which positions may be looked at when a blank is seen from ``side``; None is all of them."""
    match side:
        case ContextSide.BOTH:
            return None
        case ContextSide.RIGHT:
            return tuple(place >= position or token.special for place, token in enumerate(tokens.items))
        case _:
            return tuple(place <= position or token.special for place, token in enumerate(tokens.items))


def blank_prediction(opened: OpenModel, tokens: Tokens, answer: PredictionOutput, position: int) -> BlankPrediction:
    """The answer to a question about one position and one word there, as words."""
    assert answer.log_probability is not None
    assert answer.rank is not None
    prediction = mask_prediction(opened, tokens, answer, 0, position)
    return BlankPrediction(prediction, float(answer.log_probability[0]), int(answer.rank[0]))
