"""What the browser sends back is believed only if it is what the atlas would send."""

from typing import Any

import numpy as np
import pytest
import streamlit as st
from hypothesis import given
from hypothesis import strategies as some

from components.attention.atlas import Selection, _selection, selection
from components.attention.tables.atlas import atlas_bytes
from components.widgets.canvas import header_of

ROWS, COLUMNS, TOKENS = 3, 2, 4
PAYLOAD = atlas_bytes(
    np.zeros((ROWS, COLUMNS, TOKENS, TOKENS), dtype=np.float32),
    row_names=["1", "2", "3"],
    column_names=["1", "2"],
    tokens=["[CLS]", "river", "bank", "[SEP]"],
)
HEADER = header_of(PAYLOAD)

json_values = some.recursive(
    some.none() | some.booleans() | some.integers() | some.floats() | some.text(),
    lambda inner: some.lists(inner) | some.dictionaries(some.text(), inner),
    max_leaves=10,
)
panels = some.tuples(some.integers(0, ROWS - 1), some.integers(0, COLUMNS - 1))
positions = some.integers(0, TOKENS - 1)


def answer(**parts: object) -> dict[str, Any]:
    """An answer as the browser would send it, but for what the test puts in."""
    return {"trace": HEADER["trace"], "click": 1, "panel": [2, 1], "query": None, "key": None, **parts}


@given(panels, positions, positions | some.none())
def test_every_selection_there_can_be_is_taken(panel: tuple[int, int], query: int, key: int | None) -> None:
    chosen = Selection(*panel, query, key)
    assert _selection(answer(**chosen.to_plain()), HEADER) == chosen


def test_nothing_may_be_locked() -> None:
    assert _selection(answer(), HEADER) == Selection(2, 1)


@pytest.mark.parametrize(
    "parts",
    [
        pytest.param({"panel": [3, 0]}, id="row out of range"),
        pytest.param({"panel": [0, 2]}, id="column out of range"),
        pytest.param({"panel": [-1, 0]}, id="negative"),
        pytest.param({"panel": [True, 0]}, id="boolean that equals a row"),
        pytest.param({"panel": [1.0, 0]}, id="float that equals a row"),
        pytest.param({"panel": [1]}, id="half a panel"),
        pytest.param({"panel": None}, id="no panel"),
        pytest.param({"query": 4}, id="query out of range"),
        pytest.param({"query": "1"}, id="query in text"),
        pytest.param({"query": 1, "key": -1}, id="negative key"),
        pytest.param({"key": 1}, id="key without a query"),
        pytest.param({"trace": "another"}, id="another trace"),
    ],
)
def test_other_answers_are_ignored(parts: dict[str, object]) -> None:
    assert _selection(answer(**parts), HEADER) is None


@given(json_values, some.sampled_from(["panel", "query", "key", "trace"]))
def test_an_answer_of_any_shape_is_harmless(value: object, part: str) -> None:
    assert _selection(value, HEADER) is None
    taken = _selection(answer(**{part: value}), HEADER)
    assert taken is None or (taken.row < ROWS and taken.column < COLUMNS)


@pytest.mark.parametrize("state", [None, [], "atlas", {"other": 1}, {"selection": 3}])
def test_a_state_without_an_answer_is_no_answer(monkeypatch: pytest.MonkeyPatch, state: object) -> None:
    monkeypatch.setattr(st, "session_state", {"atlas": state})
    assert selection("atlas", PAYLOAD) is None


def test_the_answer_is_read_from_the_session(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(st, "session_state", {"atlas": {"selection": answer(query=2)}})
    assert selection("atlas", PAYLOAD) == Selection(2, 1, 2)
    assert selection("elsewhere", PAYLOAD) is None
