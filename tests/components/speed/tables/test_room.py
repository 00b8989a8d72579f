"""Tables and findings on sizes, scaling and the three claims."""

import dataclasses
import math

import pytest

from components.model.checkpoints.catalogue import REFERENCE
from components.model.checkpoints.family_figures import MemberFigures, held_out_quality
from components.model.statistics.bootstrap import Interval
from components.speed.model.spec import BenchmarkCell
from components.speed.tables.claims import PAPER_QUALITY, claim_table, claims
from components.speed.tables.measurements import cell_display_table, size_display_table, size_finding
from components.speed.tables.scaling import scaling_finding
from components.speed.tables.times import model_names
from components.tables.numbers import bytes_text
from tests.components.speed.model.timed_results import cell_result, ready, timing_result

RESULT = timing_result(ratio=1.6)
NAMES = model_names(RESULT.setup)


def member(name: str, top1: float, *, pieces: int = 10_000) -> MemberFigures:
    return MemberFigures(name, 1, 1, 3.0, top1, None, None, pieces, False)


def test_every_cell_and_model_has_a_row() -> None:
    table = cell_display_table(RESULT.cells, NAMES)
    assert len(table) == 2 * len(RESULT.cells)
    assert table["Peak memory"][0] == "500 MB, whole process"
    assert table["Share of device peak"][0] == "40%"
    assert table["Operations"][0] == "0.032 GFLOP"


def test_memory_of_a_device_is_allocated_and_reserved() -> None:
    result = RESULT.cells[0]
    memory = dataclasses.replace(result.first.memory, of_process=False, reserved_bytes=700_000_000)
    cell = dataclasses.replace(result, first=dataclasses.replace(result.first, memory=memory))
    assert cell_display_table([cell], NAMES)["Peak memory"][0] == "500 MB allocated, 700 MB reserved"


def test_unknown_sizes_are_dashes_and_random_weights_are_named() -> None:
    sizes = size_display_table(ready(random=True))
    assert sizes["File"][0] == "–"
    assert sizes["Weights"][0] == "random weights"
    assert sizes["Time to build"][0] == "1.50 s"
    assert "(61.2%)" in size_finding(ready())


@pytest.mark.parametrize(
    ("count", "expected"),
    [(0, "0 bytes"), (999, "999 bytes"), (1000, "1 kB"), (438_057_192, "438 MB"), (2e16, "2e+04 TB")],
)
def test_bytes_have_readable_units(count: float, expected: str) -> None:
    assert bytes_text(count) == expected


def test_growth_is_over_length_or_batch_size() -> None:
    growth = scaling_finding(RESULT.cells, NAMES, "length")
    assert all(f"{name} takes 8.0 times as long" in growth for name in NAMES)
    assert "8 times as many tokens (16 to 128)" in growth
    assert "8 times as many sentences (1 to 8)" in scaling_finding(RESULT.cells, NAMES, "batch")
    single_cell = [cell_result(BenchmarkCell(1, 16))]
    assert "Only one length was measured" in scaling_finding(single_cell, NAMES, "length")
    assert "Only one batch size was measured" in scaling_finding(single_cell, NAMES, "batch")


def test_the_papers_own_pairs_stand_beside_the_claims() -> None:
    size, speed, quality = claims(RESULT)
    assert "66 million" in size.paper
    assert "40.0%" in size.paper
    assert "62.9%" in speed.paper
    assert "77.0 instead of 79.5" in quality.paper
    assert f"{100 * PAPER_QUALITY:.1f}%" in quality.paper
    table = claim_table(claims(RESULT))
    assert table["paper"].tolist() == [size.paper, speed.paper, quality.paper]
    assert table["verdict"].tolist() == [size.verdict, speed.verdict, quality.verdict]


@pytest.mark.parametrize(
    ("interval", "verdict"),
    [
        (Interval(0.930, 0.941, 0.951), "Less than 97%"),
        (Interval(0.960, 0.968, 0.976), "About 97%"),
        (Interval(0.975, 0.985, 0.995), "More than 97%"),
        (Interval(0.700, 0.960, 1.200), "Too uncertain to judge."),
    ],
)
def test_a_share_outside_the_interval_is_not_called_equal(interval: Interval, verdict: str) -> None:
    assert claims(RESULT, quality=interval)[2].verdict.startswith(verdict)


def test_the_interval_of_quality_narrows_with_more_tokens() -> None:
    few, many = (
        held_out_quality(member("teacher", 0.5, pieces=n), member("student", 0.49, pieces=n)) for n in (1_000, 100_000)
    )
    assert few.value == many.value == pytest.approx(0.98)
    assert few.low < many.low < many.value < many.high < few.high
    same = held_out_quality(member("teacher", 0.5), member("teacher", 0.5))
    assert same.contains(1.0)
    assert math.log(same.high) == pytest.approx(1.96 * math.sqrt(2 * 0.5 / (0.5 * 10_000)))


def test_a_student_that_was_compared_token_by_token_has_the_measured_interval() -> None:
    measured = Interval(0.93, 0.94, 0.95)
    student = dataclasses.replace(member("student", 0.49), relative_top1=measured)
    assert held_out_quality(member(REFERENCE, 0.5), student) == measured
    other = held_out_quality(member("another teacher", 0.5), student)
    assert other.value == pytest.approx(0.98)
