"""Charts of distillation show names, values and highlighted marks."""

import re

import altair as alt
import pytest
import vl_convert

from components.charts.intervals import interval_bars
from components.distillation.charts.bars import cosine_distance_bars, family_bars, gradient_lines, loss_bars
from components.distillation.charts.layers import similarity_grid
from components.distillation.charts.targets import entropy_curve, target_bars
from components.distillation.model.results import GradientNorm
from components.distillation.tables.agreement import agreement_table, group_table
from components.distillation.tables.family import family_table
from components.distillation.tables.layers import LayerSimilarityMeasure, similarity_table
from components.distillation.tables.losses import cosine_distance_table, gradient_table, loss_table
from components.distillation.tables.targets import entropy_table, target_table
from tests.components.charts.test_guides import strokes_in_legend
from tests.components.distillation.tables.test_agreement import AGREEMENT, STUDENT, TEACHER
from tests.components.distillation.tables.test_layers import layer_similarity
from tests.components.distillation.tables.test_numbers import TEMPERATURES, losses, soft


def render(chart: alt.LayerChart) -> str:
    return str(vl_convert.vegalite_to_svg({"width": 700, **chart.to_dict(validate=True)}))


def test_shares_are_bars_with_a_line_for_the_interval() -> None:
    for table in (agreement_table(AGREEMENT.summary), group_table(AGREEMENT)):
        picture = render(interval_bars(table))
        assert picture.count('aria-roledescription="bar"') == len(table)
        assert picture.count('aria-roledescription="rule mark"') == len(table)
        assert all(f">{text}<" in picture for text in [*table["name"], *table["figure"]])


def test_targets_are_bars_and_typed_words_are_escaped() -> None:
    picture = render(target_bars(target_table(soft(), 2.0)))
    assert picture.count('aria-roledescription="bar"') == 4
    assert ">london<" in picture
    assert "&lt;b&gt;" in picture
    assert "<b>" not in picture


@pytest.mark.parametrize("temperature", TEMPERATURES)
def test_the_selected_temperature_is_highlighted(temperature: float) -> None:
    picture = render(entropy_curve(entropy_table(soft()), temperature))
    assert picture.count("#C9831B") == 1
    assert "all equally likely: 2.00 bits" in picture


def test_losses_and_cosine_distances_are_bars() -> None:
    assert re.search(r">5 × 1\.20+ = 6\.00+<", render(loss_bars(loss_table(losses()))))
    undefined = render(loss_bars(loss_table(losses(mlm=None, cosine=None))))
    assert undefined.count(">missing<") == 2
    assert render(cosine_distance_bars(cosine_distance_table(losses()))).count("#C9831B") == 2


@pytest.mark.parametrize("sizes", [(GradientNorm(1, 0.5, 0.5), GradientNorm(2, 0.2, 0.8)), (GradientNorm(1, 0, 0),)])
def test_gradients_are_two_lines_that_differ_in_colour_and_dash(sizes: tuple[GradientNorm, ...]) -> None:
    picture = render(gradient_lines(gradient_table(losses(gradients=sizes))))
    assert "with the factor T²" in picture
    nonzero = [size for size in sizes if size.unscaled > 0]
    assert picture.count('aria-roledescription="point"') == 2 * len(nonzero)
    assert picture.count('aria-roledescription="line mark"') == (2 if nonzero else 0)
    assert strokes_in_legend(picture) == ["1,0", "8,4"]


@pytest.mark.parametrize("measure", list(LayerSimilarityMeasure))
def test_every_pair_of_layers_is_a_cell_with_its_number(measure: LayerSimilarityMeasure) -> None:
    table = similarity_table(layer_similarity(), measure)
    picture = render(similarity_grid(table, title=measure))
    assert picture.count('aria-roledescription="rect mark"') == len(table)
    assert picture.count(" *<") == table["began"].sum()
    assert picture.count('stroke-width="4"') == table["began"].sum()


@pytest.mark.parametrize("measure", ["top1", "agreement", "loss", "kl"])
def test_the_family_is_bars_and_a_dash_where_there_is_nothing(measure: str) -> None:
    table = family_table([TEACHER, STUDENT])
    picture = render(family_bars(table, measure, title="Figure"))
    assert all(f">{figure}<" in picture for figure in table[f"{measure}_figure"])
