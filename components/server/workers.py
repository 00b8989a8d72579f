"""The processes of the app behind one address: ``python3 launch.py run``, or with ``--workers 4``.

Because of the GIL, one process runs one page at a time, however many cores there are. Here several processes run pages.
Without ``--workers`` the machine decides (:mod:`components.server.worker_count`); one process then needs no proxy. A
proxy, nginx or Caddy, assigns every visitor to one of them by a cookie. Classes and guesses are kept in a Valkey or
Redis server, which is started too unless ``RIVERBANK_STORE`` names one. A process that ends or stops answering is
restarted, and all of them end with this one, however it ends. With ``RIVERBANK_METRICS_PORT``, each process serves its
metrics on its own port: the given one and those after it.
"""

import argparse
import ctypes
import importlib
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from components.model.scratch import ScratchFolder
from components.server.metrics import PORT_VARIABLE
from components.server.proxies import PROXIES, Proxy, find_proxy
from components.server.worker_count import ServerMachine, default_workers, machine_memory, usable_cores

ROOT = Path(__file__).parents[2]
FOLDER_PREFIX = "riverbank-launcher-"
STORE_VARIABLE = "RIVERBANK_STORE"
STORES = ("valkey-server", "redis-server")
WORKER_LIMIT = 64
PORTS_TRIED = 100
START_S, END_S = 120.0, 10.0  # a machine that is busy with other work may take minutes to import everything
POLL_S = 0.2  # between two checks whether all of them are running
RESTART_DELAY_S = 1.0  # before a process that ended is restarted
HEALTH = "/_stcore/health"
READY = "/ready"  # a request starts the loading of models
# A worker that misses this many checks in a row, for about half a minute, is replaced. One that is only overloaded on a
# machine that is busy with other work misses some, and its visitors would be lost.
HEALTH_INTERVAL_S, MISS_LIMIT = 2.0, 10
PR_SET_PDEATHSIG = 1  # of Linux: https://man7.org/linux/man-pages/man2/PR_SET_PDEATHSIG.2const.html
PROXY_MISSING = f"Several processes need a proxy in front: install {' or '.join(proxy.program for proxy in PROXIES)}."
STORE_MISSING = (
    f"Several processes need one store for their classes: install {' or '.join(STORES)}, "
    f"or name a server in {STORE_VARIABLE}."
)
_OPENER = urllib.request.build_opener(
    urllib.request.ProxyHandler({})
)  # this machine, so the operator's HTTP proxy is not used
_PRCTL: Any = getattr(ctypes.CDLL(None), "prctl", None) if sys.platform == "linux" else None


@dataclass
class Child:
    """A child process that runs as long as this one, and is restarted if it ends."""

    name: str
    command: list[str]
    environment: dict[str, str] = field(default_factory=dict)
    process: "subprocess.Popen[bytes] | None" = None
    started_at: float = 0.0

    def start(self) -> None:
        """Start or restart the process."""
        # Streamlit prints its own address, which visitors cannot use.
        self.process = subprocess.Popen(
            self.command,
            cwd=ROOT,
            env=os.environ | self.environment,
            stdout=subprocess.DEVNULL,
            preexec_fn=None if _PRCTL is None else _die_with_parent,
        )
        self.started_at = time.monotonic()

    @property
    def is_running(self) -> bool:
        """Whether the process is running."""
        return self.process is not None and self.process.poll() is None

    def kill(self) -> None:
        """Kill the process."""
        if self.process is not None:
            self.process.kill()

    @property
    def needs_restart(self) -> bool:
        """Whether the process has ended and the restart delay is over."""
        return not self.is_running and time.monotonic() - self.started_at >= RESTART_DELAY_S

    def end(self) -> None:
        """Terminate the process; kill it if it does not end in time."""
        if self.process is None:
            return
        self.process.terminate()
        try:
            self.process.wait(END_S)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


