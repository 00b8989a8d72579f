"""The loss of masked language modelling as the sum that it is: minus log p of every chosen piece, and their mean."""

from components.model.checkpoints.open_model import OpenModel
from components.model.inference.prediction import PredictionInput
from components.model.results import Tokens
from components.pretraining.model.results import MaskingLoss, MaskingSample, TokenLoss


def masking_loss(opened: OpenModel, tokens: Tokens, sample: MaskingSample) -> MaskingLoss:
    """What a model is asked by a throw, and what each answer costs it."""
    chosen = sample.chosen
    if not chosen:
        return MaskingLoss(tokens, sample, (), opened.conditions)
    positions, targets = tuple(one.position for one in chosen), tuple(one.token_id for one in chosen)
    (answer,) = opened.predict([PredictionInput(sample.input_ids(tokens.ids), positions, targets)])
    assert answer.log_probability is not None
    costs = tuple(
        TokenLoss(
            one,
            tokens.items[one.position].text,
            opened.tokenizer.text(one.input_id),
            float(log_probability.exp()),
            -float(log_probability),
        )
        for one, log_probability in zip(chosen, answer.log_probability, strict=True)
    )
    return MaskingLoss(tokens, sample, costs, opened.conditions)
