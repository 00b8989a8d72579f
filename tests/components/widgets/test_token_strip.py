"""What the browser sends back is believed only if it is what the strip would send."""

from dataclasses import replace
from typing import Any

import pytest
import streamlit as st
from hypothesis import given
from hypothesis import strategies as some

from components.widgets.token_strip import (
    Chip,
    _answer,
    _click,
    _fingerprint,
    _positions,
    masked_positions,
    token_strip,
)

CHIPS = (
    Chip("[CLS]", 0, "special"),
    Chip("un", 1, "plain"),
    Chip("##able", 2, "masked", continues=True),
    Chip("[MASK]", 3, "typed"),
    Chip("river", 4, "plain"),
    Chip("[SEP]", 5, "special"),
)
TOGGLEABLE = {1, 2, 4}

json_values = some.recursive(
    some.none() | some.booleans() | some.integers() | some.floats() | some.text(),
    lambda inner: some.lists(inner) | some.dictionaries(some.text(), inner),
    max_leaves=10,
)


def answer(positions: object, *, sentence: object = None, click: object = 1) -> dict[str, Any]:
    """An answer as the browser would send it, but for what the test puts in."""
    return {"sentence": _fingerprint(CHIPS) if sentence is None else sentence, "click": click, "positions": positions}


@given(some.lists(some.sampled_from(sorted(TOGGLEABLE)), unique=True))
def test_every_set_of_toggleable_positions_is_taken_in_ascending_order(positions: list[int]) -> None:
    assert _positions(answer(positions), CHIPS) == tuple(sorted(positions))


def test_a_repeated_position_counts_once() -> None:
    assert _positions(answer([4, 4]), CHIPS) == (4,)


@pytest.mark.parametrize(
    "positions",
    [
        pytest.param([0], id="special"),
        pytest.param([3], id="typed"),
        pytest.param([6], id="out of range"),
        pytest.param([-1], id="negative"),
        pytest.param([True], id="boolean that equals a position"),
        pytest.param([1.0], id="float that equals a position"),
        pytest.param(["1"], id="text"),
        pytest.param([[1]], id="nested"),
        pytest.param([None], id="null"),
        pytest.param([1, 99], id="one good, one bad"),
        pytest.param([1] * 1_000_000, id="huge"),
        pytest.param({"1": 1}, id="object"),
        pytest.param("124", id="string"),
        pytest.param(None, id="nothing"),
    ],
)
def test_other_positions_are_ignored(positions: object) -> None:
    assert _positions(answer(positions), CHIPS) is None


@given(json_values)
def test_an_answer_of_any_shape_is_harmless(value: object) -> None:
    assert _positions(value, CHIPS) is None
    assert _click(value) == 0
    taken = _positions(answer(value), CHIPS)
    assert taken is None or set(taken) <= TOGGLEABLE
    assert _click(answer([], click=value)) >= 0


@pytest.mark.parametrize("click", [True, 1.5, -1, 2**53, "3", None])
def test_a_click_number_the_strip_would_not_send_counts_as_none(click: object) -> None:
    assert _click(answer([], click=click)) == 0


@given(some.text())
def test_an_answer_about_another_sentence_is_ignored(sentence: str) -> None:
    assert _positions(answer([1], sentence=sentence), CHIPS) is None


def test_masks_do_not_change_the_fingerprint_and_words_do() -> None:
    unmasked = [replace(chip, state="plain") if chip.state == "masked" else chip for chip in CHIPS]
    assert _fingerprint(unmasked) == _fingerprint(CHIPS)
    typed = [replace(chip, state="typed") if chip.position == 1 else chip for chip in CHIPS]
    renamed = [replace(chip, text="in") if chip.position == 1 else chip for chip in CHIPS]
    assert len({_fingerprint(chips) for chips in (CHIPS, typed, renamed, CHIPS[:-1])}) == 4


@given(some.text(some.characters(exclude_categories=[])))
def test_any_text_has_a_fingerprint(text: str) -> None:
    """Lone surrogates too, which UTF-8 cannot encode."""
    assert len(_fingerprint([Chip(text, 0, "plain")])) == 16


def test_nothing_is_masked_before_the_first_click(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(st, "session_state", {})
    assert masked_positions("strip", CHIPS) is None


@pytest.mark.parametrize("state", [None, [], "masked", {"other": 1}])
def test_a_state_without_an_answer_is_no_answer(monkeypatch: pytest.MonkeyPatch, state: object) -> None:
    monkeypatch.setattr(st, "session_state", {"strip": state})
    assert _answer("strip") is None


def test_the_answer_is_read_from_the_session(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(st, "session_state", {"strip": {"masked": answer([4, 1])}})
    assert masked_positions("strip", CHIPS) == (1, 4)


def test_two_chips_with_one_position_are_refused() -> None:
    with pytest.raises(ValueError, match="one chip a position"):
        token_strip([Chip("a", 0, "plain"), Chip("b", 0, "plain")], key="strip")