def _die_with_parent() -> None:
    """Let the kernel end this child when the launcher ends, even if it is killed. Runs before the child's program."""
    _PRCTL(PR_SET_PDEATHSIG, signal.SIGTERM)


class HealthWatch:
    """Checks the health of workers, each in its own thread, and kills those that stop answering.

    Args:
        ending: Set when the launcher shuts down.
        every_s: Seconds between two checks, and the timeout of each.
        host: A host name that the workers answer to; "" if they answer to their address.
    """

    def __init__(self, ending: threading.Event, every_s: float = HEALTH_INTERVAL_S, host: str = "") -> None:
        self._ending, self._every_s, self._host = ending, every_s, host

    def watch(self, child: Child, address: str) -> threading.Thread:
        """Start to watch a worker that serves at ``address``. Returns the thread."""
        thread = threading.Thread(target=self._watch, args=(child, address), name=f"watch {child.name}", daemon=True)
        thread.start()
        return thread

    def _watch(self, child: Child, address: str) -> None:
        misses, has_answered, process = 0, False, child.process
        while not self._ending.wait(self._every_s / 2 if misses else self._every_s):
            if child.process is not process:  # restarted: loading may take a while
                misses, has_answered, process = 0, False, child.process
            if is_healthy(address, self._every_s):
                if not has_answered:  # a page that moves here, because its process was killed, finds models loaded
                    start_engine(address, self._host, self._every_s)
                misses, has_answered = 0, True
                continue
            if not child.is_running or not (has_answered or time.monotonic() - child.started_at >= START_S):
                misses = 0
                continue
            misses += 1
            if misses >= MISS_LIMIT and child.process is process and not self._ending.is_set():
                _print(f"{child.name} does not answer, and is replaced.")
                child.kill()
                misses = 0


def is_healthy(address: str, patience_s: float) -> bool:
    """Whether the health check of a server at ``http://host:port/path`` succeeds within ``patience_s`` seconds."""
    try:
        with _OPENER.open(f"{address}{HEALTH}", timeout=patience_s) as answer:
            return int(answer.status) == 200
    except urllib.error.HTTPError as error:
        return error.code == 403  # it serves another host name, so it is running
    except (OSError, ValueError):
        return False


def start_engine(address: str, host: str, patience_s: float) -> None:
    """Have the server at ``http://host:port/path`` load its models; it says 503 until they are loaded.

    Args:
        address: The address.
        host: The host name to ask for, since a server answers only to those that it was given; "" for the address's.
        patience_s: Seconds to wait for the reply.
    """
    request = urllib.request.Request(f"{address}{READY}", headers={"Host": host} if host else {})
    with suppress(OSError, ValueError), _OPENER.open(request, timeout=patience_s):
        pass


def allowed_host(options: Sequence[str]) -> str:
    """The first host name that these options of Streamlit allow; "" if they name none."""
    parser = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    parser.add_argument("--server.allowedHosts", dest="hosts", default="")
    return str(parser.parse_known_args(options)[0].hosts).split(",")[0].strip().strip("*.")


