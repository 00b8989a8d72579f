"""Memory of a pass is estimated before it could end the server."""

import pytest
import torch

from components.speed.model.memory import BatchTooLarge, check_memory, free_bytes, measure_memory, needed_bytes
from components.speed.model.spec import BenchmarkCell
from tests.components.small_models import small


def test_a_too_large_batch_is_an_error_before_it_is_run() -> None:
    model, _ = small("bert")
    cell = BenchmarkCell(4, 16)
    needed = needed_bytes(model, cell)
    check_memory(model, cell, free=2 * needed, place="a machine")
    check_memory(model, cell, free=None, place="a machine")
    with pytest.raises(BatchTooLarge, match="batch of 4 with 16 tokens each does not fit into the memory of a machine"):
        check_memory(model, cell, free=needed, place="a machine")


def test_the_estimate_includes_the_logits() -> None:
    model, _ = small("bert")
    with torch.inference_mode():
        logits = model(input_ids=torch.full((4, 16), 5)).logits
    assert needed_bytes(model, BenchmarkCell(4, 16)) >= logits.nbytes
    assert needed_bytes(model, BenchmarkCell(8, 16)) == 2 * needed_bytes(model, BenchmarkCell(4, 16))


def test_eager_attention_needs_more_memory() -> None:
    fused, _ = small("bert")
    plain, _ = small("bert")
    plain.set_attn_implementation("eager")
    assert needed_bytes(plain, BenchmarkCell(1, 64)) > needed_bytes(fused, BenchmarkCell(1, 64))


def test_the_peak_includes_memory_that_was_held() -> None:
    held: list[bytearray] = []
    memory = measure_memory(lambda: held.append(bytearray(50_000_000)), torch.device("cpu"))
    assert memory.of_process
    assert memory.peak_bytes is None or memory.peak_bytes > 50_000_000
    assert len(held) == 1


def test_free_memory_is_a_number_or_unknown() -> None:
    free = free_bytes()
    assert free is None or free > 0
