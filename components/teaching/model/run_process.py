"""Start, follow and end the process of a run."""

import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TextIO, cast

from components.model.checkpoints.finetuned import unregister_finetuned
from components.model.serialisation import to_json
from components.teaching.model.protocol import FineTuningRequest, Message, RunFailure, WorkerRequest, parse_message

ROOT = Path(__file__).parents[3]
COMMAND = (sys.executable, "-W", "ignore", "-m", "components.teaching.model.worker")
# Threads that busy-wait would take processor time from the web server.
ENVIRONMENT = {"OMP_WAIT_POLICY": "PASSIVE", "HF_HUB_OFFLINE": "1", "TOKENIZERS_PARALLELISM": "false"}
_KILLED = "The system stopped the run, probably for lack of memory. Choose a smaller model or batch size."
_DIED = "The run stopped before it was finished. The server’s log may say why. Try again."
_TOO_LONG = "The run took longer than {:.0f} minutes and was stopped. Choose fewer labels or epochs."

_SECONDS_TO_END = 5.0
_KILL = -9  # SIGKILL, as the system sends when memory runs out

WorkerProcess = subprocess.Popen[str]


def start_worker(command: tuple[str, ...]) -> WorkerProcess:
    """Start a process that waits for a request."""
    return subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=ROOT,
        env=os.environ | ENVIRONMENT,
        text=True,
        encoding="utf-8",
    )


def follow_worker(
    child: WorkerProcess,
    request: FineTuningRequest,
    folder: Path,
    on_message: Callable[[Message], None],
    *,
    time_limit: float,
) -> str:
    """Send a process its request, and pass on its messages until it has ended.

    Args:
        child: From :func:`start_worker`.
        request: The run.
        folder: Where the weights go.
        on_message: Called with each message.
        time_limit: The limit in seconds, after which the process is killed.

    Returns:
        The error message for visitors if there was no result.
    """
    timer = threading.Timer(time_limit, child.kill)
    timer.daemon = True
    timer.start()
    failure = ""
    requests, replies = cast("TextIO", child.stdin), cast("TextIO", child.stdout)
    try:
        with suppress(OSError):  # it has ended already
            requests.write(to_json(WorkerRequest(request, str(folder))) + "\n")
            requests.flush()
        for line in replies:
            message = parse_message(line)
            if isinstance(message, RunFailure):
                failure = message.text
            on_message(message)
    finally:
        with suppress(subprocess.TimeoutExpired):
            child.wait(_SECONDS_TO_END)  # its pipe is closed, so it is about to end
        in_time = timer.is_alive()
        timer.cancel()
        killed = child.returncode == _KILL
        child.kill()
        child.wait()
        for pipe in (requests, replies):
            with suppress(OSError):
                pipe.close()
    if failure:
        return failure
    if not in_time:
        return _TOO_LONG.format(time_limit / 60)
    return _KILLED if killed else _DIED


def remove_files(folder: Path, *, whole: bool) -> None:
    """Remove the partial files of a run, and with ``whole`` its finished weights, too."""
    shutil.rmtree(folder.with_name(f"{folder.name}.partial"), ignore_errors=True)
    if whole:
        unregister_finetuned(folder)
        shutil.rmtree(folder, ignore_errors=True)
