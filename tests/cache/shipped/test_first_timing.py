"""The benchmark that ships is of two bundled models, on a machine that it names, and is parsed as it was written."""

import dataclasses

import pytest

from cache.shipped.first_timing import first_timing, parse_result, serialise_result
from components.model.checkpoints.availability import weights_folder
from components.model.checkpoints.registry import model_record
from components.speed.model.full_size_models import meta_model
from components.speed.model.spec import validate
from tests.components.speed.model.timed_results import cell_result, timing_result


def test_the_benchmark_that_ships_is_of_two_bundled_models() -> None:
    timings = first_timing()
    assert [model.model_id for model in timings.models] == ["pocket-bert", "pocket-distilbert"]
    assert not any(model.random for model in timings.models)
    assert all(weights_folder(model_record(model.model_id)) for model in timings.models)
    assert {cell.cell for cell in timings.cells} == set(validate(timings.benchmark).cells)
    assert len(timings.setup.machine.device.name) > len("CPU ()")
    assert timings.self_check.passed


@pytest.mark.usefixtures("engine")
def test_its_models_have_as_many_parameters_as_those_of_today() -> None:
    for model in first_timing().models:
        assert model.parameters == meta_model(model_record(model.model_id)).num_parameters()


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
