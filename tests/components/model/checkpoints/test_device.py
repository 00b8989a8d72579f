"""The device is found by looking, and so are the number formats that it multiplies by itself."""

import pytest
import torch

from components.model.checkpoints.device import (
    Device,
    available_devices,
    best_device,
    device_facts,
    find_device,
    machine_description,
    supported_dtypes,
    supports_bfloat16,
)
from components.model.user_errors import UserError

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


@pytest.mark.parametrize("supported", [True, False])
def test_bfloat16_is_offered_where_it_is_not_imitated(monkeypatch: pytest.MonkeyPatch, supported: bool) -> None:
    monkeypatch.setattr(torch.cpu, "_is_avx512_bf16_supported", lambda: supported)
    monkeypatch.setattr(torch.backends.cpu, "get_cpu_capability", lambda: "AVX512")
    monkeypatch.setattr(torch.cuda, "is_bf16_supported", lambda **_: supported)
    for device in (CPU, CUDA):
        assert supports_bfloat16(device.kind) is supported
        assert ("bfloat16" in supported_dtypes(device)) is supported
    assert supported_dtypes(MPS) == ("float32", "float16")


def test_a_processor_told_to_compute_as_an_older_one_does_not_multiply_bfloat16(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(torch.cpu, "_is_avx512_bf16_supported", lambda: True)
    monkeypatch.setattr(torch.backends.cpu, "get_cpu_capability", lambda: "AVX2")
    assert supported_dtypes(CPU) == ("float32",)


def test_every_device_that_is_listed_computes_in_every_format_that_it_says() -> None:
    devices = available_devices()
    assert devices[-1].id == "cpu"
    for device in devices:
        assert find_device(device.id) == device
        for dtype in supported_dtypes(device):
            ones = torch.ones(2, 2, device=device.torch_device, dtype=getattr(torch, dtype))
            assert (ones @ ones).sum().item() == 8
    assert find_device("best") == devices[0]


class Card:
    total_memory = 24 * 2**30


def test_every_card_is_listed_by_its_own_name_with_its_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    names = ["a card", "another card"]
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    monkeypatch.setattr(torch.cuda, "device_count", lambda: 2)
    monkeypatch.setattr(torch.cuda, "get_device_name", names.__getitem__)
    monkeypatch.setattr(torch.cuda, "get_device_properties", lambda _: Card)
    monkeypatch.setattr(torch.cuda, "is_bf16_supported", lambda **_: True)
    devices = available_devices()
    assert [device.id for device in devices] == ["cuda:0", "cuda:1", "cpu"]
    assert device_facts(devices[1]).name == "another card, 24 GiB"
    assert device_facts(devices[1]).memory_bytes == 24 * 2**30
    assert device_facts(devices[1]).dtypes == ("float32", "bfloat16", "float16")
    assert devices[1].torch_device == torch.device("cuda", 1)


@pytest.mark.parametrize("name", ["cuda:99", "tpu", "", "cpu:7", "../x"])
def test_a_device_that_is_not_here_is_refused_with_those_that_are(name: str) -> None:
    with pytest.raises(UserError, match=r"does not have that device.*cpu"):
        find_device(name)


def test_the_processor_is_named_in_full() -> None:
    facts = device_facts(find_device("cpu"))
    assert "core" in facts.name
    assert "thread" in facts.name
    description = machine_description(find_device("cpu"))
    assert description.processor in facts.name
    assert description.torch == torch.__version__
