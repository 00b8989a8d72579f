"""What was measured with one process is not lost where a machine cannot run two."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from types import SimpleNamespace

import pytest

from benchmarks import overload


@pytest.mark.parametrize(("proxy", "measured"), [(None, [1]), ("nginx", [1, 2])])
def test_without_a_proxy_one_process_is_measured(
    proxy: str | None, measured: list[int], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    started: list[int] = []

    @contextmanager
    def serves(*, workers: int) -> Iterator[tuple[SimpleNamespace, int]]:
        started.append(workers)
        yield SimpleNamespace(pid=1), 8000

    async def measures(processes: int, *_: object) -> SimpleNamespace:
        return SimpleNamespace(processes=processes, line=lambda: f"| {processes} |")

    monkeypatch.setattr(overload, "find_proxy", lambda: proxy)
    monkeypatch.setattr(overload.shutil, "which", lambda name: name)
    monkeypatch.setattr(overload, "serve_process", serves)
    monkeypatch.setattr(overload, "_measure", measures)
    with ThreadPoolExecutor() as thread:  # a browser's tests leave an event loop in this one
        cases = thread.submit(overload.measure).result().cases
    assert [case.processes for case in cases] == started == measured
    errors = capsys.readouterr().err
    assert ("proxy" in errors) is (proxy is None)
    assert all(case.line() in errors for case in cases)
