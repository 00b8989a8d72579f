"""Both sides are drawn to one scale."""

import json

from components.mistakes.charts.sides import outcome_bars
from components.mistakes.model.results import Outcome, Row
from components.mistakes.tables.sides import outcome_table


def test_both_sides_are_drawn_to_one_scale() -> None:
    tables = [outcome_table(Outcome(value, (Row("<b>paris", value),))) for value in (0.2, 0.01)]
    for table in tables:
        drawn = json.dumps(outcome_bars(table, scale_max=0.2).to_dict())
        assert '"domain": [0.0, 0.2]' in drawn
