"""Projections for a server with many visitors: PCA in the caller's thread, UMAP and t-SNE in one worker process.

The worker, :mod:`components.senses.model.projection_worker`, is started when it is first needed, serves one visitor at
a time, and is replaced when it dies or takes too long. When a visitor leaves, ``on_progress`` raises within a second
and the fit ends after its current layer. The worker itself continues, so that its compiled code is not lost.
"""

import importlib.util
import os
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict
from itertools import count
from pathlib import Path
from typing import Any, BinaryIO, cast

import numpy as np
import numpy.typing as npt

from components.model.fair_queue import FairLock
from components.model.run_queue import yield_turn
from components.model.scratch import ScratchFolder
from components.model.user_errors import Busy, UserError
from components.senses.model.projection import MINIMUM_POINTS, project
from components.senses.model.projection_messages import Message, receive_message, send_message
from components.senses.model.projection_results import (
    Projection,
    ProjectionMethod,
    ProjectionSettings,
    projection_from_arrays,
)

ROOT = Path(__file__).parents[3]
WAITING_LIMIT = 8  # visitors behind the one being served
SECONDS_LIMIT = 600.0  # for one request: 5,000 sentences at 13 layers with t-SNE
CONTENDED_SECONDS_LIMIT = 120.0
TICK_S = 1.0
# One thread, and the Numba threading layer that needs no further library.
ENVIRONMENT = {
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "NUMBA_NUM_THREADS": "1",
    "NUMBA_THREADING_LAYER": "workqueue",
}
COMMAND = (sys.executable, "-W", "ignore", "-m", "components.senses.model.projection_worker")
_BUSY = "Many pictures are being drawn right now. Try again in a moment, or choose PCA, which is quick."
_SEVERAL = "Several of your pictures are already waiting. Let them finish first."
_OTHERS_WAIT = (
    "That picture was stopped because others were waiting. Use fewer sentences, or choose PCA, which is quick."
)
_TOO_SLOW = "That picture took too long. Use fewer sentences, or choose PCA, which is quick."
_DIED = "That picture could not be drawn: this machine may lack the memory. Use fewer sentences, or choose PCA."


def can_keep_compiled_code() -> bool:
    """Whether Numba can write compiled code where it does by default: beside UMAP, or in the user's home."""
    package = importlib.util.find_spec("umap")
    beside = [] if package is None else [*(package.submodule_search_locations or ())]
    return any(os.access(folder, os.W_OK) for folder in (*beside, os.environ.get("HOME", "")))


class _Died(Exception):
    """The worker ended during a request."""


class _Process:
    """A running worker and its replies."""

    def __init__(self) -> None:
        self._compiled = None if can_keep_compiled_code() else ScratchFolder("riverbank-numba-")
        cache = {} if self._compiled is None else {"NUMBA_CACHE_DIR": str(self._compiled.path)}
        self.child = subprocess.Popen(
            COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT, env=cache | os.environ | ENVIRONMENT
        )
        self.replies: queue.SimpleQueue[Message | None] = queue.SimpleQueue()
        self._requests, self._answers = cast("BinaryIO", self.child.stdin), cast("BinaryIO", self.child.stdout)
        self._reader = threading.Thread(target=self._read, name="projection-replies", daemon=True)
        self._reader.start()

    def send(self, message: Message) -> None:
        try:
            send_message(self._requests, message)
        except OSError:
            raise _Died from None

    def end(self) -> None:
        self.child.kill()
        self.child.wait()
        self._reader.join()
        self._answers.close()
        with suppress(OSError):  # the last message may never have been read
            self._requests.close()
        if self._compiled is not None:
            self._compiled.cleanup()

    def _read(self) -> None:
        while (message := receive_message(self._answers)) is not None:
            self.replies.put(message)
        self.replies.put(None)


