"""Operation counts agree with counting by hand."""

import pytest
import torch

from components.model.checkpoints.records import ModelRecord
from components.model.checkpoints.registry import known_models
from components.model.inference.operations import count_operations
from components.speed.model.flops import OperationCount, measure_peak
from components.speed.model.full_size_models import meta_model
from tests.components.small_models import FAMILIES, SIZES, WORDS
from tests.sampling import first_of_each


def test_a_small_bert_by_hand(originals: dict[str, ModelRecord]) -> None:
    tokens, width, inner = 10, SIZES["hidden_size"], SIZES["intermediate_size"]
    projections = 4 * tokens * width * width  # queries, keys, values and the output
    attention = 2 * tokens * tokens * width  # scores, and the mixture of values
    feed_forward = 2 * tokens * width * inner
    layers = SIZES["num_hidden_layers"] * (projections + attention + feed_forward)
    head = tokens * width * width + tokens * width * len(WORDS)
    assert count_operations(meta_model(originals["bert"]), tokens) == 2 * (layers + head)


@pytest.mark.parametrize("family", FAMILIES)
def test_operations_are_linear_in_batch_and_more_than_linear_in_length(
    originals: dict[str, ModelRecord], family: str
) -> None:
    count = OperationCount(originals[family], None)
    assert count(1, 8) > 0
    assert count(5, 8) == 5 * count(1, 8)
    assert count(1, 32) > 2 * count(1, 16)


def test_the_peak_is_that_of_the_fastest_product() -> None:
    times = iter([4.0, 2.0, 8.0] * 4)
    peak_rate = measure_peak(torch.device("cpu"), torch.float32, lambda work: (work(), next(times))[1], size=16)
    assert (peak_rate.operations_per_second, peak_rate.size) == (2 * 16**3 / 2.0, 16)


@pytest.mark.parametrize(
    "model",
    first_of_each(known_models(), lambda model: (model.role, model.pocket), name=lambda model: model.id),
)
def test_every_model_of_the_registry_can_be_counted(model: ModelRecord) -> None:
    parameters = meta_model(model).num_parameters()
    layers_once = OperationCount(model, None)(1, 16) / 16
    assert layers_once > parameters / 5  # a tied matrix is looked up at the start and multiplied at the end
