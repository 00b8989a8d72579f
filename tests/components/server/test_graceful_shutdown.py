"""SIGTERM ends a server in order: what is cleaned up at the end of Python is, and nothing is logged for it."""

import signal
import socket
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
# As the app does: the handler is set while uvicorn loads the app, which has its own in force by then.
SERVER = """
import contextlib, socket, tempfile, uvicorn
from starlette.applications import Starlette
from starlette.routing import Route
from components.server import graceful_shutdown

kept = tempfile.TemporaryDirectory(dir={folder!r})

@contextlib.asynccontextmanager
async def lifespan(app):
    print(listening.getsockname()[1], flush=True)
    yield

async def read(request):
    print("asked", flush=True)
    await request.body()

def app():
    graceful_shutdown.GRACE_S = 0.5
    graceful_shutdown.handle_sigterm()
    return Starlette(routes=[Route("/", read, methods=["POST"])], lifespan=lifespan)

listening = socket.create_server(("127.0.0.1", 0))
with contextlib.suppress(KeyboardInterrupt):
    uvicorn.Server(uvicorn.Config(app, factory=True, log_level="critical")).run([listening])
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGTERM")
@pytest.mark.parametrize("half_sent", [0, 6])
def test_a_temporary_folder_goes_on_sigterm(tmp_path: Path, half_sent: int) -> None:
    """Also while requests are under way whose bodies never end."""
    command = [sys.executable, "-c", SERVER.format(folder=str(tmp_path))]
    with (
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT) as process,
        ExitStack() as stack,
    ):
        assert process.stdout is not None
        stack.callback(process.kill)
        address = ("127.0.0.1", int(process.stdout.readline()))
        assert list(tmp_path.iterdir())
        for _ in range(half_sent):
            asking = stack.enter_context(socket.create_connection(address, 60))
            asking.sendall(b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nabc")
            assert process.stdout.readline() == "asked\n"
        process.send_signal(signal.SIGTERM)
        _, errors = process.communicate(timeout=60)
    assert not list(tmp_path.iterdir())
    assert "Traceback" not in errors
