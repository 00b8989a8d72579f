"""What may happen to a server: three hundred sockets break at once, or it runs in an odd place."""

import asyncio
import os
import shutil
import socket
import struct
import subprocess
import sys
import urllib.request
from contextlib import ExitStack
from pathlib import Path

import pytest

from benchmarks.visitor import visitor
from components.server.workers import free_ports
from tests.browser.rooms_page import APP
from tests.browsers import Serve
from tests.components.waiting import until
from tests.event_loops import run_in_own_loop

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]
ROOT = Path(__file__).parents[2]
DROPPED = 300
SENTENCE = "A heron stood in the [MASK] all day."
PAGE = "fill-the-blank"


def test_three_hundred_sockets_dropped_at_once_are_nobody_elses_trouble(serve: Serve) -> None:
    port = int(serve(APP).rpartition(":")[2])

    async def drop_them() -> None:
        async with visitor(port, PAGE) as stays:
            async with asyncio.timeout(200):
                pages = [visitor(port, PAGE, arrived=False, open_timeout=60) for _ in range(DROPPED)]
                visits = await asyncio.gather(*(page.__aenter__() for page in pages))
                opening = [asyncio.ensure_future(visit.open()) for visit in visits]
                await asyncio.wait(opening, return_when=asyncio.FIRST_COMPLETED)
                for visit in visits:  # the cable is pulled: no word of farewell, in the midst of their first page
                    transport = visit._socket.transport
                    linger = struct.pack("ii", 1, 0)
                    transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
                    transport.abort()
                await asyncio.gather(*opening, return_exceptions=True)
                await asyncio.gather(*(p.__aexit__(None, None, None) for p in pages), return_exceptions=True)
                run = await stays.write(SENTENCE)
                assert run.whole
            async with visitor(port, PAGE) as another:
                assert (await another.write("She sat by the [MASK].")).whole

    run_in_own_loop(drop_them())


def test_two_servers_of_another_user_run_from_one_clone_that_they_may_not_write_in_an_odd_folder_without_a_home(
    tmp_path: Path,
) -> None:
    clone = tmp_path / "ein Ordner mit Ümläuten"
    tracked = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for name in filter(None, tracked.split("\0")):
        if name.split("/")[0] not in {"tests", "docs", "benchmarks", "training"}:
            (clone / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, clone / name)
    for folder, _, files in os.walk(clone):
        for name in files:
            (Path(folder) / name).chmod(0o444)
        Path(folder).chmod(0o555)
    variables = {"PATH", "LANG", "PYTHONPATH"}
    environment = {name: value for name, value in os.environ.items() if name in variables} | {
        "PYTHONDONTWRITEBYTECODE": "1"
    }
    with ExitStack() as stack:
        ports = free_ports(2)
        for port in ports:
            command = [
                *as_somebody_else(),
                sys.executable,
                "-m",
                "streamlit",
                "run",
                "app.py",
                "--server.port",
                str(port),
            ]
            process = stack.enter_context(
                subprocess.Popen(command, cwd=clone, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
            )
            stack.callback(process.terminate)
        for port in ports:
            until(lambda port=port: _answers(port))

        async def visit(port: int) -> None:
            async with visitor(port, PAGE) as guest:
                assert (await guest.write(SENTENCE)).live_bars

        async def both() -> None:
            await asyncio.gather(*map(visit, ports))

        run_in_own_loop(both())
    for folder, _, _ in os.walk(clone):
        Path(folder).chmod(0o755)  # so that it can be taken away


def as_somebody_else() -> list[str]:
    """What makes a command another user's, who may read everything: root may write whatever it is told not to."""
    if not hasattr(os, "geteuid") or os.geteuid() != 0 or shutil.which("setpriv") is None:
        return []
    reads = "+dac_read_search"  # Python itself may stand in a folder of root's
    return ["setpriv", "--reuid=65534", "--clear-groups", f"--inh-caps={reads}", f"--ambient-caps={reads}"]


def _answers(port: int) -> bool:
    try:
        urllib.request.urlopen(f"http://127.0.0.1:{port}/_stcore/health", timeout=2).close()
    except OSError:
        return False
    return True
