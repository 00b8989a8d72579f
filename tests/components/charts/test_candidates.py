"""The bars: a valid specification, one row a candidate, and words that stay words."""

import json
from collections.abc import Sequence
from typing import Any

import altair as alt
import pandas as pd
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from components.charts.candidates import candidate_bars
from components.charts.rows_beside import ROW_HEIGHT
from components.charts.theme import COLOUR, SECOND_COLOUR
from components.model.results import Candidate, MaskPrediction
from components.tables.predictions import candidate_table
from tests.examples import scaled

AWKWARD = [
    'say "hello"',
    "it's",
    "back\\slash",
    "\\",
    '\\"',
    "</script><script>alert(1)</script>",
    "<!--",
    "line\nbreak\r\ttab",
    "\u2028\u2029",
    "\0",
    "😀",
    "שלום",
    "e\u0301\u0301",
    "'][0] + alert(1) + ['",
    "${x}",
    "datum.value",
]


def _table(words: Sequence[str], hidden: str | None = None) -> pd.DataFrame:
    candidates = tuple(Candidate(word, 1 / (rank + 1), False) for rank, word in enumerate(words))
    return candidate_table(MaskPrediction(1, hidden, candidates, 1.0), count=len(words))


def _spec(table: pd.DataFrame) -> dict[str, Any]:
    """The specification, held against the schema of Vega-Lite."""
    spec = candidate_bars(table)
    alt.LayerChart.from_dict(spec, validate=True)
    return spec


def _words(spec: dict[str, Any]) -> dict[str, Any]:
    axis: dict[str, Any] = spec["layer"][0]["encoding"]["y"]["axis"]
    return axis


def _labels(axis: dict[str, Any]) -> list[str]:
    """The labels in the expression that looks them up by rank."""
    array, end = json.JSONDecoder().raw_decode(axis["labelExpr"])
    assert axis["labelExpr"][end:] == "[datum.value - 1]"  # and nothing else is in the expression
    labels: list[str] = array
    return labels


def test_every_row_of_the_table_is_a_row_of_the_chart() -> None:
    table = _table(["bank", "shore", "edge"])
    spec = _spec(table)
    rows = spec["data"]["values"]
    assert rows == table.to_dict("records")
    assert spec["height"] == 3 * ROW_HEIGHT


def test_one_row_leaves_room_for_its_bar_in_what_streamlit_keeps_of_the_height() -> None:
    assert _spec(_table(["bank"]))["height"] >= 2 * ROW_HEIGHT


def test_words_stand_on_the_left_and_figures_at_the_ends_of_the_bars() -> None:
    spec = _spec(_table(["bank", "shore"]))
    assert (_words(spec)["orient"], _labels(_words(spec))) == ("left", ["bank", "shore"])
    assert spec["layer"][1]["encoding"]["text"]["field"] == "percent"


def test_rows_with_the_same_word_are_kept_apart() -> None:
    spec = _spec(_table(["bank", "bank", "bank"]))
    assert {layer["encoding"]["y"]["field"] for layer in spec["layer"]} == {"rank"}
    assert _labels(_words(spec)) == ["bank"] * 3
    rows = spec["data"]["values"]
    assert [row["rank"] for row in rows] == [1, 2, 3]


def test_the_hidden_word_has_another_colour_and_no_other_row_has() -> None:
    spec = _spec(_table(["bank", "shore"], hidden="shore"))
    assert spec["layer"][0]["encoding"]["color"] == {
        "condition": {"test": "datum.was_there", "value": SECOND_COLOUR},
        "value": COLOUR,
    }
    rows = spec["data"]["values"]
    assert [row["was_there"] for row in rows] == [False, True]


@pytest.mark.parametrize("colour", [COLOUR, SECOND_COLOUR])
@pytest.mark.parametrize("background", ["#FCFBF8", "#10191F"])
def test_a_bar_stands_out_from_the_page(colour: str, background: str) -> None:
    low, high = sorted((_luminance(colour), _luminance(background)))
    assert (high + 0.05) / (low + 0.05) >= 3


def test_bars_start_at_zero_and_the_longest_is_the_scale() -> None:
    table = _table(["bank", "shore"])
    scale = _spec(table)["layer"][0]["encoding"]["x"]["scale"]
    assert scale["domain"] == [0, table["probability"].max()]
    assert candidate_bars(table, scale_max=0.9)["layer"][0]["encoding"]["x"]["scale"]["domain"] == [0, 0.9]


@settings(max_examples=scaled(30))  # the first validation reads the schema
@given(words=st.lists(st.text(min_size=1, max_size=12), min_size=1, max_size=8))
@example(words=AWKWARD)
def test_whatever_a_word_holds_it_is_data_and_not_code(words: list[str]) -> None:
    spec = _spec(_table(words))
    axis = _words(spec)
    assert _labels(axis) == words
    assert axis["labelExpr"].isascii()  # no line or paragraph separator, which ends a string in older JavaScript
    assert json.loads(json.dumps(spec)) == spec


def _luminance(colour: str) -> float:
    parts = (int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5))
    red, green, blue = (v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_a_figure_that_is_one_in_so_many_has_room() -> None:
    widths = []
    for least in (0.01, 0.00001):
        candidates = (Candidate("a", 0.9, False), Candidate("b", least, False))
        spec = _spec(candidate_table(MaskPrediction(1, None, candidates, 1.0), count=2))
        widths.append(spec["layer"][0]["encoding"]["x"]["scale"]["range"][1]["expr"])
    assert widths[0] != widths[1]
