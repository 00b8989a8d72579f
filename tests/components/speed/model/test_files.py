"""A benchmark that was written down is the same when it is read."""

import dataclasses

import pytest

from components.speed.model.files import parse_result, serialise_result
from tests.components.speed.model.timed_results import cell_result, timing_result


def test_what_is_read_is_what_was_written() -> None:
    text = serialise_result(timing_result(random=True))
    found = parse_result(text)
    assert serialise_result(found) == text
    expected = timing_result(random=True)
    assert found.benchmark == expected.benchmark
    assert found.models == expected.models
    assert found.cells[0].first.parts.parts[0][0] is expected.cells[0].first.parts.parts[0][0]
    assert found.cells[3].speed_up.value == pytest.approx(expected.cells[3].speed_up.value, rel=1e-5)


def test_a_compiled_model_has_no_parts_when_it_is_read_either() -> None:
    expected = timing_result()
    compiled = tuple(cell_result(found.cell, compiled=True) for found in expected.cells)
    found = parse_result(serialise_result(dataclasses.replace(expected, cells=compiled)))
    assert all(one.parts is None for cell in found.cells for one in cell.both)


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"benchmark": {}}', "null"])
def test_another_text_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"TimingResult|Expecting"):
        parse_result(text)
