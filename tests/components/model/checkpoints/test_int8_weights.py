"""Weights in a byte each: how far off they are, and what is kept exactly."""

from pathlib import Path

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays

from components.model.checkpoints.int8_weights import dequantize, quantize, read_weights, write_weights

FINITE = st.floats(-1e4, 1e4, width=32)


@given(matrix=arrays(np.float32, array_shapes(min_dims=2, max_dims=2, max_side=6), elements=FINITE))
def test_a_weight_is_off_by_half_a_step_of_its_row_at_most(matrix: np.ndarray) -> None:
    weights = torch.from_numpy(matrix)
    again = dequantize(quantize({"w": weights}))["w"]
    step = weights.abs().amax(dim=1, keepdim=True) / 127
    assert bool(((again - weights).abs() <= step * 0.5001 + 1e-30).all())


def test_a_row_of_zeros_stays_one_and_the_largest_weight_is_exact() -> None:
    weights = torch.tensor([[0.0, 0.0], [0.5, -2.0]])
    again = dequantize(quantize({"w": weights}))["w"]
    assert again[0].tolist() == [0.0, 0.0]
    assert again[1, 1] == pytest.approx(-2.0)


def test_a_file_holds_a_byte_a_weight(tmp_path: Path) -> None:
    weights = {"w": torch.randn(200, 100), "bias": torch.randn(100)}
    write_weights(weights, tmp_path / "some.safetensors")
    assert [path.name for path in tmp_path.iterdir()] == ["some.safetensors"]
    assert (tmp_path / "some.safetensors").stat().st_size < 200 * 100 + 4 * 200 + 2 * 100 + 500
    again = read_weights(tmp_path / "some.safetensors")
    assert {name: each.dtype for name, each in again.items()} == {"w": torch.float32, "bias": torch.float32}
    assert torch.equal(again["bias"], weights["bias"].half().float())
