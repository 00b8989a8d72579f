"""The race shows every pass, and the ratio of the benchmark."""

from dataclasses import replace

import vl_convert

from components.model.statistics.bootstrap import Interval
from components.speed.charts.bars import race_lanes
from components.speed.model.spec import BenchmarkCell
from components.speed.tables.times import model_names, race_caption, race_cell, race_table, race_text
from tests.components.speed.model.timed_results import cell_result, timing_result

RESULT = timing_result()
NAMES = model_names(RESULT.setup)


def test_a_race_uses_the_smallest_batch_and_the_longest_sentences() -> None:
    cells = [cell_result(BenchmarkCell(batch, length)) for batch, length in ((8, 128), (1, 16), (1, 64), (8, 16))]
    assert race_cell(cells).cell == BenchmarkCell(1, 64)


def test_every_measured_pass_is_a_dot_in_its_lane() -> None:
    result = cell_result(BenchmarkCell(1, 64), ratio=1.62)
    table = race_table(result, NAMES)
    assert list(table.groupby("row").size()) == [len(result.first.times), len(result.second.times)]
    assert table["milliseconds"].tolist() == [1e3 * t for timed in result.both for t in timed.times]
    picture = str(vl_convert.vegalite_to_svg({"width": 700, **race_lanes(table, models=NAMES).to_dict(validate=True)}))
    assert picture.count('aria-roledescription="point"') >= len(table)
    assert picture.count('aria-roledescription="tick"') == 2
    for text in (*NAMES, *table["figure"].unique()):
        assert text in picture.replace("\xa0", " ")


def test_the_ratio_is_that_of_the_medians() -> None:
    assert race_text(cell_result(BenchmarkCell(1, 64), ratio=1.62)) == "1.6×"
    assert race_text(cell_result(BenchmarkCell(1, 64), ratio=0.5)) == "0.5×"


def test_the_caption_of_the_ratio_has_its_interval_and_says_whether_it_may_be_chance() -> None:
    clear, unclear = (
        replace(cell_result(BenchmarkCell(1, 64)), speed_up=Interval(low, 1.2, 1.5)) for low in (1.1, 0.9)
    )
    assert race_caption(clear, "x") == "as fast, x (95% interval 1.10–1.50)"
    assert race_caption(unclear, "x") == "as fast, x (95% interval 0.90–1.50, which includes 1.0)"
