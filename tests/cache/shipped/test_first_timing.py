"""The benchmark that ships is of two bundled models, with weights, on a machine that it names."""

import pytest

from cache.shipped.first_timing import first_timing
from components.model.checkpoints.availability import weights_folder
from components.model.checkpoints.registry import model_record
from components.speed.model.full_size_models import meta_model
from components.speed.model.spec import validate


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
