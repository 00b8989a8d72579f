"""What the browser sends back is believed only if it is what the panels would send."""

from typing import Any

import numpy as np
import pytest
import streamlit as st
from hypothesis import given
from hypothesis import strategies as some

from components.positions.panels import PanelSelection, _pair, selection
from components.positions.tables.panels import MatrixPanel, position_panels_bytes
from components.widgets.canvas import header_of

POSITIONS = 6
PAYLOAD = position_panels_bytes(
    [
        MatrixPanel("Learned: cosine", np.eye(4), "position", "position", True),
        MatrixPanel("Learned: table", np.ones((POSITIONS, 3)), "position", "dimension", True),
    ]
)
HEADER = header_of(PAYLOAD)

json_values = some.recursive(
    some.none() | some.booleans() | some.integers() | some.floats() | some.text(),
    lambda inner: some.lists(inner) | some.dictionaries(some.text(), inner),
    max_leaves=10,
)


def answer(**parts: object) -> dict[str, Any]:
    """An answer as the browser would send it, but for what the test puts in."""
    return {"trace": HEADER["trace"], "click": 1, "first": 2, "second": 5, **parts}


@given(some.integers(0, POSITIONS - 1), some.integers(0, POSITIONS - 1))
def test_every_pair_there_can_be_is_taken(first: int, second: int) -> None:
    assert _pair(answer(first=first, second=second), HEADER) == PanelSelection(first, second)


@pytest.mark.parametrize(
    "parts",
    [
        pytest.param({"first": None, "second": None}, id="unlocked"),
        pytest.param({"first": POSITIONS}, id="beyond the last position"),
        pytest.param({"second": -1}, id="negative"),
        pytest.param({"second": None}, id="half a pair"),
        pytest.param({"first": True}, id="boolean that equals a position"),
        pytest.param({"first": 1.0}, id="float that equals a position"),
        pytest.param({"second": "1"}, id="text"),
        pytest.param({"second": [1]}, id="list"),
        pytest.param({"trace": "another"}, id="other panels"),
        pytest.param({"trace": None}, id="no panels"),
    ],
)
def test_other_answers_are_no_lock(parts: dict[str, object]) -> None:
    assert _pair(answer(**parts), HEADER) is None


@given(json_values, some.sampled_from(["first", "second", "trace"]))
def test_an_answer_of_any_shape_is_harmless(value: object, part: str) -> None:
    assert _pair(value, HEADER) is None
    taken = _pair(answer(**{part: value}), HEADER)
    assert taken is None or max(taken.first, taken.second) < POSITIONS


@pytest.mark.parametrize("state", [None, [], "panels", {"other": 1}, {"pair": 3}])
def test_a_state_without_an_answer_is_no_lock(monkeypatch: pytest.MonkeyPatch, state: object) -> None:
    monkeypatch.setattr(st, "session_state", {"panels": state})
    assert selection("panels", PAYLOAD) is None


def test_the_answer_is_read_from_the_session(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(st, "session_state", {"panels": {"pair": answer(first=0, second=4)}})
    assert selection("panels", PAYLOAD) == PanelSelection(0, 4)
    assert selection("elsewhere", PAYLOAD) is None
