"""Views of a blank draw as bars, and what hiding a side does as a dot a sentence."""

import altair as alt
import numpy as np
import pytest
import vl_convert

from components.masks.charts.sides import effect_strips, view_bars
from components.masks.tables.side_ablation import effect_table, spread_table
from components.model.blanks.sides import COMPARED_SIDES
from components.model.blanks.sides_results import ContextSide, NextWordPrediction
from components.tables.sides import view_table
from tests.components.masks.tables.test_sides import CONDITIONS, PROBES, blank, effects, view


def drawn(chart: alt.LayerChart, width: int) -> str:
    return str(vl_convert.vegalite_to_svg({"width": width, **chart.to_dict(validate=True)}))


@pytest.mark.parametrize("right", [0.25, 1e-30])
def test_every_view_is_a_bar_with_its_figure(right: float) -> None:
    beside = NextWordPrediction("the ", "bank", view(0.25, 2), CONDITIONS)
    picture = drawn(view_bars(view_table(blank(0.5, 0.125, right), beside, causal="pocket GPT")), 300)
    assert picture.count('aria-roledescription="bar"') == 4
    for text in ("both sides", "left side only", "right side only", "pocket GPT", "50.0%"):
        assert f">{text}<" in picture


@pytest.mark.parametrize("width", [300, 700])
@pytest.mark.parametrize("lost", [3.0, 0.0, -2.0])
def test_every_sentence_is_a_dot_in_its_row_and_in_the_first(width: int, lost: float) -> None:
    table = effect_table(effects([-4] * 4, [-4 - lost] * 4, [-4] * 4), ContextSide.LEFT)
    spreads = spread_table(table)
    picture = drawn(effect_strips(table, spreads, title="Bits lost without the right side"), width)
    assert picture.count('aria-roledescription="point"') == 2 * len(PROBES) + len(spreads)
    for text in ("all sentences", "one", "two", "Bits lost without the right side"):
        assert f">{text}<" in picture


def test_dots_of_one_row_do_not_reach_the_next() -> None:
    many = tuple(PROBES) * 10
    ablation = effects(*np.full((3, 40), -1.0).tolist(), sides=COMPARED_SIDES, probes=many)
    table = effect_table(ablation, ContextSide.LEFT)
    chart = effect_strips(table, spread_table(table), title="Bits").to_dict()
    (rows,) = (data for data in chart["datasets"].values() if len(data) == 80)
    assert max(row["place"] % 1 for row in rows) < 0.5
