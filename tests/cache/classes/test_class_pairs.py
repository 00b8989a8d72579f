"""Pairs of a class: computed once each, some at a time, and checked as they come in."""

import pytest

import cache.classes.class_pairs
from cache.classes.class_pairs import check_pair, class_pairs, pairs_topic
from cache.engine import EngineStage
from cache.sized_cache import SizedCache
from components.classroom.entries import ClassEntry, ClassQuestion, EntryKind
from components.model.checkpoints.catalogue import DEFAULT_MODEL
from components.patching.tables.paths import path_arrival

pytestmark = pytest.mark.usefixtures("engine")
KEYS = "The keys/key to the house ___ lost."
CAPITAL = "The capital of France/Germany is ___."
SAME = "The old/new house is very ___."
QUESTION = ClassQuestion(EntryKind.PAIR, pairs_topic(DEFAULT_MODEL), "Write a pair.")


@pytest.fixture(autouse=True)
def nothing_cached(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache.classes.class_pairs, "_PATHS", SizedCache(5000))


def entries(*texts: str) -> tuple[ClassEntry, ...]:
    return tuple(ClassEntry(n, n, EntryKind.PAIR, QUESTION.about, text, "", 0.0) for n, text in enumerate(texts, 1))


def test_pairs_have_the_layer_of_the_grid_on_the_screen() -> None:
    result = class_pairs(DEFAULT_MODEL, entries(CAPITAL, KEYS))
    assert [(pair.entry.text, path_arrival(pair.path)) for pair in result.pairs] == [(CAPITAL, 6), (KEYS, 4)]
    assert [[word.text for word in pair.path.words] for pair in result.pairs] == [["paris", "germany"], ["were", "was"]]


def test_pairs_that_cannot_be_sorted_are_counted() -> None:
    result = class_pairs(DEFAULT_MODEL, entries(KEYS, "no pair at all", "A keys/house-keepers ___."))
    assert (len(result.pairs), result.even_count, result.unread_count) == (1, 2, 0)


def test_many_pairs_are_computed_over_several_calls(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache.classes.class_pairs, "READ_LIMIT", 1)
    both = entries(KEYS, CAPITAL, KEYS)
    first = class_pairs(DEFAULT_MODEL, both)
    assert ([pair.entry.number for pair in first.pairs], first.unread_count) == ([1, 3], 1)
    monkeypatch.setattr(
        cache.classes.class_pairs, "_path", lambda model_id, text: None
    )  # what is cached is not computed again
    second = class_pairs(DEFAULT_MODEL, both)
    assert ([pair.entry.number for pair in second.pairs], second.even_count, second.unread_count) == ([1, 3], 1, 0)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (KEYS, ""),
        ("The keys to the house ___ lost.", "two versions"),
        ("The keys/key to the house are lost.", "___"),
        ("The key/housekeepings ___ lost.", "tokens"),
        ("very " * 80 + "old/new ___", "64 tokens"),
    ],
)
def test_a_student_hears_at_once_what_does_not_fit(text: str, message: str) -> None:
    problem = check_pair(QUESTION, text)
    assert message in problem if message else problem == ""


def test_tokens_are_not_counted_while_the_engine_loads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache.classes.class_pairs, "engine_stage", lambda: EngineStage.STARTING)
    assert check_pair(QUESTION, "The key/housekeepings ___ lost.") == ""
    assert "two versions" in check_pair(QUESTION, "The key ___ lost.")
