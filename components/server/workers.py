"""Several processes of the app behind one address: ``python3 launch.py run --workers 4``.

One process runs one page at a time, however many cores there are, since Python holds a lock. Here each of several runs
pages; a proxy that is well kept by others, nginx or Caddy, hands every visitor to one of them and stays with it; and
classes and guesses live in a Valkey or Redis server, which is started beside them unless ``RIVERBANK_STORE`` names
one. What ends is started again. What is measured of each process (``RIVERBANK_METRICS_PORT``) is served at a port of
its own: the named one and those after it.
"""

import argparse
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path

from components.server.measures import PORT_VARIABLE
from components.server.proxies import PROXIES, Proxy, proxy_here

ROOT = Path(__file__).parents[2]
STORE_VARIABLE = "RIVERBANK_STORE"
STORES = ("valkey-server", "redis-server")
MOST_WORKERS = 64
START_S, END_S = 60.0, 10.0
LOOK_S = 0.2  # between two looks at whether all of them live
AGAIN_S = 1.0  # before one that ended is started again
NO_PROXY = f"Several processes want a proxy in front: install {' or '.join(one.program for one in PROXIES)}."
NO_STORE = (
    f"Several processes want one place for classes: install {' or '.join(STORES)}, "
    f"or name a server in {STORE_VARIABLE}."
)


@dataclass
class Child:
    """A process that is to live as long as this one."""

    name: str
    command: list[str]
    environment: dict[str, str] = field(default_factory=dict)
    process: "subprocess.Popen[bytes] | None" = None
    since: float = 0.0

    def start(self) -> None:
        """Start it, or start it again."""
        # Streamlit's greeting would name an address that is none of a visitor's.
        self.process = subprocess.Popen(
            self.command, cwd=ROOT, env=os.environ | self.environment, stdout=subprocess.DEVNULL
        )
        self.since = time.monotonic()

    @property
    def ended(self) -> bool:
        """Whether it has to be started again."""
        gone = self.process is None or self.process.poll() is not None
        return gone and time.monotonic() - self.since >= AGAIN_S

    def end(self) -> None:
        """End it; by force, where it does not listen."""
        if self.process is None:
            return
        self.process.terminate()
        try:
            self.process.wait(END_S)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


def main(arguments: Sequence[str]) -> int | str:
    """Run until a signal ends it. Returns the exit status, or what is missing."""
    asked, options = _parser().parse_known_args(arguments)
    if not 1 <= asked.workers <= MOST_WORKERS:
        return f"--workers wants a number from 1 to {MOST_WORKERS}."
    proxy, store = proxy_here(asked.proxy), next(filter(None, map(shutil.which, STORES)), None)
    if proxy is None:
        return NO_PROXY
    if store is None and not os.environ.get(STORE_VARIABLE):
        return NO_STORE
    ending = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: ending.set())
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="riverbank-")))
        ports = free_ports(asked.workers)
        behind = _behind(folder, ports, asked.base, options, store)
        front = _front(folder, ports, asked, *proxy)
        for child in behind:
            child.start()
            stack.callback(child.end)
        for port in ports:
            _wait_for("127.0.0.1", port, ending)
        front.start()
        stack.callback(front.end)
        _wait_for(asked.address, asked.port, ending)
        if not ending.is_set():
            _say(f"{asked.workers} processes behind {front.name} at http://{asked.address}:{asked.port}")
        while not ending.wait(LOOK_S):
            for child in (*behind, front):
                if child.ended:
                    _say(f"{child.name} has ended, and is started again.")
                    child.start()
    return 0


def _behind(folder: Path, ports: Sequence[int], base: str, options: Sequence[str], store: str | None) -> list[Child]:
    """The store, unless one is named, and the processes of the app."""
    children, shared = [], {}
    if store is not None and not os.environ.get(STORE_VARIABLE):
        at = folder / "store"
        kept_nowhere = ["--port", "0", "--unixsocket", str(at), "--save", "", "--loglevel", "warning"]
        children.append(Child("the store", [store, *kept_nowhere]))
        shared[STORE_VARIABLE] = f"unix://{at}"
    if base:
        options = [*options, "--server.baseUrlPath", base]
    return children + [_worker(number, port, options, shared, len(ports)) for number, port in enumerate(ports)]


def _front(folder: Path, ports: Sequence[int], asked: argparse.Namespace, proxy: Proxy, program: str) -> Child:
    file = folder / "proxy.conf"
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    file.write_text(proxy.config(folder, asked.address, asked.port, ports, root), encoding="utf-8")
    homes = {"XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    return Child(proxy.program, proxy.command(program, file), homes)


def free_ports(count: int) -> list[int]:
    """Ports that nobody listens at now."""
    with ExitStack() as stack:
        probes = [stack.enter_context(socket.socket()) for _ in range(count)]
        for probe in probes:
            probe.bind(("127.0.0.1", 0))
        return [int(probe.getsockname()[1]) for probe in probes]


def _worker(number: int, port: int, options: Sequence[str], shared: dict[str, str], count: int) -> Child:
    own = {
        "--server.address": "127.0.0.1",
        "--server.port": str(port),
        "--server.headless": "true",
        "--logger.enableRich": "false",  # else what goes wrong is told on the output, with the greeting
    }
    command = [
        sys.executable,
        "-m",
        "streamlit",
        "run",
        "app.py",
        *options,
        *(each for pair in own.items() for each in pair),
    ]
    environment = dict(shared)
    if "OMP_NUM_THREADS" not in os.environ:  # all of them together take the cores that there are
        environment["OMP_NUM_THREADS"] = str(max(1, (os.cpu_count() or 1) // count))
    if os.environ.get(PORT_VARIABLE, "").isdecimal():
        environment[PORT_VARIABLE] = str(int(os.environ[PORT_VARIABLE]) + number)
    return Child(f"worker {number + 1}", command, environment)


def _wait_for(address: str, port: int, ending: threading.Event) -> None:
    """Wait until somebody listens there, under whatever name they answer."""
    reached = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(address, address)
    until = time.monotonic() + START_S
    while time.monotonic() < until and not ending.wait(LOOK_S):
        with suppress(OSError):
            socket.create_connection((reached, port), timeout=2).close()
            return


def _say(what: str) -> None:
    sys.stdout.write(f"Riverbank: {what}\n")
    sys.stdout.flush()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="launch.py run", allow_abbrev=False)
    parser.add_argument("--workers", type=int, required=True)
    parser.add_argument("--proxy", default="", choices=["", *(one.program for one in PROXIES)])
    parser.add_argument("--server.baseUrlPath", dest="base", default="")
    parser.add_argument("--server.address", dest="address", default="127.0.0.1")
    parser.add_argument("--server.port", dest="port", type=int, default=8501)
    return parser


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
