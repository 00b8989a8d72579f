"""Lists of pairs are read once, results are bounded by their bytes, and errors are not kept."""

from operator import itemgetter

import pytest

import cache.suites
from cache import sized_cache
from cache.sized_cache import SizedCache
from components.model.results import Conditions
from components.model.user_errors import UserError
from components.suites.model import scoring
from components.suites.model.pairs import MinimalPair
from components.suites.model.results import PairScore, SuiteScores

TEXT = "The dog barks.\tThe dog bark."
WINOBIAS = b"1 [The nurse] said that [she] left."
LIMIT = 100_000  # bytes
CONDITIONS = Conditions("m", "r", "cpu", "float32", "v")


@pytest.fixture(autouse=True)
def _small_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sized_cache, "_LARGE", SizedCache[tuple[object, int]](LIMIT, itemgetter(1)))


def test_a_list_is_read_once_and_each_kind_by_its_reader() -> None:
    assert cache.suites.pairs_of(TEXT) is cache.suites.pairs_of(TEXT)
    assert cache.suites.pairs_of(TEXT.encode()) == cache.suites.pairs_of(TEXT)
    assert cache.suites.winobias_pairs(WINOBIAS) is cache.suites.winobias_pairs(WINOBIAS)
    for _ in range(2):
        with pytest.raises(UserError):
            cache.suites.winobias_pairs(TEXT.encode())


def test_large_scores_leave_for_others(monkeypatch: pytest.MonkeyPatch) -> None:
    computed: list[int] = []

    class _Engine:
        def open_model(self, model_id: str) -> str:
            return model_id

    def score(_opened: object, pairs: tuple[MinimalPair, ...], *, on_progress: object) -> SuiteScores:
        assert callable(on_progress)
        computed.append(len(pairs[0].good))
        return SuiteScores(tuple(PairScore(pair, 1.0) for pair in pairs), CONDITIONS)

    monkeypatch.setattr(cache.suites, "engine", _Engine)
    monkeypatch.setattr(scoring, "score_pairs", score)

    def run(length: int) -> None:
        pairs = (MinimalPair("x" * length, "y", "z"),)
        cache.suites.suite_scores("m", pairs, lambda _done, _of: None)

    run(10)
    run(10)
    assert computed == [10]  # still there
    run(LIMIT)
    run(10)
    assert computed == [10, LIMIT, 10]  # the large one had taken its place
