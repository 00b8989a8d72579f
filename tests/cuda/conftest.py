"""Tests on a GPU: skipped without one. They need nothing but torch, transformers and pytest, as a lent machine has it.

``RIVERBANK_TEST_DEVICE=cpu`` runs them on the processor, which shows that the tests themselves work.
"""

import os
from pathlib import Path

import pytest
import torch

from components.model.checkpoints.availability import weights_folder
from components.model.checkpoints.device import Device, available_devices
from components.model.checkpoints.loader import Loader

KIND = os.environ.get("RIVERBANK_TEST_DEVICE", "cuda")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.cuda)
            if KIND == "cuda" and not torch.cuda.is_available():
                item.add_marker(pytest.mark.skip(reason="no GPU"))


@pytest.fixture(scope="session")
def device() -> Device:
    """The GPU."""
    return next(each for each in available_devices() if each.kind == KIND)


@pytest.fixture(scope="session")
def torch_device(device: Device) -> torch.device:
    return device.torch_device


@pytest.fixture(scope="session")
def loaders(device: Device) -> tuple[Loader, Loader]:
    """Loaders of models on the processor and on the GPU."""
    processor = next(each for each in available_devices() if each.kind == "cpu")
    return Loader(weights_folder, device=processor), Loader(weights_folder, device=device)
