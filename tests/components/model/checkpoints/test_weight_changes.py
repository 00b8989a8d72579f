"""Changes of weights in a byte each: what they come to when added, and which rows they leave out."""

from pathlib import Path

import pytest
import torch
from torch import nn

from components.model.checkpoints.weight_changes import (
    NEGLIGIBLE,
    ROWS,
    add_changes,
    limited_changes,
    weight_changes,
    write_changes,
)


def model() -> nn.Module:
    torch.manual_seed(0)
    return nn.ModuleDict({"table": nn.Embedding(50, 8), "layer": nn.Linear(8, 4), "other": nn.Linear(4, 4)})


def trained() -> nn.Module:
    """The same model after a training that reads two rows of the table and decays all of them."""
    after = model()
    with torch.no_grad():
        after.get_parameter("table.weight").mul_(1 - 5e-5)
        after.get_parameter("table.weight")[[3, 40]] += 0.01
        after.get_parameter("layer.weight").add_(0.01 * torch.randn(4, 8))
        after.get_parameter("layer.bias").add_(0.002)
    return after


def test_a_model_with_its_changes_is_the_trained_one_but_for_a_step_of_each_row(tmp_path: Path) -> None:
    before, after, again = model(), trained(), model()
    write_changes(weight_changes(before.state_dict(), after.state_dict()), tmp_path / "changes.safetensors")
    add_changes(again, tmp_path / "changes.safetensors")
    assert [path.name for path in tmp_path.iterdir()] == ["changes.safetensors"]
    for name, weights in after.state_dict().items():
        step = (weights - before.state_dict()[name]).abs().amax() / 127
        decay = 5e-5 * weights.abs().amax()
        torch.testing.assert_close(again.state_dict()[name], weights, rtol=0, atol=float(step + decay) + 1e-6)
    assert torch.equal(again.get_parameter("other.weight"), before.get_parameter("other.weight"))
    rows = torch.ones(50, dtype=torch.bool)
    rows[[3, 40]] = False
    assert torch.equal(again.get_parameter("table.weight")[rows], before.get_parameter("table.weight")[rows])


def test_only_rows_that_changed_are_stored() -> None:
    changes = weight_changes(model().state_dict(), trained().state_dict())
    assert changes["table.weight" + ROWS].tolist() == [3, 40]
    assert changes["table.weight"].shape == (2, 8)
    assert changes["table.weight"].dtype == torch.int8
    assert "layer.weight" + ROWS not in changes
    assert not any(name.startswith("other") for name in changes)
    assert weight_changes(model().state_dict(), model().state_dict()) == {}


def test_the_least_changed_rows_make_room() -> None:
    before, after = model().state_dict(), trained().state_dict()
    after["table.weight"][7] += 0.1
    whole, _ = limited_changes(before, after, 10**6)
    assert whole["table.weight" + ROWS].tolist() == [3, 7, 40]
    limit = sum(tensor.nbytes for tensor in whole.values()) - 1
    fewer, threshold = limited_changes(before, after, limit)
    assert sum(tensor.nbytes for tensor in fewer.values()) <= limit
    assert 7 in fewer["table.weight" + ROWS]
    assert len(fewer["table.weight" + ROWS]) < 3 or len(fewer["layer.weight"]) < 4
    assert threshold > NEGLIGIBLE


@pytest.mark.parametrize("name", ["missing.weight", "layer.weight"])
def test_changes_of_another_model_are_refused(name: str, tmp_path: Path) -> None:
    write_changes({name: torch.randn(3, 3)}, tmp_path / "changes.safetensors")
    with pytest.raises(ValueError, match="no weights"):
        add_changes(model(), tmp_path / "changes.safetensors")
