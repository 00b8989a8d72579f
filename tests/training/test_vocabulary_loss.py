"""The loss over a wide vocabulary is the usual one, and so are its gradients, however many parts it is taken in."""

import pytest
import torch
from torch.nn import functional

from training import vocabulary_loss as part
from training.vocabulary_loss import vocabulary_loss

WIDTH, VOCABULARY, CHOSEN = 8, 50, 11


def given() -> tuple[torch.Tensor, ...]:
    torch.manual_seed(0)
    sizes = ((CHOSEN, WIDTH), (VOCABULARY, WIDTH), (VOCABULARY,))
    learned = [torch.randn(size, dtype=torch.float64, requires_grad=True) for size in sizes]
    return (*learned, torch.randint(0, VOCABULARY, (CHOSEN,)))


@pytest.mark.parametrize("rows", [1, 3, CHOSEN, 1000])
def test_it_is_the_cross_entropy_and_has_its_gradients(rows: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(part, "PART_BYTES", 4 * VOCABULARY * rows)
    *learned, targets = given()
    hidden, weight, bias = learned
    expected = functional.cross_entropy(functional.linear(hidden, weight, bias), targets)
    slopes = torch.autograd.grad(3 * expected, learned)
    loss = vocabulary_loss(hidden, weight, bias, targets)
    assert loss.item() == pytest.approx(expected.item(), abs=1e-5)
    for slope, gradient in zip(slopes, torch.autograd.grad(3 * loss, learned), strict=True):
        torch.testing.assert_close(gradient, slope, atol=1e-5, rtol=1e-4)


def test_a_frozen_table_is_left_alone() -> None:
    hidden, weight, bias, targets = given()
    vocabulary_loss(hidden, weight.detach(), bias, targets).backward()
    assert hidden.grad is not None
    assert weight.grad is None


def test_in_half_precision_it_is_near() -> None:
    hidden, weight, bias, targets = (each.float() if each.is_floating_point() else each for each in given())
    with torch.autocast("cpu", torch.bfloat16):
        loss = vocabulary_loss(hidden, weight, bias, targets)
    expected = functional.cross_entropy(functional.linear(hidden, weight, bias), targets)
    assert loss.dtype is torch.float32
    assert loss.item() == pytest.approx(expected.item(), rel=0.02)
