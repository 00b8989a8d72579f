"""The exchanged product of a few vectors with a large matrix is the linear layer."""

import pytest
import torch
from torch import nn

from components.model.checkpoints.lm_heads import FEW_VECTORS, wide_product


@pytest.mark.parametrize("bias", [True, False])
@pytest.mark.parametrize("shape", [(1,), (2,), (FEW_VECTORS,), (FEW_VECTORS + 1,), (), (2, 3), (0,)])
def test_it_is_the_linear_layer(shape: tuple[int, ...], *, bias: bool) -> None:
    torch.manual_seed(0)
    linear, vectors = nn.Linear(24, 300, bias=bias), torch.randn(*shape, 24)
    with torch.inference_mode():
        actual, expected = wide_product(linear, vectors), linear(vectors)
    torch.testing.assert_close(actual, expected, atol=1e-5, rtol=1e-5)


def test_columns_of_another_tensor_are_read_too() -> None:
    linear, vectors = nn.Linear(24, 300), torch.randn(24, 4).T
    with torch.inference_mode():
        torch.testing.assert_close(wide_product(linear, vectors), linear(vectors), atol=1e-5, rtol=1e-5)


def test_training_goes_through_the_layer() -> None:
    linear, vectors = nn.Linear(24, 300), torch.randn(2, 24)
    wide_product(linear, vectors).sum().backward()
    assert linear.weight.grad is not None
