"""A serialised benchmark is parsed to the same result."""

import dataclasses

import pytest

from components.speed.model.files import parse_result, serialise_result
from tests.components.speed.model.timed_results import cell_result, timing_result


def test_a_parsed_result_equals_the_serialised_one() -> None:
    text = serialise_result(timing_result(random=True))
    parsed = parse_result(text)
    assert serialise_result(parsed) == text
    expected = timing_result(random=True)
    assert parsed.benchmark == expected.benchmark
    assert parsed.models == expected.models
    assert parsed.cells[0].first.parts.parts[0][0] is expected.cells[0].first.parts.parts[0][0]
    assert parsed.cells[3].speed_up.value == pytest.approx(expected.cells[3].speed_up.value, rel=1e-5)


def test_missing_parts_of_a_compiled_model_survive() -> None:
    expected = timing_result()
    compiled = tuple(cell_result(each.cell, compiled=True) for each in expected.cells)
    parsed = parse_result(serialise_result(dataclasses.replace(expected, cells=compiled)))
    assert all(timing.parts is None for cell in parsed.cells for timing in cell.both)


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"benchmark": {}}', "null"])
def test_other_texts_are_an_error(text: str) -> None:
    with pytest.raises(ValueError, match=r"TimingResult|Expecting"):
        parse_result(text)
