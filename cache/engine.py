"""Starts the engine in the background, after the first page has been drawn.

Importing torch and transformers takes seconds. So a page first shows precomputed results and requests the engine only
in its next run. Once everything is loaded, its objects are frozen, so that Python's garbage collections do not traverse
torch's objects while a visitor waits; later collections are the task of :mod:`components.server.garbage`.
"""

import gc
import importlib
import os
import threading
from contextlib import suppress
from enum import StrEnum
from typing import TYPE_CHECKING

from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

from cache.sized_cache import share_results
from components.model.checkpoints.catalogue import DEFAULT_MODEL
from components.model.results import Conditions, Tokens
from components.model.run_queue import yield_turn
from components.model.user_errors import UserError
from components.server.metrics import WAITING, PassMetrics

if TYPE_CHECKING:
    from components.model.inference.engine import Engine

HEAVY_MODULES = ("torch", "transformers")
WARM_SENTENCE = "The engine is [MASK]."
READINESS = "/ready"  # the address for load balancers


class EngineStage(StrEnum):
    """The stage of starting the engine."""

    COLD = "cold"
    STARTING = "starting"
    READY = "ready"
    FAILED = "failed"


class Warmup:
    """Starts an engine once, in a background thread."""

    def __init__(self) -> None:
        self.stage = EngineStage.COLD
        self._engine: Engine | None = None
        self._lock = threading.Lock()
        self._done = threading.Event()

    def start(self) -> None:
        """Start, unless it has been started. A failed start is retried."""
        with self._lock:
            if self.stage in (EngineStage.STARTING, EngineStage.READY):
                return
            self.stage = EngineStage.STARTING
            self._done.clear()
        threading.Thread(target=self._start, name="engine-warmup", daemon=True).start()

    def engine(self) -> "Engine":
        """The engine; waits while it is starting.

        Raises:
            RuntimeError: The engine could not be started.
        """
        self.start()
        with yield_turn():
            self._done.wait()
        if self._engine is None:
            raise RuntimeError("the engine could not be started; the log says why")
        return self._engine

    def _start(self) -> None:
        try:
            # Threads that spin while they wait would take processor time from the web server.
            os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
            self._engine = _started()
        finally:
            with self._lock:
                self.stage = EngineStage.READY if self._engine is not None else EngineStage.FAILED
                self._done.set()


def _started() -> "Engine":
    from components.model.checkpoints.availability import weights_folder

    for module in HEAVY_MODULES:
        importlib.import_module(module)
        gc.freeze()  # the next import creates enough objects to trigger collections
    from components.model.compiled.store import GraphStore, exported_folder
    from components.model.inference.engine import Engine
    from components.model.inference.pool import pool_from_environment
    from components.model.inference.prediction import predictions

    watch = PassMetrics()
    engine = Engine(
        weights_folder, watch=watch, pool=pool_from_environment(watch=watch), graphs=GraphStore(exported_folder())
    )
    WAITING.set_function(lambda: engine.batcher.waiting)
    with suppress(UserError):  # a pool that does not answer yet may answer later
        predictions(*engine.read(DEFAULT_MODEL, WARM_SENTENCE))
    gc.collect()
    gc.freeze()
    return engine


@share_results(1)
def warmup() -> Warmup:
    """The warm-up of this process."""
    return Warmup()


def engine() -> "Engine":
    """The engine of this process; waits while it is starting.

    Raises:
        RuntimeError: The engine could not be started.
    """
    return warmup().engine()


def start_engine() -> None:
    """Start loading the engine, unless that has been started."""
    warmup().start()


def engine_stage() -> EngineStage:
    """The stage of starting the engine. Returns at once."""
    return warmup().stage


async def _ready(_: Request) -> JSONResponse:
    """Respond with 200 once the engine is ready, else 503. A request also starts the engine."""
    start_engine()
    stage = engine_stage()
    return JSONResponse(
        {"engine": stage.value}, 200 if stage is EngineStage.READY else 503, {"Cache-Control": "no-store"}
    )


READY = Route(READINESS, _ready)


@share_results(2000)
def tokens(model_id: str, sentence: str) -> Tokens:
    """``sentence`` tokenized for a model."""
    return engine().read(model_id, sentence)[1]


@share_results(50)
def parameter_count(model_id: str) -> int:
    """The number of parameters of a model."""
    return engine().open_model(model_id).parameters


@share_results(50)
def vocabulary_size(model_id: str) -> int:
    """The size of a model's vocabulary."""
    return engine().open_model(model_id).tokenizer.size


def conditions(model_id: str) -> Conditions:
    """The conditions under which figures of a model are computed now; not cached, since a graph may become ready."""
    return engine().open_model(model_id).conditions