def main(arguments: Sequence[str]) -> int | str:
    """Run until SIGINT or SIGTERM. Returns the exit status, or an error message."""
    settings, options = _parser().parse_known_args(arguments)
    proxy, store = find_proxy(settings.proxy), next(filter(None, map(shutil.which, STORES)), None)
    if settings.workers is None:
        has_store = store is not None or bool(os.environ.get(STORE_VARIABLE))
        machine = ServerMachine(usable_cores(), machine_memory(), proxy is not None and os.name == "posix", has_store)
        default = default_workers(machine, serves_tls=_serves_tls(arguments))
        _print(default.reason)
        if default.count == 1:
            return _run_alone(arguments)
        settings.workers = default.count
    if not 1 <= settings.workers <= WORKER_LIMIT:
        return f"--workers wants a number from 1 to {WORKER_LIMIT}."
    if proxy is None:
        return PROXY_MISSING
    if store is None and not os.environ.get(STORE_VARIABLE):
        return STORE_MISSING
    _add_configured(settings)
    if not is_free(settings.address, settings.port):
        return (
            f"Port {settings.port} at {settings.address} is in use. "
            "Stop the program that uses it, or choose another "
            f"port."
        )
    ending = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: ending.set())
    with ExitStack() as stack:
        folder = stack.enter_context(launcher_folder())
        ports = free_ports(settings.workers)
        store_child, pages = _store_and_workers(folder, ports, settings.base, options, store)
        front = _proxy_child(folder, ports, settings, *proxy)
        children = [*store_child, *pages]
        for child in children:
            child.start()
            stack.callback(child.end)
        stack.callback(ending.set)  # runs first at the end, so that no worker is replaced any more
        base = f"/{settings.base.strip('/')}" if settings.base.strip("/") else ""
        watch = HealthWatch(ending, host=allowed_host(options))
        for child, port in zip(pages, ports, strict=True):
            _wait_for(child, f"http://127.0.0.1:{port}{base}", ending)
            watch.watch(child, f"http://127.0.0.1:{port}{base}")
        front.start()
        stack.callback(front.end)
        address = f"http://{_local_host(settings.address)}:{settings.port}{base}"
        if not _wait_for(front, address, ending) and not ending.is_set():
            return f"{front.name} could not be started at {settings.address}:{settings.port}."
        if not ending.is_set():
            _print(f"{settings.workers} processes behind {front.name} at http://{settings.address}:{settings.port}")
        while not ending.wait(POLL_S):
            for child in (*children, front):
                if child.needs_restart:
                    _print(f"{child.name} has ended, and is started again.")
                    child.start()
    return 0


def _serves_tls(arguments: Sequence[str]) -> bool:
    """Whether Streamlit is to do TLS itself; the proxies here speak plain HTTP."""
    return any(option.startswith("--server.ssl") for option in arguments) or bool(_setting("sslCertFile"))


def _add_configured(settings: argparse.Namespace) -> None:
    """Add what is in Streamlit's configuration and not among the arguments; a free port where neither names one."""
    settings.base = settings.base if settings.base is not None else _setting("baseUrlPath") or ""
    settings.address = settings.address or _setting("address") or "0.0.0.0"
    if settings.port is None:
        settings.port = configured = int(_setting("port"))
        is_set = importlib.import_module("streamlit.config").is_manually_set("server.port")
        if not is_set and _variable("port") not in os.environ:
            ports = range(configured, configured + PORTS_TRIED)
            settings.port = next((port for port in ports if is_free(settings.address, port)), configured)


def _variable(name: str) -> str:
    """The environment's variable for a setting of the server: "STREAMLIT_SERVER_BASE_URL_PATH"."""
    return "STREAMLIT_SERVER_" + re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).upper()


def _setting(name: str) -> Any:
    """A setting of the server, from the environment or Streamlit's configuration."""
    return os.environ.get(_variable(name)) or importlib.import_module("streamlit.config").get_option(f"server.{name}")


def _run_alone(arguments: Sequence[str]) -> int:
    """Become the app in one process, which needs no proxy; on Windows, run it and wait."""
    ours = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    ours.add_argument("--proxy")  # Streamlit would refuse it
    command = [sys.executable, "-m", "streamlit", "run", "app.py", *ours.parse_known_args(list(arguments))[1]]
    if os.name == "posix":
        os.chdir(ROOT)
        os.execv(command[0], command)
    return subprocess.run(command, cwd=ROOT, check=False).returncode


def is_free(address: str, port: int) -> bool:
    """Whether a server can listen on this port."""
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    with socket.socket(family) as probe:
        if os.name != "nt":
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((address, port))
        except OSError:
            return False
    return True


@contextmanager
def launcher_folder() -> Iterator[Path]:
    """A temporary folder for the launcher and its children, removed at the end."""
    scratch = ScratchFolder(FOLDER_PREFIX)
    try:
        yield scratch.path
    finally:
        scratch.cleanup()


