"""Pictures for a server with many visitors: PCA at once, UMAP and t-SNE in one process beside it.

That process is :mod:`components.senses.model.projection_worker`: started when it is first needed, asked by one visitor
at a time, replaced when it dies or takes too long. A visitor who leaves is noticed within a second, by what
``on_progress`` raises, and the fit then ends with its current layer: the worker goes on, and what it has compiled is
not lost.
"""

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

from components.model.run_queue import yield_turn
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
WAITING_LIMIT = 8  # visitors behind the one who is served
SECONDS_LIMIT = 600.0  # for one request: 5,000 sentences at 13 layers with t-SNE
CONTENDED_SECONDS_LIMIT = 120.0
TICK_S = 1.0
# One thread, and the layer of numba's that needs no library beside it.
ENVIRONMENT = {
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "NUMBA_NUM_THREADS": "1",
    "NUMBA_THREADING_LAYER": "workqueue",
}
COMMAND = (sys.executable, "-W", "ignore", "-m", "components.senses.model.projection_worker")
_BUSY = "Many pictures are being drawn right now. Try again in a moment, or choose PCA, which is quick."
_OTHERS_WAIT = (
    "That picture was stopped because others were waiting. Use fewer sentences, or choose PCA, which is quick."
)
_TOO_SLOW = "That picture took too long. Use fewer sentences, or choose PCA, which is quick."
_DIED = "That picture could not be drawn: this machine may lack the memory. Use fewer sentences, or choose PCA."


class _Died(Exception):
    """The worker ended amid a request."""


class _Process:
    """A running worker and what it has replied."""

    def __init__(self) -> None:
        self.child = subprocess.Popen(
            COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT, env=os.environ | ENVIRONMENT
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
        with suppress(OSError):  # what was written last was never read
            self._requests.close()

    def _read(self) -> None:
        while (message := receive_message(self._answers)) is not None:
            self.replies.put(message)
        self.replies.put(None)


class Projector:
    """Draws for many threads. Nothing is started before UMAP or t-SNE is asked for."""

    def __init__(
        self,
        *,
        waiting_limit: int = WAITING_LIMIT,
        seconds_limit: float = SECONDS_LIMIT,
        contended_seconds_limit: float = CONTENDED_SECONDS_LIMIT,
    ) -> None:
        self._most_waiting, self._most_seconds = waiting_limit, seconds_limit
        self._most_while_others_wait = contended_seconds_limit
        self._turn, self._count = threading.Lock(), threading.Lock()
        self._process: _Process | None = None
        self._numbers = count(1)
        self._asking = 0

    def project(
        self, vectors: npt.ArrayLike, settings: ProjectionSettings, *, on_progress: Callable[[str], None] | None = None
    ) -> Projection:
        """Pictures of all layers, as :func:`components.senses.model.projection.project` makes them.

        Args:
            vectors: *Shape:* (point, layer + 1, width)
            settings: How to draw.
            on_progress: Called on this thread about once a second with what is going on, in a few words; what it
                raises ends the request.

        Raises:
            Busy: Too many wait already.
            UserError: There are too few points, or it took too long, or the worker died twice.
            ValueError: The vectors are of another shape, or not finite.
            RuntimeError: A library failed; the message holds its traceback.
        """
        values = np.ascontiguousarray(vectors, dtype=np.float32)
        if values.ndim != 3 or not np.isfinite(values).all():
            raise ValueError(f"expected finite vectors of shape (point, layer + 1, width), not {values.shape}")
        if settings.method is ProjectionMethod.PCA or len(values) < MINIMUM_POINTS:
            return project(values, settings)
        tell = on_progress or (lambda _: None)
        with self._count:
            if self._asking > self._most_waiting:
                raise Busy(_BUSY)
            self._asking += 1
        try:
            with yield_turn():  # the worker computes in a process of its own
                self._wait_for_turn(tell)
                try:
                    return self._served(values, settings, tell)
                finally:
                    self._turn.release()
        finally:
            with self._count:
                self._asking -= 1

    def warm(self) -> None:
        """Let UMAP be compiled, which takes ten seconds, before somebody waits for it. Returns at once."""
        if self._turn.acquire(blocking=False):  # else it is being compiled already, for whoever is served
            try:
                with suppress(_Died):
                    self._fit(
                        np.random.default_rng(0).normal(size=(20, 2, 8)), ProjectionSettings(ProjectionMethod.UMAP)
                    )
            finally:
                self._turn.release()

    def close(self) -> None:
        """End the worker once nobody is being served. The next request starts another."""
        with self._turn:
            self._replace()

    def _wait_for_turn(self, tell: Callable[[str], None]) -> None:
        while not self._turn.acquire(timeout=TICK_S):
            tell("Waiting for another visitor's picture")

    def _served(
        self, values: npt.NDArray[np.float32], settings: ProjectionSettings, tell: Callable[[str], None]
    ) -> Projection:
        for _ in range(2):  # a worker may have been ended between requests, for its memory say
            try:
                return self._asked(values, settings, tell)
            except _Died:
                self._replace()
        raise UserError(_DIED)

    def _asked(
        self, values: npt.NDArray[np.float32], settings: ProjectionSettings, tell: Callable[[str], None]
    ) -> Projection:
        began = time.monotonic()
        process, number = self._fit(values, settings)
        doing = "Starting"
        while True:
            try:
                reply = process.replies.get(timeout=TICK_S)
            except queue.Empty:
                reply = Message("tick", number)
            if reply is None:
                raise _Died
            if reply.number != number:
                continue  # what another visitor did not wait for
            if reply.kind == "done":
                return projection_from_arrays(reply.arrays)
            if reply.kind == "refused":
                raise UserError(reply.head["text"])
            if reply.kind == "failed":
                raise RuntimeError(reply.head["text"])
            if reply.kind == "progress":
                done, of = reply.head["done"], reply.head["of"]
                doing = f"{done} of {of} layers drawn" if done else "Drawing the first layer"
            most = self._most_while_others_wait if self._asking > 1 else self._most_seconds
            if time.monotonic() - began > min(most, self._most_seconds):
                self._replace()
                raise UserError(_TOO_SLOW if most >= self._most_seconds else _OTHERS_WAIT)
            try:
                tell(doing)
            except BaseException:  # Streamlit ends a script by exceptions of its own
                with suppress(_Died):
                    process.send(Message("stop", number))
                raise

    def _fit(self, values: npt.NDArray[Any], settings: ProjectionSettings) -> tuple[_Process, int]:
        """The worker, which has been asked to fit, and the number of the request."""
        self._process = process = self._process or _Process()
        number = next(self._numbers)
        process.send(Message("fit", number, asdict(settings), {"vectors": values}))
        return process, number

    def _replace(self) -> None:
        """End the worker. The next request starts another."""
        if self._process is not None:
            self._process.end()
        self._process = None
