"""The devices of this machine: CUDA, MPS or the CPU."""

import os
import platform
from dataclasses import dataclass
from pathlib import Path

import torch
import transformers

from components.model.checkpoints.device_results import BEST_DEVICE, DeviceFacts, Machine
from components.model.user_errors import UserError

THREADS = torch.get_num_threads()  # torch's default, read before anything sets the count for a pass


@dataclass(frozen=True)
class Device:
    """A device to compute on.

    Attributes:
        kind: torch's device type.
        name: The name for people.
        index: Which of several; None is torch's default.
    """

    kind: str
    name: str
    index: int | None = None

    @property
    def id(self) -> str:
        """The device as torch writes it, such as ``"cpu"`` or ``"cuda:0"``."""
        return self.kind if self.index is None else f"{self.kind}:{self.index}"

    @property
    def torch_device(self) -> torch.device:
        """The device as a torch object."""
        return torch.device(self.id)


def best_device() -> Device:
    """The fastest device of this machine."""
    if torch.cuda.is_available():
        return Device("cuda", torch.cuda.get_device_name())
    if torch.backends.mps.is_available():
        return Device("mps", f"Apple GPU ({platform.machine()})")
    return Device("cpu", f"CPU ({processor_name()})")


def available_devices() -> tuple[Device, ...]:
    """Every device of this machine, the fastest kind first."""
    devices = []
    if torch.cuda.is_available():
        devices += [Device("cuda", torch.cuda.get_device_name(n), n) for n in range(torch.cuda.device_count())]
    if torch.backends.mps.is_available():
        devices.append(Device("mps", f"Apple GPU ({platform.machine()})"))
    return (*devices, Device("cpu", f"CPU ({processor_name()})"))


def find_device(name: str) -> Device:
    """The device with this id, or the first of :func:`available_devices` for :data:`BEST_DEVICE`.

    Raises:
        UserError: This machine has no such device.
    """
    here = available_devices()
    if name == BEST_DEVICE:
        return here[0]
    for device in here:
        if device.id == name:
            return device
    raise UserError(
        f"This machine does not have that device. Choose one of: {', '.join(device.id for device in here)}."
    )


def supports_bfloat16(kind: str) -> bool:
    """Whether devices of this kind have native bfloat16 multiplication rather than a slow emulation."""
    if kind == "cuda":
        return bool(torch.cuda.is_bf16_supported(including_emulation=False))
    # What the processor can do, and what torch was allowed to use of it (ATEN_CPU_CAPABILITY).
    capability = torch.backends.cpu.get_cpu_capability()
    return kind == "cpu" and "AVX512" in capability and bool(torch.cpu._is_avx512_bf16_supported())


def supported_dtypes(device: Device) -> tuple[str, ...]:
    """The dtypes that ``device`` multiplies natively; it would emulate the others slowly."""
    half = ("float16",) if device.kind in ("cuda", "mps") else ()
    return ("float32", *(("bfloat16",) if supports_bfloat16(device.kind) else ()), *half)


def device_facts(device: Device) -> DeviceFacts:
    """The description of a device for visitors."""
    memory: int | None
    if device.kind == "cuda":
        memory = int(torch.cuda.get_device_properties(device.torch_device).total_memory)
        name = f"{device.name}, {memory / 2**30:.0f} GiB"
    elif device.kind == "mps":
        memory, name = int(torch.mps.recommended_max_memory()), device.name
    else:
        memory = installed_memory()
        name = f"{device.name}, {_counted(os.cpu_count() or 1, 'core')}, {_counted(THREADS, 'thread')}"
    return DeviceFacts(device.id, device.kind, name, memory, supported_dtypes(device))


def machine_description(device: Device) -> Machine:
    """The hardware and software that a measurement on ``device`` depends on."""
    return Machine(
        device=device_facts(device),
        processor=processor_name(),
        cores=os.cpu_count() or 1,
        threads=THREADS,
        system=platform.platform(aliased=True, terse=True),
        python=platform.python_version(),
        torch=torch.__version__,
        transformers=transformers.__version__,
    )


def processor_name() -> str:
    """The model name of the processor, as the system reports it."""
    information = Path("/proc/cpuinfo")
    if information.exists():
        for line in information.read_text(encoding="utf-8", errors="replace").splitlines():
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    return platform.processor() or platform.machine()


def installed_memory() -> int | None:
    """The bytes of memory of this machine; None if the system does not report them."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        return None


def _counted(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"
