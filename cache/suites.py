"""Cached results of the room “Tests of language”: the scores of lists of pairs, and pronouns beside occupations."""

from collections.abc import Callable

from cache.engine import engine
from cache.sized_cache import share_results
from components.suites.model.occupations import occupations, pronoun_templates
from components.suites.model.pairs import MinimalPair
from components.suites.model.pronoun_results import PronounSuite
from components.suites.model.results import SuiteScores


@share_results(100)
def suite_scores(model_id: str, pairs: tuple[MinimalPair, ...], on_progress: Callable[[int, int], None]) -> SuiteScores:
    """Which sentence of each pair a model prefers, and by how much."""
    from components.suites.model.scoring import score_pairs

    return score_pairs(engine().open_model(model_id), pairs, on_progress=on_progress)


@share_results(50)
def pronoun_suite(model_id: str, on_progress: Callable[[int, int], None]) -> PronounSuite:
    """The pronouns that a model puts into the sentences about all occupations."""
    from components.suites.model.pronouns import pronoun_suite

    words = [each.word for each in occupations()]
    return pronoun_suite(engine().open_model(model_id), words, pronoun_templates(), on_progress)
