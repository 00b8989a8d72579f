"""Both sides are drawn to one scale."""

import json

from components.mistakes.charts.sides import side_bars
from components.mistakes.model.results import Row, Side
from components.mistakes.tables.sides import side_table


def test_both_sides_are_drawn_to_one_scale() -> None:
    tables = [side_table(Side(value, (Row("<b>paris", value),))) for value in (0.2, 0.01)]
    for table in tables:
        drawn = json.dumps(side_bars(table, most=0.2).to_dict())
        assert '"domain": [0.0, 0.2]' in drawn
