"""How well a model predicts tokens that it can see, compared with a masked one."""

from collections.abc import Iterable

from components.model.checkpoints.open_model import OpenModel
from components.model.inference.prediction import mask_prediction, masked_ids
from components.model.inference.prediction_io import PredictionInput
from components.model.results import Tokens
from components.pretraining.model.results import CopyAccuracy


def copy_accuracy(mixture: str, opened: OpenModel, tokens: Tokens, masked: Iterable[int], blank: int) -> CopyAccuracy:
    """Predict a masked blank, and every other token although it is visible, in one pass.

    Args:
        mixture: What the model was trained with.
        opened: The model.
        tokens: The sentence.
        masked: Positions to mask besides every typed [MASK].
        blank: The position of the blank.
    """
    hidden = {*masked, blank}
    ids = masked_ids(opened, tokens, hidden)
    visible = tuple(place for place in tokens.maskable if place not in hidden)
    (answer,) = opened.predict(
        [PredictionInput(ids, (blank, *visible), tuple(tokens.ids[place] for place in (blank, *visible)))]
    )
    assert answer.log_probability is not None
    assert answer.rank is not None
    costs, ranks = (-answer.log_probability[1:]).tolist(), answer.rank[1:].tolist()
    return CopyAccuracy(
        mixture,
        mask_prediction(opened, tokens, answer, 0, blank),
        len(visible),
        sum(rank == 1 for rank in ranks),
        sum(costs) / len(costs) if costs else float("nan"),
    )
