"""Several processes behind a proxy: a visitor stays with one, a class is found in all, and what dies comes back."""

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import httpx2
import psutil
import pytest
import uvicorn
from starlette.responses import PlainTextResponse

from components.classroom.classes import ClassDirectory
from components.classroom.entries import ClassQuestion, EntryKind
from components.classroom.shared import shared_class_registry
from components.server import workers
from components.server.proxies import COOKIE, PROXIES, Proxy, find_proxy
from components.server.workers import free_ports
from tests.components.waiting import until

pytestmark = pytest.mark.thorough

ROOT = Path(__file__).parents[3]
PROGRAMS = [proxy.program for proxy in PROXIES]
STORE = next(filter(None, map(shutil.which, workers.STORES)), None)
ASK = ClassQuestion(EntryKind.GUESS, "bank", "What is your guess?")


@dataclass
class Running:
    """What was started: its process, its address, the ports where each worker tells its figures, and its store."""

    process: "subprocess.Popen[bytes]"
    address: str
    figures: tuple[int, ...]
    store: str

    def answered(self) -> list[float]:
        """How many of the questions whether it is ready each worker has answered."""
        return [_figure(port, 'riverbank_requests_total{part="_stcore"') for port in self.figures]


@contextmanager
def several(program: str, tmp_path: Path, *options: str) -> Iterator[Running]:
    """Two workers and their proxy."""
    if find_proxy(program) is None or STORE is None:
        pytest.skip(f"{program}, or one of {', '.join(workers.STORES)}, is not installed")
    place = tmp_path / "s"
    store = subprocess.Popen(
        [STORE, "--port", "0", "--unixsocket", str(place), "--save", ""], stdout=subprocess.DEVNULL
    )
    until(place.exists)
    port, first = free_ports(2)
    environment = os.environ | {"RIVERBANK_STORE": f"unix://{place}", "RIVERBANK_METRICS_PORT": str(first)}
    command = [sys.executable, "-m", "components.server.workers", "--workers", "2", "--proxy", program]
    process = subprocess.Popen(
        [*command, "--server.port", str(port), *options], cwd=ROOT, env=environment, stdout=subprocess.PIPE
    )
    try:
        assert process.stdout is not None
        assert b"2 processes behind" in process.stdout.readline()
        address = f"http://127.0.0.1:{port}"
        until(lambda: _answers(address))
        yield Running(process, address, (first, first + 1), f"unix://{place}")
    finally:
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=30)
        store.terminate()
        store.wait(10)


@pytest.mark.timeout(180)
@pytest.mark.parametrize("program", PROGRAMS)
def test_a_visitor_stays_with_a_worker_a_class_is_in_all_and_what_dies_comes_back(program: str, tmp_path: Path) -> None:
    with several(program, tmp_path) as running:
        before = running.answered()
        with httpx2.Client(base_url=running.address) as browser:
            for _ in range(10):
                assert browser.get("/_stcore/health").text == "ok"
            assert COOKIE in browser.cookies
        answered = [after - first for after, first in zip(running.answered(), before, strict=True)]
        assert sorted(answered) == [0, 10]

        before = running.answered()
        for _ in range(24):  # each without a cookie: somebody else
            httpx2.get(f"{running.address}/_stcore/health")
        assert all(after > first for after, first in zip(running.answered(), before, strict=True))

        classroom = ClassDirectory(shared_class_registry({"RIVERBANK_STORE": running.store})).start()
        classroom.show("../which-bank", ASK)
        for number in range(12):
            with httpx2.Client(base_url=running.address) as phone:
                assert f'data-code="{classroom.code}"' in phone.get(f"/join/{classroom.code}").text
                assert phone.post(f"/join/{classroom.code}/students").status_code == 200
                entry = {"id": "1", "question": ASK.question_id, "text": f"Bank {number}.", "label": ""}
                assert phone.post(f"/join/{classroom.code}/entries", json=entry).status_code == 200
        assert len(classroom.entries()) == classroom.students == 12

        pages = [
            browser
            for browser in psutil.Process(running.process.pid).children()
            if "streamlit" in " ".join(browser.cmdline())
        ]
        assert len(pages) == 2
        pages[0].kill()
        pages[0].wait(10)
        with httpx2.Client(base_url=running.address) as other:
            assert [other.get("/_stcore/health").status_code for _ in range(10)] == [200] * 10
        until(
            lambda: (
                len([browser for browser in psutil.Process(running.process.pid).children() if browser.is_running()])
                == 3
            )
        )
        until(lambda: all(_figure(port, "riverbank_visitors") == 0 for port in running.figures))
        family = psutil.Process(running.process.pid).children(recursive=True)
    assert not any(browser.is_running() for browser in family)


