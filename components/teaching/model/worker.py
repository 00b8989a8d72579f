"""The process of one run: ``python -m components.teaching.model.worker``, asked by a line on its standard input.

A run takes every core for most of a minute, so it is done at a low priority beside the server. It may use so much
memory and no more, writes its weights under another name until they are whole, and lives as long as its standard input
is open: it ends with the server however that ends.
"""

import contextlib
import errno
import os
import signal
import sys
import threading
import traceback
from pathlib import Path
from typing import TextIO

from components.model.serialisation import from_json
from components.model.user_errors import UserError
from components.teaching.model.lists import list_of
from components.teaching.model.order_form import Doing, Message, Order, Refused, WorkerRequest, message_line
from components.teaching.model.plan import Start, checked
from components.teaching.model.results import Look, Step

LOWER_PRIORITY = 10
MOST_PARAMETERS = 130_000_000
MOST_BYTES = 12 << 30
CAUSAL = "pocket-gpt"


def main() -> None:
    """Do one run."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the server, and this process ends after it
    if hasattr(os, "nice"):
        os.nice(LOWER_PRIORITY)
    _bound_memory()
    replies = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what a library prints is no reply
    line = sys.stdin.readline()
    threading.Thread(target=_end_with_the_server, name="server", daemon=True).start()
    request = from_json(WorkerRequest, line)
    try:
        _done(request.order, Path(request.folder), replies)
    except UserError as error:
        _say(replies, Refused(str(error)))
    except Exception as error:
        traceback.print_exc()  # on standard error, which is the server's log
        _say(replies, Refused(failure_text(error)))


def failure_text(error: Exception) -> str:
    """Why a run failed, in a sentence for visitors: memory and disk are blamed only where they were the reason."""
    from components.model.inference.memory import is_out_of_memory

    if is_out_of_memory(error):
        return "This machine has too little memory for that run. Choose a smaller model or batch size."
    if isinstance(error, OSError) and error.errno in {errno.ENOSPC, errno.EDQUOT}:
        return "The run could not be saved: the server’s disk is full. Ask whoever runs the server to free some space."
    return f"The run failed ({type(error).__name__}). The server’s log has the details. Try other settings."


def _done(order: Order, folder: Path, replies: TextIO) -> None:
    _say(replies, Doing("loading torch and transformers"))
    from components.model.checkpoints.availability import weights_folder
    from components.model.checkpoints.earlier import EARLIER_CHECKPOINTS
    from components.model.checkpoints.loader import Loader
    from components.model.checkpoints.open_model import OpenModel
    from components.model.checkpoints.registry import model_record
    from components.teaching.model.run import run
    from components.teaching.model.saving import save

    plan = checked(order.plan)
    chosen = order.own or list_of(plan.sentences)
    half = EARLIER_CHECKPOINTS[len(EARLIER_CHECKPOINTS) // 2]

    def open_model(start: Start) -> tuple[OpenModel, Path]:
        known = half if start is Start.HALF else model_record(plan.model_id)
        opened = Loader(weights_folder).open(known)
        where = weights_folder(known)
        assert where is not None  # it was opened from there
        if opened.parameters > MOST_PARAMETERS:
            raise UserError(
                f"{known.name} has {opened.parameters / 1e6:.0f} million parameters; the limit for training here is "
                f"{MOST_PARAMETERS / 1e6:.0f} million. Choose a smaller model."
            )
        return opened, where

    def tell(message: Step | Look | str) -> None:
        _say(replies, Doing(message) if isinstance(message, str) else message)

    found = run(plan, chosen, open_model, Loader(weights_folder).open(model_record(CAUSAL)), tell)
    save(found, folder)
    _say(replies, found.ran)


def _say(replies: TextIO, message: Message) -> None:
    replies.write(message_line(message) + "\n")
    replies.flush()


def _end_with_the_server() -> None:
    while sys.stdin.read(1):
        pass
    os._exit(1)


def _bound_memory() -> None:
    with contextlib.suppress(ImportError, ValueError, OSError):  # not on every system
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_DATA)
        resource.setrlimit(resource.RLIMIT_DATA, (MOST_BYTES, hard))


if __name__ == "__main__":
    main()
