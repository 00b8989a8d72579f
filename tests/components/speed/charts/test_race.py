"""The race shows both medians, and where the second model would end if it were twice as fast."""

import pytest
import vl_convert

from components.speed.charts.bars import race_bars
from components.speed.model.spec import BenchmarkCell
from components.speed.tables.times import model_names, race_table
from tests.components.speed.model.timed_results import cell_result, timing_result

NAMES = model_names(timing_result().setup)


@pytest.mark.parametrize("ratio", [1.62, 0.5, 3.0])
def test_bars_are_medians_and_the_mark_is_half_of_the_first(ratio: float) -> None:
    result = cell_result(BenchmarkCell(1, 64), ratio=ratio)
    table = race_table(result, NAMES)
    assert table["milliseconds"].tolist() == [1e3 * timed.latency.p50 for timed in result.both]
    assert table["half"].isna().tolist() == [True, False]
    assert table["half"][1] == pytest.approx(1e3 * result.first.latency.p50 / 2)
    picture = str(vl_convert.vegalite_to_svg({"width": 700, **race_bars(table, models=NAMES).to_dict(validate=True)}))
    assert picture.count('aria-roledescription="bar"') == 2
    assert picture.count('aria-roledescription="tick"') == 1
    for text in (*NAMES, *table["figure"]):
        assert text in picture.replace("\xa0", " ")