@pytest.mark.timeout(100)
@pytest.mark.parametrize("program", PROGRAMS)
def test_what_says_that_it_runs_can_be_asked_at_once_by_the_name_it_was_given_alone(program: str) -> None:
    if find_proxy(program) is None or STORE is None:
        pytest.skip(f"{program}, or one of {', '.join(workers.STORES)}, is not installed")
    (port,) = free_ports(1)
    options = ["--workers", "2", "--proxy", program, "--server.port", str(port), "--server.allowedHosts", "www.x.edu"]
    command = [sys.executable, "-m", "components.server.workers", *options]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE)
    try:
        assert process.stdout is not None
        assert b"2 processes behind" in process.stdout.readline()
        answers = [
            httpx2.get(f"http://127.0.0.1:{port}/", headers={"host": host}).status_code
            for host in ("www.x.edu", "127.0.0.1")
        ]
        assert answers == [200, 403]
    finally:
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=60)


def _named(family: list[psutil.Process], word: str) -> list[psutil.Process]:
    named = []
    for process in family:
        with suppress(psutil.NoSuchProcess):
            if process.status() != psutil.STATUS_ZOMBIE and word in " ".join(process.cmdline()):
                named.append(process)
    return named


@pytest.mark.timeout(240)
def test_what_freezes_or_dies_is_replaced_a_class_is_kept_and_nothing_outlives_the_launcher(tmp_path: Path) -> None:
    if find_proxy("nginx") is None or STORE is None:
        pytest.skip(f"nginx, or one of {', '.join(workers.STORES)}, is not installed")
    (port,) = free_ports(1)
    options = ["--workers", "2", "--proxy", "nginx", "--server.port", str(port)]
    environment = {name: value for name, value in os.environ.items() if name != "RIVERBANK_STORE"}
    environment["TMPDIR"] = str(tmp_path)
    command = [sys.executable, "-m", "components.server.workers", *options]
    process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE)
    launcher, address = psutil.Process(process.pid), f"http://127.0.0.1:{port}"
    try:
        assert process.stdout is not None
        assert b"2 processes behind" in process.stdout.readline()

        (folder,) = tmp_path.iterdir()
        registry = shared_class_registry({"RIVERBANK_STORE": f"unix://{folder / 'store'}"})
        classroom = ClassDirectory(registry).start()
        (store,) = _named(launcher.children(), "unixsocket")
        store.kill()
        until(lambda: store.pid not in [child.pid for child in _named(launcher.children(), "unixsocket")])

        (proxy,) = _named(launcher.children(recursive=True), "proxy.conf")
        proxy.kill()
        until(lambda: _answers(address))
        assert [child.pid for child in _named(launcher.children(recursive=True), "proxy.conf")] != [proxy.pid]

        frozen, other = _named(launcher.children(), "streamlit")
        frozen.suspend()
        assert process.stdout.readline()  # of the store, the proxy, and then the worker that does not answer
        while b"does not answer" not in process.stdout.readline():
            pass
        until(lambda: frozen.pid not in [child.pid for child in _named(launcher.children(), "streamlit")])
        until(lambda: len(_named(launcher.children(), "streamlit")) == 2)
        assert other.is_running()

        until(lambda: ClassDirectory(registry).find(classroom.code) is not None)
        family = launcher.children(recursive=True)
        process.kill()
        until(lambda: not _named(family, ""))
        assert workers.is_free("127.0.0.1", port)
    finally:
        process.terminate()
        process.communicate(timeout=60)
    assert list(tmp_path.iterdir())
    subprocess.run(
        [sys.executable, "-c", "from components.server.workers import launcher_folder\nwith launcher_folder(): pass"],
        cwd=ROOT,
        env=environment,
        check=True,
    )
    assert not list(tmp_path.iterdir())


