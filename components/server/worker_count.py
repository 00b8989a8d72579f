"""How many processes of the app a machine gets when nobody says.

Python runs one page at a time in a process, so each core gets one, as long as memory suffices and there is what several
processes need: a proxy in front, and one store for their classes.
"""

import os
from dataclasses import dataclass

MEMORY_EACH = 2_500_000_000  # bytes that a process comes to have in long use (docs/scale.md)
DEFAULT_LIMIT = 8  # more are for a machine that does nothing else, and its operator says so


@dataclass(frozen=True)
class ServerMachine:
    """What a machine has. ``memory`` is in bytes, 0 if unknown; ``cores`` are those that this process may use."""

    cores: int
    memory: int
    has_proxy: bool
    has_store: bool


@dataclass(frozen=True)
class WorkerCount:
    """The number of processes, and why they are not more, or where they run: a line for the operator."""

    count: int
    reason: str


def default_workers(machine: ServerMachine, *, serves_tls: bool = False) -> WorkerCount:
    """The number of processes for a machine.

    Args:
        machine: What it has.
        serves_tls: Whether the app is to do TLS itself, which only one process can: the proxies here speak plain HTTP.
    """
    if machine.cores < 2:
        return WorkerCount(1, "One process, because there is one core.")
    if serves_tls:
        return WorkerCount(1, "One process, because the app does TLS itself.")
    programs = {"nginx or Caddy": machine.has_proxy, "Valkey or Redis": machine.has_store}
    missing = ", and ".join(name for name, is_there in programs.items() if not is_there)
    if missing:
        return WorkerCount(1, f"One process for {machine.cores} cores: install {missing} to use them all.")
    count = min(machine.cores, machine.memory // MEMORY_EACH, DEFAULT_LIMIT)
    if count < 2:
        return WorkerCount(1, f"One process: {_gigabytes(machine)} of memory is too little for more.")
    text = f"{count} processes for {machine.cores} cores and {_gigabytes(machine)} of memory"
    return WorkerCount(count, f"{text}; --workers 1 starts one.")


def usable_cores() -> int:
    """The number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def machine_memory() -> int:
    """The machine's memory in bytes; 0 if the system does not tell."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        return 0


def _gigabytes(machine: ServerMachine) -> str:
    return f"{machine.memory / 1e9:.0f} GB"
