"""Predictions at a blank from both sides, from the left context only, and from the right context only.

BERT reads both sides; a left-to-right model reads the left one only (Devlin et al. 2019, section 3.1,
https://arxiv.org/abs/1810.04805). Here the same model predicts with one side masked out of attention: no token attends
to it, except to special tokens. Tokens keep their positions, so the final [SEP] still shows the sentence's length. The
model was not trained on such input, which explains part of the loss, so a causal model is the control
(:mod:`components.model.blanks.next_word`).
"""

from collections.abc import Sequence

from components.model.blanks.occlusion import masked_positions_including
from components.model.blanks.results import BlankPrediction
from components.model.blanks.sides_results import ContextSide, SidePredictions
from components.model.checkpoints.open_model import OpenModel
from components.model.checkpoints.records import Role
from components.model.inference.prediction import mask_prediction, masked_ids
from components.model.inference.prediction_io import PredictionInput, PredictionOutput
from components.model.results import Tokens
from components.model.user_errors import UserError

COMPARED_SIDES = (ContextSide.BOTH, ContextSide.LEFT, ContextSide.RIGHT)


def side_predictions(
    opened: OpenModel, tokens: Tokens, masked: Sequence[int], blank: int, answer: int
) -> SidePredictions:
    """The predictions at ``blank`` from both sides, the left and the right.

    Args:
        opened: A masked language model.
        tokens: The sentence.
        masked: The masked positions besides typed masks.
        blank: Position of the blank.
        answer: The id of the token to score.

    Raises:
        NothingMasked: ``blank`` is not masked.
        UserError: A position cannot be masked, or the model is causal.
    """
    if opened.record.role is Role.CAUSAL:
        raise UserError(
            f"{opened.record.name} reads from left to right and never sees the right side. "
            "Choose a masked model; this one can be compared with it."
        )
    both, left, right = predict_from_sides(opened, tokens, masked, blank, answer, COMPARED_SIDES)
    tokenizer = opened.tokenizer
    return SidePredictions(
        position=blank,
        answer=tokenizer.text(answer),
        continues=tokenizer.continues(answer),
        predictions=(both, left, right),
        conditions=opened.conditions,
    )


def predict_from_sides(
    opened: OpenModel,
    tokens: Tokens,
    masked: Sequence[int],
    blank: int,
    answer: int,
    requested: Sequence[ContextSide],
) -> list[BlankPrediction]:
    """The prediction at ``blank`` from each of the requested sides, with the score of ``answer``.

    Raises:
        NothingMasked: ``blank`` is not masked.
        UserError: A position cannot be masked.
    """
    ids = masked_ids(opened, tokens, masked_positions_including(tokens, masked, blank))
    inputs = [PredictionInput(ids, (blank,), (answer,), visible_positions(tokens, blank, side)) for side in requested]
    return [blank_prediction(opened, tokens, output, blank) for output in opened.predict(inputs)]


def visible_positions(tokens: Tokens, position: int, side: ContextSide) -> tuple[bool, ...] | None:
    """Whether each position is visible from ``side`` of a blank; None means all are."""
    match side:
        case ContextSide.BOTH:
            return None
        case ContextSide.RIGHT:
            return tuple(place >= position or token.special for place, token in enumerate(tokens.items))
        case _:
            return tuple(place <= position or token.special for place, token in enumerate(tokens.items))


def blank_prediction(opened: OpenModel, tokens: Tokens, answer: PredictionOutput, position: int) -> BlankPrediction:
    """Decode the output for one position with one target."""
    assert answer.log_probability is not None
    assert answer.rank is not None
    prediction = mask_prediction(opened, tokens, answer, 0, position)
    return BlankPrediction(prediction, float(answer.log_probability[0]), int(answer.rank[0]))
