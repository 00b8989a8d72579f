"""Pairs of a class: scored as the view “Pairs” scores them, once each, some at a time."""

import pytest

import cache.classes.class_suites
from cache.classes.class_suites import TOPIC, check_class_pair, class_suite
from cache.sized_cache import SizedCache
from components.classroom.entries import ClassEntry, ClassQuestion, EntryKind
from components.model.checkpoints.catalogue import DEFAULT_MODEL
from components.model.inference.engine import Engine
from components.suites.model.pairs import shipped_pairs
from components.suites.model.scoring import score_pairs

pytestmark = pytest.mark.usefixtures("engine")
PAIRS = shipped_pairs()[::45]
AGREEMENT = ("The keys to the house are lost.\nThe keys to the house is lost.", "Agreement")


@pytest.fixture(autouse=True)
def nothing_cached(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache.classes.class_suites, "_SCORES", SizedCache(10_000))


def entries(*sent: tuple[str, str]) -> tuple[ClassEntry, ...]:
    return tuple(
        ClassEntry(number, number, EntryKind.MINIMAL_PAIR, TOPIC, text, label, 0.0)
        for number, (text, label) in enumerate(sent, 1)
    )


@pytest.mark.parametrize("model", [DEFAULT_MODEL, "pocket-gpt"])
def test_scores_are_those_of_the_pairs_as_a_list(engine: Engine, model: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache.classes.class_suites, "READ_LIMIT", len(PAIRS))
    suite = class_suite(model, entries(*((f"{pair.good}\n{pair.bad}", pair.phenomenon) for pair in PAIRS)))
    listed = score_pairs(engine.open_model(model), PAIRS, on_progress=lambda _done, _of: None)
    for sent, score in zip(suite.scores.scores, listed.scores, strict=True):
        assert sent.log_odds == pytest.approx(score.log_odds, abs=1e-4)
        assert (sent.side, sent.pair.phenomenon) == (score.side, score.pair.phenomenon)


def test_equal_pairs_count_once_and_take_the_name_that_somebody_gives() -> None:
    text, name = AGREEMENT
    unnamed = class_suite(DEFAULT_MODEL, entries((text, ""), (text.upper(), "")))
    assert len(unnamed.scores.scores) == 1
    assert unnamed.pairs.repeated_count == 1
    named = class_suite(DEFAULT_MODEL, entries((text, ""), (text, name)))
    assert [score.pair.phenomenon for score in named.scores.scores] == [name]
    assert named.scores.scores[0].log_odds == unnamed.scores.scores[0].log_odds


def test_a_pair_that_was_sent_both_ways_round_is_left_out() -> None:
    good, bad = AGREEMENT[0].split("\n")
    suite = class_suite(DEFAULT_MODEL, entries(AGREEMENT, (f"{bad}\n{good}", "Agreement")))
    assert (suite.scores.scores, suite.pairs.disputed_count, suite.unread_count) == ((), 1, 0)


def test_many_pairs_are_scored_over_several_calls(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache.classes.class_suites, "READ_LIMIT", 3)
    sent = entries(*((f"{pair.good}\n{pair.bad}", pair.phenomenon) for pair in PAIRS))
    counts = []
    while (suite := class_suite(DEFAULT_MODEL, sent)).unread_count:
        counts.append((len(suite.scores.scores), suite.unread_count))
    assert counts == [(read, len(PAIRS) - read) for read in range(3, len(PAIRS), 3)]
    monkeypatch.setattr(cache.classes.class_suites, "_score", lambda model_id, pairs: ())  # nothing is left to score
    assert len(class_suite(DEFAULT_MODEL, sent).scores.scores) == len(PAIRS)


def test_a_student_hears_at_once_what_does_not_fit() -> None:
    question = ClassQuestion(EntryKind.MINIMAL_PAIR, TOPIC, "Write a pair.")
    assert check_class_pair(question, AGREEMENT[0]) == ""
    assert check_class_pair(question, "The cat sleeps.\nThe cat sleeps.")
