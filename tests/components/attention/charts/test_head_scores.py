"""Grids and bars of heads draw, with numbers where there is room and a tick for the baseline."""

import altair as alt
import numpy as np
import pandas as pd
import pytest
import vl_convert

from components.attention.charts.head_scores import head_bars, head_grid
from components.attention.model.results import HeadPattern, HeadScores, PatternScores, head_labels
from components.attention.tables.head_scores import head_score_table, heads_by_score
from components.charts.cells import NUMBERED_CELL_LIMIT
from components.model.results import Conditions


def table(layers: int, heads: int) -> pd.DataFrame:
    values = np.linspace(0, 1, layers * heads).reshape(layers, heads)
    scored = PatternScores(HeadPattern.PREVIOUS, values, np.zeros_like(values), values - 0.25, 0.25, 100)
    scores = HeadScores((scored,), values, 4.0, 10, Conditions("m", "r", "cpu", "float32", "v"))
    return heads_by_score(head_score_table(scores, head_labels(scores)), HeadPattern.PREVIOUS)


def drawn(chart: alt.LayerChart) -> str:
    return str(vl_convert.vegalite_to_svg({"width": 600, **chart.to_dict(validate=True)}))


@pytest.mark.parametrize(("layers", "heads"), [(1, 1), (4, 4), (8, 8), (12, 12)])
def test_every_head_is_a_cell_and_few_have_their_number(layers: int, heads: int) -> None:
    scores = table(layers, heads)
    picture = drawn(head_grid(scores, title="Share of attention"))
    assert picture.count('aria-roledescription="rect mark"') == layers * heads
    numbers = picture.count('aria-roledescription="text mark"')
    assert numbers == (layers * heads if layers * heads <= NUMBERED_CELL_LIMIT else 0)
    assert ">Share of attention<" in picture
    assert picture.count('stroke-width="4"') == scores["named"].sum()


def test_the_best_heads_are_bars_with_their_baseline() -> None:
    picture = drawn(head_bars(table(4, 4), count=5))
    assert picture.count('aria-roledescription="bar"') == 5
    assert picture.count('aria-roledescription="tick"') == 5
    assert ">layer 4, head 4<" in picture
    assert ">100% · named<" in picture
    assert ">layer 1, head 1<" not in picture
