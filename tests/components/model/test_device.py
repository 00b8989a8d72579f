"""The device is found by looking, and precision is given up only where it buys time."""

import pytest
import torch

from components.model.device import LARGE_MODEL_PARAMETERS, Device, best_device, fast_dtype

CPU, CUDA, MPS = Device("cpu", "a processor"), Device("cuda", "a card"), Device("mps", "an Apple")


def test_the_best_device_computes_and_has_a_name() -> None:
    device = best_device()
    assert torch.ones(2, device=device.torch_device).sum().item() == 2
    assert device.name.strip()


@pytest.mark.parametrize(
    ("cuda", "mps", "kind"), [(True, True, "cuda"), (True, False, "cuda"), (False, True, "mps"), (False, False, "cpu")]
)
def test_a_card_comes_before_an_apple_before_a_processor(
    monkeypatch: pytest.MonkeyPatch, cuda: bool, mps: bool, kind: str
) -> None:
    monkeypatch.setattr(torch.cuda, "is_available", lambda: cuda)
    monkeypatch.setattr(torch.cuda, "get_device_name", lambda: "a card")
    monkeypatch.setattr(torch.backends.mps, "is_available", lambda: mps)
    assert best_device().kind == kind


@pytest.mark.parametrize("device", [CPU, CUDA, MPS], ids=lambda device: device.kind)
def test_small_models_stay_in_full_precision(monkeypatch: pytest.MonkeyPatch, device: Device) -> None:
    monkeypatch.setattr(torch.cpu, "_is_avx512_bf16_supported", lambda: True)
    monkeypatch.setattr(torch.cuda, "is_bf16_supported", lambda **_: True)
    assert fast_dtype(device, LARGE_MODEL_PARAMETERS - 1) is torch.float32


@pytest.mark.parametrize("supported", [True, False])
@pytest.mark.parametrize("device", [CPU, CUDA], ids=lambda device: device.kind)
def test_large_models_are_rounded_where_the_device_multiplies_bfloat16(
    monkeypatch: pytest.MonkeyPatch, device: Device, supported: bool
) -> None:
    monkeypatch.setattr(torch.cpu, "_is_avx512_bf16_supported", lambda: supported)
    monkeypatch.setattr(torch.cuda, "is_bf16_supported", lambda **_: supported)
    assert fast_dtype(device, LARGE_MODEL_PARAMETERS) is (torch.bfloat16 if supported else torch.float32)


def test_an_apple_is_never_given_bfloat16() -> None:
    assert fast_dtype(MPS, 10 * LARGE_MODEL_PARAMETERS) is torch.float32
