"""Charts of lines by layer: the river, and two models."""

import numpy as np
import pandas as pd
import vl_convert

from components.charts.theme import KIND_COLOURS
from components.senses.charts.river import models_curve, river_chart
from components.senses.model.measures import measures_by_layer
from components.senses.tables.right_context import models_table
from components.senses.tables.river import river_table
from tests.components.senses.model.test_measures import cloud
from tests.components.senses.tables.test_river import POINTS, RIVER, thread


def test_every_sentence_is_a_line_in_the_colour_of_its_meaning() -> None:
    table = river_table(RIVER, POINTS, [thread(0.0, 0.3)])
    picture = vl_convert.vegalite_to_svg({"width": 600, **river_chart(table, RIVER.senses).to_dict(validate=True)})
    assert [picture.count(f'stroke="{colour}"') for colour in KIND_COLOURS[:2]] == [3, 3]  # two lines and a key each
    assert picture.count('stroke-width="5"') == 1
    assert ">before layer 1<" in picture


def test_two_models_of_unequal_depth_share_one_chart() -> None:
    measured = []
    for layers in (2, 3):
        stacked = np.stack([cloud(30, apart=apart)[0] for apart in range(layers)], axis=1)
        measured.append((f"model {layers}", measures_by_layer(stacked, cloud(30)[1], shuffles=5)))
    table = models_table(measured)
    assert isinstance(table, pd.DataFrame)
    assert table.groupby("model").size().to_dict() == {"model 2": 2, "model 3": 3}
    picture = vl_convert.vegalite_to_svg({"width": 600, **models_curve(table, height=300).to_dict(validate=True)})
    assert ">model 2<" in picture
    assert ">model 3<" in picture
