"""Cached results of the room “Tests of language”: the scores of lists of pairs."""

from collections.abc import Callable

from cache.engine import engine
from cache.sized_cache import share_results
from components.suites.model.pairs import MinimalPair
from components.suites.model.results import SuiteScores


@share_results(100)
def suite_scores(model_id: str, pairs: tuple[MinimalPair, ...], on_progress: Callable[[int, int], None]) -> SuiteScores:
    """Which sentence of each pair a model prefers, and by how much."""
    from components.suites.model.scoring import score_pairs

    return score_pairs(engine().open_model(model_id), pairs, on_progress=on_progress)
