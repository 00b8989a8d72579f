"""A pool of models in other processes, perhaps on other machines and on GPUs: it answers what is asked about blanks.

``RIVERBANK_ENGINE=http://HOST:PORT`` in the environment names it; :mod:`components.server.pool` is what answers there.
Whatever looks inside a model is computed by this process as before: attentions and vectors are too large to travel. So
is what a model says that the pool has not got, as one that was fine-tuned here a moment ago.
"""

import os
import threading
import time
from collections.abc import Mapping, Sequence

import httpx2

from components.model.checkpoints.open_model import OpenModel
from components.model.inference.batching import MicroBatcher, NullWatch, Watch
from components.model.inference.prediction import PredictionInput, PredictionOutput
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
    """Asks a pool. Call it like :func:`~components.model.inference.prediction.predict_batch`.

    Attributes:
        address: Where it is.
        batches: How many requests it was sent, for those who want to know whether it is in use.
    """

    def __init__(self, address: str, *, watch: Watch | None = None, timeout_s: float = PATIENCE_S) -> None:
        self.address, self.batches = address.rstrip("/"), 0
        self._watch: Watch = watch or NullWatch()
        self._own = MicroBatcher(watch=watch)
        self._free = threading.Semaphore(MAX_CONCURRENT)
        self._asking = 0
        self._device = ""
        limits = httpx2.Limits(max_connections=MAX_CONCURRENT, max_keepalive_connections=MAX_CONCURRENT)
        timeout = httpx2.Timeout(timeout_s, connect=CONNECT_S)
        self._client = httpx2.Client(limits=limits, timeout=timeout, trust_env=False)

    @property
    def waiting(self) -> int:
        """Requests that are not answered yet."""
        return self._asking

    @property
    def note(self) -> str:
        """What is said of where answers come from."""
        return "Blanks are filled by a pool of models" + (f" on {self._device}." if self._device else ".")

    def __call__(self, opened: OpenModel, questions: Sequence[PredictionInput]) -> list[PredictionOutput]:
        """Answer ``questions``.

        Raises:
            Busy: Too many are waiting.
            UserError: The pool does not answer.
        """
        if not questions:
            return []
        if not self._free.acquire(blocking=False):
            self._watch.on_rejection()
            raise Busy(_BUSY)
        start = time.perf_counter()
        self._asking += 1
        self.batches += 1
        try:
            return self._ask(opened, questions)
        finally:
            self._asking -= 1
            self._free.release()
            self._watch.on_answer(time.perf_counter() - start)

    def close(self) -> None:
        """Give back its connections."""
        self._client.close()

    def _ask(self, opened: OpenModel, questions: Sequence[PredictionInput]) -> list[PredictionOutput]:
        try:
            content = encode_request(opened.record.id, questions)
            with yield_turn():
                reply = self._client.post(self.address + PATH, content=content)
        except httpx2.HTTPError as error:
            raise UserError(_GONE) from error
        if reply.status_code == 503:  # of Ray Serve: more wait than it takes
            self._watch.on_rejection()
            raise Busy(_BUSY)
        if reply.status_code == 404 and DEVICE_HEADER in reply.headers:
            return self._own(opened, questions)
        try:
            reply.raise_for_status()
            found = decode_outputs(reply.content, len(questions))
        except (httpx2.HTTPError, ValueError) as error:
            raise UserError(_GONE) from error
        self._device = reply.headers.get(DEVICE_HEADER, "")
        return found


def pool_from_environment(
    environment: Mapping[str, str] = os.environ, *, watch: Watch | None = None
) -> PoolClient | None:
    """The pool that the operator names, if one is named."""
    address = environment.get(ENGINE_VARIABLE, "")
    return PoolClient(address, watch=watch) if address else None
