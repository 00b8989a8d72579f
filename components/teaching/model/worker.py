"""The process of one run: ``python -m components.teaching.model.worker`` reads a request from standard input.

A run takes every core for most of a minute, so the process has a low priority. Its memory is limited, its weights are
written to a temporary folder until they are complete, and it ends when its standard input is closed, as it is when the
server ends in any way.
"""

import contextlib
import errno
import os
import shutil
import signal
import sys
import tempfile
import threading
import time
import traceback
from pathlib import Path
from typing import TextIO

from components.model.serialisation import from_json, to_tagged_json
from components.model.user_errors import UserError
from components.teaching.model.dataset_lookup import find_dataset
from components.teaching.model.plan import FineTuningRequest, Start, WorkerRequest, check_plan
from components.teaching.model.results import (
    CAUSAL_MODEL_ID,
    HeldOutEvaluation,
    Message,
    RunFailure,
    Status,
    TrainingStep,
)

LOWER_PRIORITY = 10
BYTES_PER_PARAMETER = 4
SPARE_BYTES = 20_000_000  # for the tokenizer and the head
_DISK_FULL = "The run cannot be saved: the server’s disk is full. Ask whoever runs the server to free some space."
PARAMETER_LIMIT = 130_000_000
MEMORY_LIMIT = 12 << 30


def main() -> None:
    """Do one run."""
    start_time = time.monotonic()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is meant for the server; this process ends with it
    if hasattr(os, "nice"):
        os.nice(LOWER_PRIORITY)
    _limit_memory()
    replies = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # output of libraries must not mix with the messages
    line = sys.stdin.readline()
    threading.Thread(target=_end_with_the_server, name="server", daemon=True).start()
    request = from_json(WorkerRequest, line)
    try:
        _run(request.request, Path(request.folder), start_time + request.training_seconds, replies)
    except UserError as error:
        _send(replies, RunFailure(str(error)))
    except Exception as error:
        traceback.print_exc()  # on standard error, which is the server's log
        _send(replies, RunFailure(failure_text(error)))


def failure_text(error: Exception) -> str:
    """The error message of a failed run, for visitors."""
    from components.model.inference.memory import is_out_of_memory

    if is_out_of_memory(error):
        return "This machine has too little memory for that run. Choose a smaller model or batch size."
    # The library that writes weights raises an error of its own.
    if getattr(error, "errno", None) in {errno.ENOSPC, errno.EDQUOT} or os.strerror(errno.ENOSPC) in str(error):
        return _DISK_FULL
    return f"The run failed ({type(error).__name__}). The server’s log has the details. Try other settings."


def _run(fine_tuning: FineTuningRequest, folder: Path, end_time: float, replies: TextIO) -> None:
    _send(replies, Status("starting"))
    from components.model.checkpoints.availability import weights_folder
    from components.model.checkpoints.loader import Loader
    from components.model.checkpoints.open_model import OpenModel
    from components.model.checkpoints.registry import model_record
    from components.model.checkpoints.unlisted import HALF_TRAINED
    from components.teaching.model.run import fine_tune
    from components.teaching.model.saving import save_weights

    tempfile.tempdir = str(folder.parent)  # removed by the server, however this process ends
    plan = check_plan(fine_tuning.plan)
    dataset = fine_tuning.custom_dataset or find_dataset(plan.dataset)

    def open_model(start: Start) -> tuple[OpenModel, Path]:
        known = HALF_TRAINED if start is Start.HALF else model_record(plan.model_id)
        opened = Loader(weights_folder).open(known)
        where = weights_folder(known)
        assert where is not None  # it was opened from there
        if opened.parameters > PARAMETER_LIMIT:
            raise UserError(
                f"{known.name} has {opened.parameters / 1e6:.0f} million parameters; the limit for training here is "
                f"{PARAMETER_LIMIT / 1e6:.0f} million. Choose a smaller model."
            )
        check_free_space(folder.parent, opened.parameters)
        return opened, where

    def on_progress(message: TrainingStep | HeldOutEvaluation | str) -> None:
        _send(replies, Status(message) if isinstance(message, str) else message)

    trained = fine_tune(
        plan,
        dataset,
        open_model,
        Loader(weights_folder).open(model_record(CAUSAL_MODEL_ID)),
        on_progress,
        training_seconds=end_time - time.monotonic(),
    )
    save_weights(trained, folder)
    _send(replies, trained.result)


def check_free_space(folder: Path, parameters: int) -> None:
    """Check before a run that its weights can be saved after it.

    Raises:
        UserError: They cannot.
    """
    if shutil.disk_usage(folder).free < BYTES_PER_PARAMETER * parameters + SPARE_BYTES:
        raise UserError(_DISK_FULL)


def _send(replies: TextIO, message: Message) -> None:
    replies.write(to_tagged_json(message) + "\n")
    replies.flush()


def _end_with_the_server() -> None:
    while sys.stdin.read(1):
        pass
    os._exit(1)


def _limit_memory() -> None:
    with contextlib.suppress(ImportError, ValueError, OSError):  # not on every system
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_DATA)
        resource.setrlimit(resource.RLIMIT_DATA, (MEMORY_LIMIT, hard))


if __name__ == "__main__":
    main()
