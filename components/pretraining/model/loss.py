"""The loss of masked language modelling: minus log p of every predicted token, and their mean."""

from components.model.checkpoints.open_model import OpenModel
from components.model.inference.prediction_io import PredictionInput
from components.model.results import Tokens
from components.pretraining.model.results import MaskingLoss, MaskingSample, TokenLoss


def masking_loss(opened: OpenModel, tokens: Tokens, sample: MaskingSample) -> MaskingLoss:
    """The loss of a model on a masked sentence, token by token."""
    targets = sample.targets
    if not targets:
        return MaskingLoss(tokens, sample, (), opened.conditions)
    positions, target_ids = tuple(target.position for target in targets), tuple(target.token_id for target in targets)
    (answer,) = opened.predict([PredictionInput(sample.input_ids(tokens.ids), positions, target_ids)])
    assert answer.log_probability is not None
    costs = tuple(
        TokenLoss(
            target,
            opened.tokenizer.text(target.token_id),  # where a blank was typed, the sentence has no word
            opened.tokenizer.text(target.input_id),
            float(log_probability.exp()),
            -float(log_probability),
        )
        for target, log_probability in zip(targets, answer.log_probability, strict=True)
    )
    return MaskingLoss(tokens, sample, costs, opened.conditions_of([answer]))
