"""The benchmark that ships is of two bundled models, with weights, on a machine that it names."""

import pytest

from cache.shipped.first_timing import first_timing
from components.model.checkpoints.availability import weights_folder
from components.model.checkpoints.registry import model_record
from components.speed.model.full_size_models import meta_model
from components.speed.model.spec import validate


def test_the_benchmark_that_ships_is_of_two_bundled_models() -> None:
    found = first_timing()
    assert [model.model_id for model in found.models] == ["pocket-bert", "pocket-distilbert"]
    assert not any(model.random for model in found.models)
    assert all(weights_folder(model_record(model.model_id)) for model in found.models)
    assert {one.cell for one in found.cells} == set(validate(found.benchmark).cells)
    assert len(found.setup.machine.device.name) > len("CPU ()")
    assert found.self_check.passed


@pytest.mark.usefixtures("engine")
def test_its_models_have_as_many_parameters_as_those_of_today() -> None:
    for model in first_timing().models:
        assert model.parameters == meta_model(model_record(model.model_id)).num_parameters()
