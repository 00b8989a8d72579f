"""Charts of distillation show names, values and highlighted marks."""

import re

import altair as alt
import vl_convert

from components.charts.intervals import interval_bars
from components.charts.pairs import paired_bars
from components.distillation.charts.bars import family_bars, loss_bars
from components.distillation.charts.layers import similarity_grid
from components.distillation.tables.agreement import agreement_table
from components.distillation.tables.family import family_table
from components.distillation.tables.layers import similarity_table
from components.distillation.tables.losses import loss_table
from components.distillation.tables.targets import target_table
from tests.components.distillation.tables.test_agreement import AGREEMENT, STUDENT, TEACHER
from tests.components.distillation.tables.test_layers import layer_similarity
from tests.components.distillation.tables.test_numbers import losses, soft


def render(chart: alt.LayerChart) -> str:
    return str(vl_convert.vegalite_to_svg({"width": 700, **chart.to_dict(validate=True)}))


def test_shares_are_bars_with_a_line_for_the_interval() -> None:
    table = agreement_table(AGREEMENT.summary)
    picture = render(interval_bars(table))
    assert picture.count('aria-roledescription="bar"') == len(table)
    assert picture.count('aria-roledescription="rule mark"') == len(table)
    assert all(f">{text}<" in picture for text in [*table["name"], *table["figure"]])


def test_targets_are_bars_and_typed_words_are_escaped() -> None:
    picture = render(paired_bars(target_table(soft(), 2.0), ("softened", "before")))
    assert picture.count('aria-roledescription="bar"') == 8
    assert ">london<" in picture
    assert "&lt;b&gt;" in picture
    assert "<b>" not in picture


def test_losses_are_bars() -> None:
    assert re.search(r">5 × 1\.20+ = 6\.00+<", render(loss_bars(loss_table(losses()))))
    undefined = render(loss_bars(loss_table(losses(mlm=None, cosine=None))))
    assert undefined.count(">missing<") == 2


def test_every_pair_of_layers_is_a_cell_with_its_number() -> None:
    table = similarity_table(layer_similarity())
    picture = render(similarity_grid(table))
    assert picture.count('aria-roledescription="rect mark"') == len(table)
    assert picture.count(" *<") == table["began"].sum()
    assert picture.count('stroke-width="4"') == table["began"].sum()


def test_the_family_is_bars() -> None:
    table = family_table([TEACHER, STUDENT])
    picture = render(family_bars(table))
    assert all(f">{figure}<" in picture for figure in table["figure"])
