"""Cached results of the room “Tests of language”: lists of pairs, their scores, and pronouns beside occupations."""

import sys
from collections.abc import Callable, Iterable
from hashlib import sha256

from cache.engine import engine
from cache.sized_cache import share_results
from components.suites.model.occupations import occupations, pronoun_templates
from components.suites.model.pairs import MinimalPair
from components.suites.model.pronoun_results import PronounSuite
from components.suites.model.readers import read_pairs
from components.suites.model.results import SuiteScores
from components.suites.model.winobias import read_winobias

Pairs = tuple[MinimalPair, ...]
_PAIR_BYTES = 400  # of a pair with its spans, or of a score, without the texts


def _bytes_of(pairs: Iterable[MinimalPair]) -> int:
    return sum(_PAIR_BYTES + sys.getsizeof(pair.good) + sys.getsizeof(pair.bad) for pair in pairs)


def _identity(content: bytes | str) -> tuple[bool, bytes]:
    """What stands for a list in the cache, so that the list itself need not stay in memory."""
    encoded = content.encode(errors="surrogatepass") if isinstance(content, str) else content
    return isinstance(content, str), sha256(encoded).digest()


@share_results(size=_bytes_of, by=_identity)
def pairs_of(content: bytes | str) -> Pairs:
    """The pairs of a visitor's list.

    Raises:
        UserError: See :func:`components.suites.model.readers.read_pairs`.
    """
    return read_pairs(content)


@share_results(size=_bytes_of, by=_identity)
def winobias_pairs(content: bytes) -> Pairs:
    """The pairs of a file of WinoBias.

    Raises:
        UserError: See :func:`components.suites.model.winobias.read_winobias`.
    """
    return read_winobias(content)


@share_results(size=lambda scores: _bytes_of(each.pair for each in scores.scores) + _PAIR_BYTES * len(scores.scores))
def suite_scores(model_id: str, pairs: Pairs, on_progress: Callable[[int, int], None]) -> SuiteScores:
    """Which sentence of each pair a model prefers, and by how much."""
    from components.suites.model.scoring import score_pairs

    return score_pairs(engine().open_model(model_id), pairs, on_progress=on_progress)


@share_results(50)
def pronoun_suite(model_id: str, on_progress: Callable[[int, int], None]) -> PronounSuite:
    """The pronouns that a model puts into the sentences about all occupations."""
    from components.suites.model.pronouns import pronoun_suite

    words = [each.word for each in occupations()]
    return pronoun_suite(engine().open_model(model_id), words, pronoun_templates(), on_progress)
