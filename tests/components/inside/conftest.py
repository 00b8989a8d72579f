"""Small models whose every weight matters: no bias is zero and no norm is one, as they are before training."""

import copy
from collections.abc import Callable
from dataclasses import replace

import pytest
import torch

from components.model.checkpoints.lm_heads import vocabulary_head
from components.model.checkpoints.open_model import OpenModel
from tests.components.conftest import Opener

Randomised = Callable[[str], OpenModel]


@pytest.fixture(scope="session")
def randomised(opened: Opener) -> Randomised:
    """Opens a small model of a family with random norms and biases."""
    models: dict[str, OpenModel] = {}

    def open_randomised(family: str) -> OpenModel:
        if family not in models:
            plain = opened(family)
            model = copy.deepcopy(plain.model)
            generator = torch.Generator().manual_seed(7)
            with torch.no_grad():
                for name, weights in model.named_parameters():
                    if "embed_positions" not in name:
                        weights += 0.2 * torch.randn(weights.shape, generator=generator)
            models[family] = replace(plain, model=model, head=vocabulary_head(model), compiling=None)
        return models[family]

    return open_randomised
