"""Client of a pool of models in other processes, possibly on other machines with GPUs, which predicts tokens.

``RIVERBANK_ENGINE=http://HOST:PORT`` in the environment names the pool; :mod:`components.server.pool` is its server.
Inspection of models stays in this process, since attentions and vectors are too large to send. So do predictions of
models that the pool does not have, such as one that was just fine-tuned here.
"""

import os
import threading
import time
from collections.abc import Sequence

import httpx2

from components.model.checkpoints.open_model import OpenModel
from components.model.inference.batching import MicroBatcher, NullWatch, Watch
from components.model.inference.prediction_io import PredictionInput, PredictionOutput
from components.model.inference.wire import decode_outputs, encode_request
from components.model.run_queue import yield_turn
from components.model.user_errors import Busy, UserError

ENGINE_VARIABLE = "RIVERBANK_ENGINE"
PATH = "/answers"
DEVICE_HEADER = "x-riverbank-device"
CONNECT_S, PATIENCE_S = 2.0, 30.0
MAX_CONCURRENT = 64  # requests of this process
_GONE = "The model server does not answer. Try again in a moment; your sentence is kept."
_BUSY = "Many people are using the model right now. Try again in a moment; your sentence is kept."


class PoolClient:
    """Sends requests to a pool. Call it like :func:`~components.model.inference.forward.predict_batch`.

    Attributes:
        address: The pool's URL.
        batches: The number of requests sent, which shows whether the pool is in use.
    """

    def __init__(self, address: str, *, watch: Watch | None = None) -> None:
        self.address, self.batches = address.rstrip("/"), 0
        self._watch: Watch = watch or NullWatch()
        self._local = MicroBatcher(watch=watch)
        self._free = threading.Semaphore(MAX_CONCURRENT)
        self._in_flight = 0
        self._device = ""
        limits = httpx2.Limits(max_connections=MAX_CONCURRENT, max_keepalive_connections=MAX_CONCURRENT)
        timeout = httpx2.Timeout(PATIENCE_S, connect=CONNECT_S)
        self._client = httpx2.Client(limits=limits, timeout=timeout, trust_env=False)

    @property
    def waiting(self) -> int:
        """The number of requests without an answer yet."""
        return self._in_flight

    @property
    def note(self) -> str:
        """A sentence for visitors on where predictions are computed."""
        return "Blanks are filled by a pool of models" + (f" on {self._device}." if self._device else ".")

    def __call__(self, opened: OpenModel, inputs: Sequence[PredictionInput]) -> list[PredictionOutput]:
        """Answer ``inputs``.

        Raises:
            Busy: Too many are waiting.
            UserError: The pool does not answer.
        """
        if not inputs:
            return []
        if not self._free.acquire(blocking=False):
            self._watch.on_rejection()
            raise Busy(_BUSY)
        start = time.perf_counter()
        self._in_flight += 1
        self.batches += 1
        try:
            return self._request(opened, inputs)
        finally:
            self._in_flight -= 1
            self._free.release()
            self._watch.on_answer(time.perf_counter() - start)

    def close(self) -> None:
        """Close its connections."""
        self._client.close()

    def _request(self, opened: OpenModel, inputs: Sequence[PredictionInput]) -> list[PredictionOutput]:
        try:
            content = encode_request(opened.record.id, inputs)
            with yield_turn():
                reply = self._client.post(self.address + PATH, content=content)
        except httpx2.HTTPError as error:
            raise UserError(_GONE) from error
        if reply.status_code == 503:  # from Ray Serve: its queue is full
            self._watch.on_rejection()
            raise Busy(_BUSY)
        if reply.status_code == 404 and DEVICE_HEADER in reply.headers:
            return self._local(opened, inputs)
        try:
            reply.raise_for_status()
            outputs = decode_outputs(reply.content, len(inputs))
        except (httpx2.HTTPError, ValueError) as error:
            raise UserError(_GONE) from error
        self._device = reply.headers.get(DEVICE_HEADER, "")
        return outputs


def pool_from_environment(*, watch: Watch | None = None) -> PoolClient | None:
    """The pool that the environment names; None if it names none."""
    address = os.environ.get(ENGINE_VARIABLE, "")
    return PoolClient(address, watch=watch) if address else None
