"""A worker process that fits UMAP and t-SNE, one request at a time.

``python -m components.senses.model.projection_worker`` starts it.

Numba, which compiles UMAP, aborts the process when two threads use it at once, and compiling takes ten seconds of
processor time. So this process computes on one thread at a low priority. It exits when its standard input is closed,
and therefore whenever the server ends.
"""

import os
import queue
import signal
import sys
import threading
import traceback
from typing import BinaryIO

from components.model.user_errors import UserError
from components.senses.model.projection import project
from components.senses.model.projection_messages import Message, receive_message, send_message
from components.senses.model.projection_results import ProjectionMethod, ProjectionSettings, projection_arrays

LOWER_PRIORITY = 10


class _Stopped(Exception):
    """The request was cancelled."""


class _Worker:
    def __init__(self, requests: BinaryIO, replies: BinaryIO) -> None:
        self._requests, self._replies = requests, replies
        self._waiting: queue.SimpleQueue[Message] = queue.SimpleQueue()
        self._stopped: set[int] = set()

    def serve(self) -> None:
        threading.Thread(target=self._listen, name="requests", daemon=True).start()
        while True:
            self._answer(self._waiting.get())

    def _listen(self) -> None:
        while (message := receive_message(self._requests)) is not None:
            if message.kind == "stop":
                self._stopped.add(message.number)
            else:
                self._waiting.put(message)
        os._exit(0)  # the server has ended, and the main thread may be in a long fit

    def _answer(self, request: Message) -> None:
        try:
            reply = self._reply(request)
        except _Stopped:
            return
        except UserError as error:
            reply = Message("refused", request.number, {"text": str(error)})
        except Exception:  # the server raises it in the thread of the request
            reply = Message("failed", request.number, {"text": traceback.format_exc()})
        send_message(self._replies, reply)

    def _reply(self, request: Message) -> Message:
        def on_progress(done: int, of: int) -> None:
            if request.number in self._stopped:
                raise _Stopped
            send_message(self._replies, Message("progress", request.number, {"done": done, "of": of}))

        settings = ProjectionSettings(**{**request.head, "method": ProjectionMethod(request.head["method"])})
        on_progress(0, request.arrays["vectors"].shape[1])
        projection = project(request.arrays["vectors"], settings, on_progress=on_progress)
        return Message("done", request.number, arrays=projection_arrays(projection))


def main() -> None:
    """Serve until standard input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the server; this process ends with it
    if hasattr(os, "nice"):
        os.nice(LOWER_PRIORITY)
    replies = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what a library prints must not be read as a reply
    _Worker(sys.stdin.buffer, replies).serve()


if __name__ == "__main__":
    main()
