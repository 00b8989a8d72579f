"""Results are computed once for all visitors, kept by names and strings, and refusals are not kept."""

from typing import TYPE_CHECKING

import pytest

import cache.engine
import cache.shared.blanks
import cache.shipped.first_answers
from components.model.checkpoints.catalogue import DEFAULT_MODEL
from components.model.checkpoints.open_model import OpenModel
from components.model.results import Tokens
from components.model.user_errors import Busy, ModelUnavailable, NothingMasked, UserError

if TYPE_CHECKING:
    from components.model.inference.engine import Engine

MODEL = DEFAULT_MODEL
SENTENCE = "The children went down to the bank."


class _Counting:
    """The real engine, counting how often it is asked to read, and refusing when told to."""

    def __init__(self, engine: "Engine") -> None:
        self._engine, self.read_count, self.busy = engine, 0, False

    def read(self, model_id: str, sentence: str) -> tuple[OpenModel, Tokens]:
        self.read_count += 1
        if self.busy:
            raise Busy("Many people are asking at once.")
        return self._engine.read(model_id, sentence)


@pytest.fixture
def counting(engine: "Engine", monkeypatch: pytest.MonkeyPatch) -> _Counting:
    """An engine that counts, behind empty caches."""
    counted = _Counting(engine)
    cache.shared.blanks.predictions.clear()
    monkeypatch.setattr(cache.shared.blanks, "engine", lambda: counted)
    return counted


def test_the_same_question_is_computed_once(counting: _Counting) -> None:
    first, second = (cache.shared.blanks.predictions(MODEL, SENTENCE, (2,)) for _ in range(2))
    assert first == second
    assert counting.read_count == 1


@pytest.mark.parametrize("other", [(MODEL, SENTENCE, (3,)), (MODEL, SENTENCE.upper(), (2,)), (MODEL, SENTENCE, (2, 3))])
def test_another_question_is_another_result(counting: _Counting, other: tuple[str, str, tuple[int, ...]]) -> None:
    first = cache.shared.blanks.predictions(MODEL, SENTENCE, (2,))
    assert cache.shared.blanks.predictions(*other) != first
    assert counting.read_count == 2


def test_a_refusal_is_not_kept(counting: _Counting) -> None:
    counting.busy = True
    with pytest.raises(Busy):
        cache.shared.blanks.predictions(MODEL, SENTENCE, (2,))
    counting.busy = False
    assert cache.shared.blanks.predictions(MODEL, SENTENCE, (2,)).masks
    assert counting.read_count == 2


def test_a_result_has_all_a_page_shows(engine: "Engine") -> None:
    predictions = cache.shared.blanks.predictions(MODEL, SENTENCE, (2, 3))
    assert [mask.position for mask in predictions.masks] == [2, 3]
    assert [mask.hidden for mask in predictions.masks] == ["children", "went"]
    assert all(len(mask.candidates) == 50 for mask in predictions.masks)
    assert predictions.conditions.model_id == MODEL
    assert cache.engine.tokens(MODEL, SENTENCE) == predictions.tokens


def test_parameters_are_counted(engine: "Engine") -> None:
    assert cache.engine.parameter_count(MODEL) == engine.open_model(MODEL).parameters > 1_000_000


def test_refusals_come_through_as_they_are(engine: "Engine") -> None:
    with pytest.raises(NothingMasked):
        cache.shared.blanks.predictions(MODEL, SENTENCE, ())
    with pytest.raises(UserError, match="is not in this sentence"):
        cache.shared.blanks.predictions(MODEL, SENTENCE, (999,))
    with pytest.raises(ModelUnavailable):
        cache.engine.tokens("../../etc/passwd", SENTENCE)
