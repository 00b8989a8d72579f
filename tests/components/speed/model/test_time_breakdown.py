"""In every architecture the parts do not overlap and add up to the total."""

import pytest
import torch

from components.speed.model.results import ModelPart
from components.speed.model.time_breakdown import modules_by_part, time_breakdown
from tests.components.small_models import FAMILIES, small

MEASURED = set(ModelPart) - {ModelPart.OTHER}


@pytest.mark.parametrize("family", FAMILIES)
def test_parts_do_not_overlap_and_hold_every_parameter(family: str) -> None:
    model, _ = small(family)
    modules = modules_by_part(model)
    assert {part for _, part in modules} == MEASURED
    owners: dict[int, int] = {}
    for module, _ in modules:
        for inner in module.modules():
            owners[id(inner)] = owners.get(id(inner), 0) + 1
    assert set(owners.values()) == {1}
    counted = {id(numbers) for module, _ in modules for numbers in module.parameters()}
    left = {name for name, numbers in model.named_parameters() if id(numbers) not in counted}
    # Only the norm before a vocabulary head, and what turns embeddings of another width, stand between parts.
    assert all("ln_f" in name or "final_norm" in name for name in left), left


@pytest.mark.parametrize("family", FAMILIES)
def test_parts_add_up_to_the_total(family: str) -> None:
    model, _ = small(family)
    breakdown = time_breakdown(model, torch.full((2, 8), 5), passes=3)
    assert [part for part, _ in breakdown.parts] == list(ModelPart)
    assert sum(seconds for _, seconds in breakdown.parts) == pytest.approx(breakdown.total)
    assert all(seconds > 0 for part, seconds in breakdown.parts if part in MEASURED)
    assert breakdown.passes == 3


def test_all_hooks_are_removed() -> None:
    model, _ = small("bert")
    time_breakdown(model, torch.full((1, 4), 5))
    assert not any(module._forward_pre_hooks or module._forward_hooks for module in model.modules())
