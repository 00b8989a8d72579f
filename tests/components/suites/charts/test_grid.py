"""The grid can be drawn whatever a visitor calls a phenomenon."""

import pytest
import vl_convert

from components.model.results import Conditions
from components.suites.charts.grid import accuracy_grid
from components.suites.model.pairs import MinimalPair
from components.suites.model.results import PairScore, SuiteScores
from components.suites.tables.grid import grid_table

CONDITIONS = Conditions("m", "r", "cpu", "float32", "v")


@pytest.mark.parametrize("name", ["a\u2028b", "a\u2029b", "\"'\\", "é 中 😀", "</script>"], ids=ascii)
def test_any_name_can_be_drawn(name: str) -> None:
    score = PairScore(MinimalPair("Dogs bark.", "Dogs barks.", name), 1.0)
    table = grid_table({"one model": SuiteScores((score,), CONDITIONS)}, [name])
    specification = {"width": 400, **accuracy_grid(table, row=1, column=1).to_dict()}
    assert "one model" in vl_convert.vegalite_to_svg(specification)
