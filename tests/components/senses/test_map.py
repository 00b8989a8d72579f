"""Values from the browser are accepted only if the map could have sent them."""

from typing import Any

import numpy as np
import pytest
import streamlit as st
from hypothesis import given
from hypothesis import strategies as some

from components.senses.map import MapView, _view, map_view
from components.senses.tables.map import encode_sense_map
from components.widgets.canvas import header_of

LAYERS, POINTS = 3, 4
PAYLOAD = encode_sense_map(
    np.zeros((LAYERS, POINTS, 2), dtype=np.float32),
    layer_names=["0", "1", "2"],
    labels=["river", "money", "river", ""],
    texts=["a bank"] * POINTS,
    spans=[(2, 6)] * POINTS,
)
HEADER = header_of(PAYLOAD)

json_values = some.recursive(
    some.none() | some.booleans() | some.integers() | some.floats() | some.text(),
    lambda inner: some.lists(inner) | some.dictionaries(some.text(), inner),
    max_leaves=10,
)


def browser_value(**parts: object) -> dict[str, Any]:
    """A value as the browser would send it, with some parts replaced."""
    return {"map": HEADER["map"], "click": 1, "layer": 2, "point": None, **parts}


@given(some.integers(0, LAYERS - 1), some.integers(0, POINTS - 1) | some.none())
def test_every_valid_view_is_accepted(layer: int, point: int | None) -> None:
    assert _view(browser_value(layer=layer, point=point), HEADER) == MapView(layer, point)


@pytest.mark.parametrize(
    "parts",
    [
        pytest.param({"layer": LAYERS}, id="layer out of range"),
        pytest.param({"layer": -1}, id="negative"),
        pytest.param({"layer": None}, id="no layer"),
        pytest.param({"layer": True}, id="boolean that equals a layer"),
        pytest.param({"layer": 1.0}, id="float that equals a layer"),
        pytest.param({"point": POINTS}, id="point out of range"),
        pytest.param({"point": "1"}, id="point in text"),
        pytest.param({"point": False}, id="boolean that equals a point"),
        pytest.param({"point": [1]}, id="list"),
        pytest.param({"map": "another"}, id="another map"),
        pytest.param({"map": None}, id="no map"),
    ],
)
def test_invalid_values_are_ignored(parts: dict[str, object]) -> None:
    assert _view(browser_value(**parts), HEADER) is None


@given(json_values, some.sampled_from(["layer", "point", "map"]))
def test_a_value_of_any_shape_is_harmless(value: object, part: str) -> None:
    assert _view(value, HEADER) is None
    accepted = _view(browser_value(**{part: value}), HEADER)
    assert accepted is None or (accepted.layer < LAYERS and (accepted.point is None or accepted.point < POINTS))


@pytest.mark.parametrize("state", [None, [], "map", {"other": 1}, {"view": 3}])
def test_a_state_without_an_answer_is_no_answer(monkeypatch: pytest.MonkeyPatch, state: object) -> None:
    monkeypatch.setattr(st, "session_state", {"map": state})
    assert map_view("map", PAYLOAD) is None


def test_the_answer_is_read_from_the_session(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(st, "session_state", {"map": {"view": browser_value(layer=1, point=3)}})
    assert map_view("map", PAYLOAD) == MapView(1, 3)
    assert map_view("elsewhere", PAYLOAD) is None
