"""Where models run: CUDA, else MPS, else the CPU, found by looking."""

import platform
from dataclasses import dataclass
from pathlib import Path

import torch

LARGE_MODEL_PARAMETERS = 50_000_000  # below this bfloat16 saves nothing worth its rounding


@dataclass(frozen=True)
class Device:
    """A place to compute. ``kind`` is torch's name for it, ``name`` what people call it."""

    kind: str
    name: str

    @property
    def torch_device(self) -> torch.device:
        """The same for torch."""
        return torch.device(self.kind)


def best_device() -> Device:
    """The fastest device of this machine."""
    if torch.cuda.is_available():
        return Device("cuda", torch.cuda.get_device_name())
    if torch.backends.mps.is_available():
        return Device("mps", f"Apple GPU ({platform.machine()})")
    return Device("cpu", f"CPU ({_processor()})")


def fast_dtype(device: Device, parameters: int) -> torch.dtype:
    """bfloat16 where the device multiplies it faster and the model is large enough to gain, else float32."""
    if parameters < LARGE_MODEL_PARAMETERS:
        return torch.float32
    if device.kind == "cuda" and torch.cuda.is_bf16_supported(including_emulation=False):
        return torch.bfloat16
    if device.kind == "cpu" and torch.cpu._is_avx512_bf16_supported():
        return torch.bfloat16
    return torch.float32


def _processor() -> str:
    information = Path("/proc/cpuinfo")
    if information.exists():
        for line in information.read_text(encoding="utf-8", errors="replace").splitlines():
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    return platform.processor() or platform.machine()
