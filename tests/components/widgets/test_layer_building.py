"""What the browser sends back is believed only if it is what the building would send."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some

from components.widgets.layer_building import LEVELS, NUMBERS, WHOLE, BuildingSelection, _selection_in

HEADER = {"trace": "a", "floors": ["Embeddings", "Layer 1"], "tokens": ["x", "y"], "keys": [["word"], ["query", "up"]]}

json_values = some.recursive(
    some.none() | some.booleans() | some.integers() | some.floats() | some.text(),
    lambda inner: some.lists(inner) | some.dictionaries(some.text(), inner),
    max_leaves=10,
)


def answer(**parts: object) -> dict[str, Any]:
    return {"trace": "a", "click": 1, "floor": 1, "token": 0, "box": "up", "cell": [0, 3], "level": NUMBERS, **parts}


@pytest.mark.parametrize("level", LEVELS[1:])
def test_what_the_building_sends_is_taken(level: str) -> None:
    assert _selection_in(answer(level=level), HEADER) == BuildingSelection(1, 0, "up", (0, 3), level)


def test_a_token_that_is_followed_opens_no_box() -> None:
    assert _selection_in(answer(token=1, level=WHOLE), HEADER) == BuildingSelection(1, 1, "query", None, WHOLE)


@pytest.mark.parametrize(
    "parts",
    [
        {"trace": "b"},
        {"floor": 2},
        {"floor": True},
        {"token": -1},
        {"token": 2},
        {"box": "word"},
        {"box": None},
        {"cell": None},
        {"cell": [0]},
        {"cell": [0, -1]},
        {"cell": [0.5, 1]},
        {"level": "attic"},
        {"level": None},
    ],
)
def test_anything_else_is_dropped(parts: dict[str, object]) -> None:
    assert _selection_in(answer(**parts), HEADER) is None


@given(some.dictionaries(some.sampled_from(["floor", "token", "box", "cell", "level"]), json_values))
def test_no_answer_is_an_error(parts: dict[str, Any]) -> None:
    selection = _selection_in(answer(**parts), HEADER)
    assert selection is None or selection.box in HEADER["keys"][selection.floor]
