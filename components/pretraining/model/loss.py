"""The loss of masked language modelling as the sum that it is: minus log p of every chosen piece, and their mean."""

from components.model.checkpoints.open_model import OpenModel
from components.model.inference.prediction import PredictionInput
from components.model.results import Tokens
from components.pretraining.model.results import Cost, Throw, ThrowLoss


def throw_loss(opened: OpenModel, tokens: Tokens, thrown: Throw) -> ThrowLoss:
    """What a model is asked by a throw, and what each answer costs it."""
    chosen = thrown.chosen
    if not chosen:
        return ThrowLoss(tokens, thrown, (), opened.conditions)
    positions, targets = tuple(one.position for one in chosen), tuple(one.target for one in chosen)
    (answer,) = opened.predict([PredictionInput(thrown.ids(tokens.ids), positions, targets)])
    assert answer.log_probability is not None
    costs = tuple(
        Cost(
            one,
            tokens.items[one.position].text,
            opened.tokenizer.text(one.shown),
            float(log_probability.exp()),
            -float(log_probability),
        )
        for one, log_probability in zip(chosen, answer.log_probability, strict=True)
    )
    return ThrowLoss(tokens, thrown, costs, opened.conditions)
