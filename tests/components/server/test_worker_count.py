"""A machine gets a process for each core only where everything is there that several processes need."""

import subprocess
import sys
from dataclasses import replace

import pytest

from components.server import workers
from components.server.proxies import PROXIES
from components.server.worker_count import (
    DEFAULT_LIMIT,
    MEMORY_EACH,
    ServerMachine,
    default_workers,
    machine_memory,
    usable_cores,
)

TWO_CORES = ServerMachine(cores=2, memory=16_000_000_000, has_proxy=True, has_store=True)


def test_a_machine_with_a_proxy_and_a_store_gets_a_process_for_each_core() -> None:
    for cores in (2, 4):
        default = default_workers(replace(TWO_CORES, cores=cores))
        assert default.count == cores
        assert str(cores) in default.reason


@pytest.mark.parametrize(
    "lacking",
    [{"cores": 1}, {"has_proxy": False}, {"has_store": False}, {"memory": 3_900_000_000}, {"memory": 0}],
    ids=lambda changes: next(iter(changes)),
)
def test_what_is_lacking_leaves_one_process_and_is_said(lacking: dict[str, int]) -> None:
    default = default_workers(replace(TWO_CORES, **lacking))  # type: ignore[arg-type]
    assert default.count == 1
    assert default.reason


def test_what_has_to_be_installed_is_named() -> None:
    bare = default_workers(replace(TWO_CORES, has_proxy=False, has_store=False)).reason
    assert "nginx" in bare
    assert "Redis" in bare
    assert "nginx" not in default_workers(replace(TWO_CORES, has_store=False)).reason


def test_memory_and_a_limit_bound_the_processes() -> None:
    large = replace(TWO_CORES, cores=64)
    assert default_workers(replace(large, memory=3 * MEMORY_EACH)).count == 3
    assert default_workers(replace(large, memory=10**12)).count == DEFAULT_LIMIT


def test_one_process_does_tls_itself() -> None:
    assert default_workers(TWO_CORES, serves_tls=True).count == 1


def test_the_machine_is_known() -> None:
    assert usable_cores() >= 1
    assert machine_memory() >= 0


@pytest.fixture
def alone(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """The arguments with which one process was started, instead of starting it."""
    started: list[list[str]] = []

    def start(arguments: list[str]) -> int:
        started.append(arguments)
        return 0

    monkeypatch.setattr(workers, "_run_alone", start)
    monkeypatch.setattr(workers, "usable_cores", lambda: 2)
    monkeypatch.setattr(workers, "machine_memory", lambda: 16_000_000_000)
    monkeypatch.setattr(workers.Child, "start", lambda _: pytest.fail("something else was started"))
    return started


def test_without_a_proxy_one_process_gets_all_options(
    alone: list[list[str]], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(workers, "find_proxy", lambda _: None)
    assert workers.main(["--server.port", "9000"]) == 0
    assert alone == [["--server.port", "9000"]]
    assert len(capsys.readouterr().out.splitlines()) == 1


def test_a_certificate_keeps_one_process(alone: list[list[str]], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "find_proxy", lambda _: (PROXIES[0], "nginx"))
    monkeypatch.setenv(workers.STORE_VARIABLE, "unix:///nowhere")
    assert workers.main(["--server.sslCertFile", "c.pem", "--server.sslKeyFile", "k.pem"]) == 0
    assert len(alone) == 1


def test_one_process_is_streamlit_itself() -> None:
    script = "from components.server import workers\nworkers._run_alone(['--help'])"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, cwd=workers.ROOT)
    assert "streamlit run" in done.stdout