class Projector:
    """Computes projections for many threads. The worker starts with the first UMAP or t-SNE."""

    def __init__(
        self,
        *,
        waiting_limit: int = WAITING_LIMIT,
        seconds_limit: float = SECONDS_LIMIT,
        contended_seconds_limit: float = CONTENDED_SECONDS_LIMIT,
    ) -> None:
        self._seconds_limit, self._contended_seconds_limit = seconds_limit, contended_seconds_limit
        self._worker_lock = FairLock(waiting_limit, full=_BUSY, several=_SEVERAL)
        self._process: _Process | None = None
        self._request_numbers = count(1)

    def project(
        self,
        vectors: npt.ArrayLike,
        settings: ProjectionSettings,
        *,
        on_progress: Callable[[str], None] | None = None,
        asker: str = "",
    ) -> Projection:
        """Aligned pictures of all layers, as in :func:`components.senses.model.projection.project`.

        Args:
            vectors: *Shape:* (point, layer + 1, width)
            settings: The method and its parameters.
            on_progress: Called on this thread about once a second with a short status text; if it raises, the request
                is cancelled.
            asker: Whose turn it counts as; see :mod:`components.model.fair_queue`.

        Raises:
            Busy: Too many requests are waiting.
            UserError: There are too few points, it took too long, or the worker died twice.
            ValueError: The vectors have another shape, or are not finite.
            RuntimeError: A library failed; the message holds its traceback.
        """
        values = np.ascontiguousarray(vectors, dtype=np.float32)
        if values.ndim != 3 or not np.isfinite(values).all():
            raise ValueError(f"expected finite vectors of shape (point, layer + 1, width), not {values.shape}")
        if settings.method is ProjectionMethod.PCA or len(values) < MINIMUM_POINTS:
            return project(values, settings)
        report = on_progress or (lambda _: None)

        def report_place(ahead: int) -> None:
            report(f"Waiting for {ahead} other {'picture' if ahead == 1 else 'pictures'}")

        with (
            yield_turn(),  # the worker is another process, so others may use this turn
            self._worker_lock.hold(asker, on_wait=report_place, tick_s=TICK_S),
        ):
            return self._request(values, settings, report)

    def warm(self) -> None:
        """Start compiling UMAP, which takes ten seconds, before a visitor waits for it. Returns at once."""

        def give_up(_: int) -> None:
            raise Busy(_BUSY)  # a request is being served and compiles it

        values = np.random.default_rng(0).normal(size=(20, 2, 8))
        with suppress(_Died, Busy), self._worker_lock.hold(on_wait=give_up, tick_s=0):
            self._send_request(values, ProjectionSettings(ProjectionMethod.UMAP))

    def close(self) -> None:
        """End the worker after the current request. The next request starts another."""
        with self._worker_lock.hold(on_wait=lambda _: None, tick_s=TICK_S):
            self._replace()

    def _request(
        self, values: npt.NDArray[np.float32], settings: ProjectionSettings, report: Callable[[str], None]
    ) -> Projection:
        for _ in range(2):  # the system may have killed the worker between requests, for example for its memory
            try:
                return self._wait_for_reply(values, settings, report)
            except _Died:
                self._replace()
        raise UserError(_DIED)

    def _wait_for_reply(
        self, values: npt.NDArray[np.float32], settings: ProjectionSettings, report: Callable[[str], None]
    ) -> Projection:
        started = time.monotonic()
        process, number = self._send_request(values, settings)
        status = "Starting"
        while True:
            try:
                reply = process.replies.get(timeout=TICK_S)
            except queue.Empty:
                reply = Message("tick", number)
            if reply is None:
                raise _Died
            if reply.number != number:
                continue  # the reply to a cancelled request
            if reply.kind == "done":
                return projection_from_arrays(reply.arrays)
            if reply.kind == "refused":
                raise UserError(reply.head["text"])
            if reply.kind == "failed":
                raise RuntimeError(reply.head["text"])
            if reply.kind == "progress":
                done, of = reply.head["done"], reply.head["of"]
                status = f"{done} of {of} layers drawn" if done else "Drawing the first layer"
            limit = self._contended_seconds_limit if self._worker_lock.contended else self._seconds_limit
            if time.monotonic() - started > min(limit, self._seconds_limit):
                self._replace()
                raise UserError(_TOO_SLOW if limit >= self._seconds_limit else _OTHERS_WAIT)
            try:
                report(status)
            except BaseException:  # Streamlit ends a script with exceptions of its own
                with suppress(_Died):
                    process.send(Message("stop", number))
                raise

    def _send_request(self, values: npt.NDArray[Any], settings: ProjectionSettings) -> tuple[_Process, int]:
        """Send a request; returns the worker and the number of the request."""
        self._process = process = self._process or _Process()
        number = next(self._request_numbers)
        process.send(Message("fit", number, asdict(settings), {"vectors": values}))
        return process, number

    def _replace(self) -> None:
        """End the worker. The next request starts another."""
        if self._process is not None:
            self._process.end()
        self._process = None
