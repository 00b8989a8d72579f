"""What the browser sends back is believed only if it is what the grids would send."""

from dataclasses import asdict
from typing import Any

import pytest
import streamlit as st
from hypothesis import given
from hypothesis import strategies as some

from components.masks.grids import GridSelection, _selection, selection
from components.masks.tables.grids import mask_grids_bytes
from components.widgets.canvas import header_of
from tests.browser.apps.mask_grids_weights import two_masks, two_models

COUNT = 4
PAYLOAD = mask_grids_bytes(*two_masks(COUNT))
HEADER = header_of(PAYLOAD)

json_values = some.recursive(
    some.none() | some.booleans() | some.integers() | some.floats() | some.text(),
    lambda inner: some.lists(inner) | some.dictionaries(some.text(), inner),
    max_leaves=10,
)
positions = some.integers(0, COUNT - 1)


def answer(**parts: object) -> dict[str, Any]:
    """An answer as the browser would send it, but for what the test puts in."""
    default = {"trace": HEADER["trace"], "click": 1, "row": None, "column": None, "step": None}
    return {**default, **parts}


@given(positions, positions | some.none(), some.integers(1, COUNT) | some.none())
def test_every_selection_there_can_be_is_taken(row: int, column: int | None, step: int | None) -> None:
    chosen = GridSelection(row, column, step)
    assert _selection(answer(**asdict(chosen)), PAYLOAD) == chosen


def test_nothing_may_be_kept() -> None:
    assert _selection(answer(), PAYLOAD) == GridSelection()


@pytest.mark.parametrize(
    "parts",
    [
        pytest.param({"row": COUNT}, id="row out of range"),
        pytest.param({"row": -1}, id="negative"),
        pytest.param({"row": True}, id="boolean that equals a row"),
        pytest.param({"row": 1.0}, id="float that equals a row"),
        pytest.param({"row": 1, "column": COUNT}, id="column out of range"),
        pytest.param({"column": 1}, id="column without a row"),
        pytest.param({"step": 0}, id="nothing read"),
        pytest.param({"step": COUNT + 1}, id="more steps than tokens"),
        pytest.param({"step": "1"}, id="step in text"),
        pytest.param({"trace": "another"}, id="other grids"),
        pytest.param({"trace": None}, id="no grids"),
    ],
)
def test_other_answers_are_ignored(parts: dict[str, object]) -> None:
    assert _selection(answer(**parts), PAYLOAD) is None


def test_the_left_grid_sets_the_bounds() -> None:
    payload = mask_grids_bytes(*two_models())
    other = {"trace": header_of(payload)["trace"]}
    assert _selection(answer(row=4, **other), payload) == GridSelection(4)
    assert _selection(answer(row=5, **other), payload) is None


@given(json_values, some.sampled_from(["row", "column", "step", "trace"]))
def test_an_answer_of_any_shape_is_harmless(value: object, part: str) -> None:
    assert _selection(value, PAYLOAD) is None
    taken = _selection(answer(**{part: value}), PAYLOAD)
    assert taken is None or (taken.row is None or taken.row < COUNT)


@pytest.mark.parametrize("state", [None, [], "grids", {"other": 1}, {"selection": 3}])
def test_a_state_without_an_answer_is_no_answer(monkeypatch: pytest.MonkeyPatch, state: object) -> None:
    monkeypatch.setattr(st, "session_state", {"grids": state})
    assert selection("grids", PAYLOAD) is None


def test_the_answer_is_read_from_the_session(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(st, "session_state", {"grids": {"selection": answer(row=1, column=3)}})
    assert selection("grids", PAYLOAD) == GridSelection(1, 3)
    assert selection("elsewhere", PAYLOAD) is None
