"""A low-rank change: added to the matrices it names, and to nothing else."""

from pathlib import Path

import pytest
import torch
from torch import nn

from components.model.checkpoints.adapter import merge_adapter, write_adapter


def model() -> nn.Sequential:
    torch.manual_seed(0)
    return nn.Sequential(nn.Linear(6, 4), nn.Linear(4, 6))


def test_a_change_is_the_product_of_its_two_halves(tmp_path: Path) -> None:
    down, up = torch.randn(2, 6), torch.randn(4, 2)
    write_adapter({"0.weight": (down, up)}, tmp_path / "change.safetensors")
    changed, plain = model(), model()
    merge_adapter(changed, tmp_path / "change.safetensors")
    expected = plain[0].weight + up.half().float() @ down.half().float()
    torch.testing.assert_close(changed[0].weight, expected)
    assert torch.linalg.matrix_rank(changed[0].weight - plain[0].weight) == 2
    for name in ("0.bias", "1.weight", "1.bias"):
        assert torch.equal(changed.get_parameter(name), plain.get_parameter(name))


@pytest.mark.parametrize("name", ["2.weight", "1.weight"])
def test_a_change_to_what_is_not_there_is_refused(name: str, tmp_path: Path) -> None:
    write_adapter({name: (torch.randn(2, 6), torch.randn(4, 2))}, tmp_path / "change.safetensors")
    with pytest.raises(ValueError, match="no matrix"):
        merge_adapter(model(), tmp_path / "change.safetensors")
