"""Charts of a benchmark show every run, cell and part."""

import re
from collections.abc import Iterable

import altair as alt
import pytest
import vl_convert

from components.charts.pairs import paired_bars
from components.speed.charts.bars import speed_up_intervals
from components.speed.charts.curves import run_points
from components.speed.model.results import MeasuredRun, ModelPart
from components.speed.model.spec import BenchmarkCell
from components.speed.tables.times import model_names, part_table, run_table, speed_up_table
from tests.components.speed.model.timed_results import cell_result, timing_result

RESULT = timing_result()
NAMES = model_names(RESULT.setup)


def render(chart: alt.LayerChart) -> str:
    return str(vl_convert.vegalite_to_svg({"width": 700, **chart.to_dict(validate=True)}))


def count_marks(picture: str, kind: str) -> int:
    return picture.count(f'aria-roledescription="{kind}"')


@pytest.mark.parametrize("count", [1, 2, 9])
def test_every_run_is_a_point_and_every_model_has_its_median(count: int) -> None:
    runs = [
        MeasuredRun(BenchmarkCell(1, 16), number % 2, 1 + number // 2, 0.01 + 0.001 * number) for number in range(count)
    ]
    picture = render(run_points(run_table(runs, NAMES), models=NAMES))
    assert count_marks(picture, "point") == count
    assert count_marks(picture, "rule mark") == min(count, 2)
    assert all(f">{name}<" in picture for name in NAMES)


@pytest.mark.parametrize("ratio", [0.5, 1.0, 3.0])
def test_speed_ups_have_an_interval_and_a_line_at_one(ratio: float) -> None:
    table = speed_up_table(
        [cell_result(BenchmarkCell(1, 16), ratio=ratio), cell_result(BenchmarkCell(1, 32), ratio=ratio)]
    )
    chart = speed_up_intervals(table)
    picture = render(chart)
    assert count_marks(picture, "rule mark") == 3
    assert ">Times as fast<" in picture
    assert all(f">{figure}<" in picture for figure in table["figure"])


@pytest.mark.parametrize("count", [1, 2, 6])
def test_names_and_values_are_level_with_their_rows(count: int) -> None:
    table = speed_up_table([cell_result(BenchmarkCell(1, 16 + number), ratio=1 + number) for number in range(count)])
    # Streamlit's theme asks for labels at the ends of an axis to be moved inwards.
    theme = {"axis": {"labelFlush": True, "labelFlushOffset": 1}}
    spec = {**speed_up_intervals(table).to_dict(), "width": 700, "config": theme}
    picture = re.sub("\xa0", " ", str(vl_convert.vegalite_to_svg(spec)))
    assert vertical_positions(picture, table["name"]) == pytest.approx(
        vertical_positions(picture, table["figure"]), abs=1
    )


def vertical_positions(picture: str, texts: Iterable[str]) -> list[float]:
    """The vertical position of each of these texts in the picture."""
    return [float(re.findall(rf'translate\([^,]+,([\d.]+)\)"[^>]*>{re.escape(text)}<', picture)[0]) for text in texts]


def test_one_slow_run_does_not_compress_the_others() -> None:
    runs = [
        MeasuredRun(BenchmarkCell(1, 16), number % 2, 1 + number // 2, 0.008 + 0.004 * (number % 2))
        for number in range(20)
    ]
    picture = render(run_points(run_table([*runs, MeasuredRun(BenchmarkCell(1, 16), 0, 11, 0.3)], NAMES), models=NAMES))
    medians = [float(y) for y in re.findall(r'rule mark"[^>]*translate\([^,]+,([\d.]+)\)', picture)]
    assert len(medians) == 2
    assert abs(medians[0] - medians[1]) > 25  # pixels; on an axis from zero it is three


def test_every_part_has_a_bar_for_either_model() -> None:
    table = part_table(RESULT.cells[0])
    picture = render(paired_bars(table, NAMES, row="Part", title="Share of the time")).replace("\xa0", " ")
    assert count_marks(picture, "bar") == 2 * len(ModelPart)
    assert all(text in picture for text in (*ModelPart, *table["first_chance"], "Share of the time"))
