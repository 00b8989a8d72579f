"""SIGTERM ends a server in order: what is cleaned up at the end of Python is, and nothing is logged for it."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
# As the app does: the handler is set while uvicorn loads the app, which has its own in force by then.
SERVER = """
import contextlib, tempfile, uvicorn
from starlette.applications import Starlette
from components.server.graceful_shutdown import handle_sigterm

kept = tempfile.TemporaryDirectory(dir={folder!r})

@contextlib.asynccontextmanager
async def lifespan(app):
    print("ready", flush=True)
    yield

def app():
    handle_sigterm()
    return Starlette(lifespan=lifespan)

uvicorn.run(app, factory=True, port=0, log_level="error")
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGTERM")
def test_a_temporary_folder_goes_on_sigterm(tmp_path: Path) -> None:
    command = [sys.executable, "-c", SERVER.format(folder=str(tmp_path))]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        assert list(tmp_path.iterdir())
        process.send_signal(signal.SIGTERM)
        _, errors = process.communicate(timeout=30)
    assert not list(tmp_path.iterdir())
    assert "Traceback" not in errors
