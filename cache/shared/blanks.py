"""Cached results about masked positions that several rooms share."""

from typing import TYPE_CHECKING

from cache.engine import engine
from cache.sized_cache import share_results

if TYPE_CHECKING:
    from components.model.blanks.results import PossibleAnswer
    from components.model.results import Predictions


@share_results(2000)
def predictions(model_id: str, sentence: str, masked: tuple[int, ...] = (), temperature: float = 1.0) -> "Predictions":
    """Candidates for every mask, as many as any page shows."""
    from components.model.inference.prediction import predictions

    return predictions(*engine().read(model_id, sentence), masked, temperature=temperature)


@share_results(2000)
def possible_answers(model_id: str, sentence: str, masked: tuple[int, ...], blank: int) -> "tuple[PossibleAnswer, ...]":
    """The tokens at one blank that can be selected as the answer."""
    from components.model.blanks.occlusion import possible_answers

    return possible_answers(*engine().read(model_id, sentence), masked, blank)
