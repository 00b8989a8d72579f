"""The river as a chart."""

import vl_convert

from components.charts.theme import KIND_COLOURS
from components.senses.charts.river import river_chart
from components.senses.tables.river import river_table
from tests.components.senses.tables.test_river import POINTS, RIVER, thread


def test_every_sentence_is_a_line_in_the_colour_of_its_meaning() -> None:
    table = river_table(RIVER, POINTS, [thread(0.0, 0.3)])
    picture = vl_convert.vegalite_to_svg({"width": 600, **river_chart(table, RIVER.senses).to_dict(validate=True)})
    assert [picture.count(f'stroke="{colour}"') for colour in KIND_COLOURS[:2]] == [3, 3]  # two lines and a key each
    assert picture.count('stroke-width="5"') == 1
    assert ">before<" in picture