def _store_and_workers(
    folder: Path, ports: Sequence[int], base: str, options: Sequence[str], store: str | None
) -> tuple[list[Child], list[Child]]:
    """The children for the store (none if the environment names one) and for the workers."""
    (folder / "tmp").mkdir()
    stores, shared = [], {"TMPDIR": str(folder / "tmp")}  # removed with the folder, whatever workers leave behind
    if store is not None and not os.environ.get(STORE_VARIABLE):
        socket_path = folder / "store"
        (folder / "classes").mkdir()
        # Classes survive a restart of the store, but not of the launcher.
        persistence = ["--appendonly", "yes", "--dir", str(folder / "classes"), "--save", ""]
        stores.append(
            Child(
                "the store",
                [store, "--port", "0", "--unixsocket", str(socket_path), *persistence, "--loglevel", "warning"],
            )
        )
        shared[STORE_VARIABLE] = f"unix://{socket_path}"
    if base:
        options = [*options, "--server.baseUrlPath", base]
    return stores, [_worker(number, port, options, shared, len(ports)) for number, port in enumerate(ports)]


def _proxy_child(folder: Path, ports: Sequence[int], settings: argparse.Namespace, proxy: Proxy, program: str) -> Child:
    file = folder / "proxy.conf"
    file.write_text(proxy.config(folder, settings.address, settings.port, ports), encoding="utf-8")
    homes = {"XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    return Child(proxy.program, proxy.command(program, file), homes)


def free_ports(count: int) -> list[int]:
    """Ports that are free at the moment."""
    with ExitStack() as stack:
        probes = [stack.enter_context(socket.socket()) for _ in range(count)]
        for probe in probes:
            probe.bind(("127.0.0.1", 0))
        return [int(probe.getsockname()[1]) for probe in probes]


def _worker(number: int, port: int, options: Sequence[str], shared: dict[str, str], count: int) -> Child:
    defaults = {
        "--server.address": "127.0.0.1",
        "--server.port": str(port),
        "--server.headless": "true",
        "--logger.enableRich": "false",  # with it errors go to stdout, which is discarded
    }
    command = [
        sys.executable,
        "-m",
        "streamlit",
        "run",
        "app.py",
        *options,
        *(each for pair in defaults.items() for each in pair),
    ]
    environment = dict(shared)
    if "OMP_NUM_THREADS" not in os.environ:  # share the cores
        environment["OMP_NUM_THREADS"] = str(max(1, (os.cpu_count() or 1) // count))
    if os.environ.get(PORT_VARIABLE, "").isdecimal():
        environment[PORT_VARIABLE] = str(int(os.environ[PORT_VARIABLE]) + number)
    return Child(f"worker {number + 1}", command, environment)


def _wait_for(child: Child, address: str, ending: threading.Event) -> bool:
    """Wait until a child answers. Returns whether it does; False also if it ended and another server answers."""
    until = time.monotonic() + START_S
    while child.is_running and time.monotonic() < until and not ending.wait(POLL_S):
        if is_healthy(address, HEALTH_INTERVAL_S):
            return child.is_running
    return False


def _local_host(address: str) -> str:
    """The host under which this machine reaches a server that listens at ``address``."""
    reached = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(address, address)
    return f"[{reached}]" if ":" in reached else reached


def _print(message: str) -> None:
    sys.stdout.write(f"Riverbank: {message}\n")
    sys.stdout.flush()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="launch.py run", allow_abbrev=False)
    parser.add_argument("--workers", type=int)
    parser.add_argument("--proxy", default="", choices=["", *(proxy.program for proxy in PROXIES)])
    parser.add_argument("--server.baseUrlPath", dest="base")
    parser.add_argument("--server.address", dest="address")
    parser.add_argument("--server.port", dest="port", type=int)
    return parser


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