def test_a_port_that_is_taken_is_named_before_anything_is_started(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "find_proxy", lambda _: (PROXIES[0], "nginx"))
    monkeypatch.setenv("RIVERBANK_STORE", "unix:///nowhere")
    monkeypatch.setattr(workers.Child, "start", lambda _: pytest.fail("something was started"))
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert str(port) in str(workers.main(["--workers", "2", "--server.port", str(port)]))
        assert not workers.is_free("127.0.0.1", port)
    assert workers.is_free("127.0.0.1", port)


def test_only_the_socket_of_a_page_may_stay_silent_for_long(tmp_path: Path) -> None:
    config = PROXIES[0].config(tmp_path, "127.0.0.1", 8501, [1, 2])
    stream = config.index("location ~ /_stcore/stream$")
    assert config.count("proxy_read_timeout") == 2
    assert "proxy_read_timeout 1d" in config[stream:]
    assert "proxy_read_timeout 1d" not in config[:stream]


def test_a_connection_that_the_server_may_close_at_any_moment_is_not_used_again(tmp_path: Path) -> None:
    config = PROXIES[0].config(tmp_path, "127.0.0.1", 8501, [1, 2])
    match = re.search(r"keepalive_timeout (\d+)s", config)
    assert match is not None
    assert int(match[1]) < uvicorn.Config("app").timeout_keep_alive


@pytest.mark.parametrize("program", PROGRAMS)
def test_a_link_may_be_as_long_behind_a_proxy_as_without_one(program: str, tmp_path: Path) -> None:
    proxy = find_proxy(program)
    if proxy is None:
        pytest.skip(f"{program} is not installed")
    behind, front = free_ports(2)
    file = tmp_path / "proxy.conf"
    file.write_text(proxy[0].config(tmp_path, "127.0.0.1", front, [behind]), encoding="utf-8")
    server = uvicorn.Server(uvicorn.Config(PlainTextResponse("here"), port=behind, log_level="error"))
    with ThreadPoolExecutor(1) as thread:
        serving = thread.submit(server.run)
        command = proxy[0].command(proxy[1], file)
        homes = {"XDG_DATA_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)}
        with subprocess.Popen(command, env=os.environ | homes, stderr=subprocess.DEVNULL) as running:
            try:
                for port in (behind, front):
                    link = f"http://127.0.0.1:{port}/?sentence={'a' * 30_000}"
                    until(lambda: _is_found(link))  # noqa: B023  (called at once)
            finally:
                running.terminate()
                server.should_exit = True
        serving.result(30)


@pytest.mark.parametrize("proxy", PROXIES, ids=PROGRAMS)
@pytest.mark.parametrize("address", ["127.0.0.1", "0.0.0.0", "::"])
def test_the_programs_take_their_configuration(proxy: Proxy, address: str, tmp_path: Path) -> None:
    installed = find_proxy(proxy.program)
    if installed is None:
        pytest.skip(f"{proxy.program} is not installed")
    folder = tmp_path / "a folder with spaces äöü"
    folder.mkdir()
    file = folder / "proxy.conf"
    (port, *behind) = free_ports(3)
    file.write_text(proxy.config(folder, address, port, behind), encoding="utf-8")
    check = {
        "nginx": ["-t", "-c", str(file), "-e", "stderr"],
        "caddy": ["adapt", "--validate", "--config", str(file), "--adapter", "caddyfile"],
    }
    done = subprocess.run([installed[1], *check[proxy.program]], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("count", ["0", "-1", "65"])
def test_a_number_that_makes_no_sense_is_refused(count: str) -> None:
    assert "from 1 to" in str(workers.main(["--workers", count]))


def test_what_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "find_proxy", lambda _: None)
    assert "install nginx or caddy" in str(workers.main(["--workers", "2"]))
    monkeypatch.undo()
    monkeypatch.setattr(workers, "find_proxy", lambda _: (PROXIES[0], "nginx"))
    monkeypatch.setattr(workers, "STORES", ("no-such-program",))
    monkeypatch.delenv("RIVERBANK_STORE", raising=False)
    assert "one store for their classes" in str(workers.main(["--workers", "2"]))


def _answers(address: str) -> bool:
    return _is_found(f"{address}/_stcore/health")


def _is_found(address: str) -> bool:
    try:
        return httpx2.get(address).status_code == 200
    except httpx2.HTTPError:
        return False


def _figure(port: int, name: str) -> float:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=5) as answer:
            lines = answer.read().decode().splitlines()
    except OSError:
        return -1.0
    return sum(float(line.split()[-1]) for line in lines if line.startswith(name) and "#" not in line)
