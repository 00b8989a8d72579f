"""Starts the engine in the background, after the first page has been painted.

Importing torch and transformers takes seconds, which a visitor would spend looking at nothing. So a page first shows
what was computed beforehand and asks for the engine only when it runs again. Once everything is loaded the garbage
collector is told to leave it alone, so that Python's own collections never walk through torch's objects while somebody
waits; later ones are :mod:`components.server.garbage`'s business.
"""

import gc
import importlib
import os
import threading
from contextlib import suppress
from enum import StrEnum
from typing import TYPE_CHECKING

import streamlit as st

from components.model.checkpoints.catalogue import DEFAULT_MODEL
from components.model.results import Conditions, Tokens
from components.model.run_queue import yield_turn
from components.model.user_errors import UserError
from components.server.metrics import WAITING, PassMetrics

if TYPE_CHECKING:
    from components.model.inference.engine import Engine

HEAVY_MODULES = ("torch", "transformers")
WARM_SENTENCE = "The engine is [MASK]."


class EngineStage(StrEnum):
    """How far the engine has come."""

    COLD = "cold"
    STARTING = "starting"
    READY = "ready"
    FAILED = "failed"


class Warmup:
    """Starts an engine once, in a thread of its own."""

    def __init__(self) -> None:
        self.stage = EngineStage.COLD
        self._engine: Engine | None = None
        self._lock = threading.Lock()
        self._done = threading.Event()

    def start(self) -> None:
        """Begin, unless it has begun. A start that failed is tried again."""
        with self._lock:
            if self.stage in (EngineStage.STARTING, EngineStage.READY):
                return
            self.stage = EngineStage.STARTING
            self._done.clear()
        threading.Thread(target=self._start, name="engine-warmup", daemon=True).start()

    def engine(self) -> "Engine":
        """The engine, waited for if it is starting.

        Raises:
            RuntimeError: It could not be started.
        """
        self.start()
        with yield_turn():
            self._done.wait()
        if self._engine is None:
            raise RuntimeError("the engine could not be started; the log says why")
        return self._engine

    def _start(self) -> None:
        try:
            # Threads that spin while they wait would take the processor from the web server beside them.
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
        gc.freeze()  # the next import makes enough objects to set off collections of its own
    from components.model.compiled.store import GraphStore, exported_folder
    from components.model.inference.engine import Engine
    from components.model.inference.pool import pool_from_environment
    from components.model.inference.prediction import predictions

    watch = PassMetrics()
    engine = Engine(
        weights_folder, watch=watch, pool=pool_from_environment(watch=watch), graphs=GraphStore(exported_folder())
    )
    WAITING.set_function(lambda: engine.batcher.waiting)
    with suppress(UserError):  # a pool that does not answer yet may do so later
        predictions(*engine.read(DEFAULT_MODEL, WARM_SENTENCE))
    gc.collect()
    gc.freeze()
    return engine


@st.cache_resource(show_spinner=False)
def warmup() -> Warmup:
    """The one warm-up of this process."""
    return Warmup()


def engine() -> "Engine":
    """The engine of this process, waited for if it is starting.

    Raises:
        RuntimeError: It could not be started.
    """
    return warmup().engine()


def start_engine() -> None:
    """Begin to load the engine, unless that has begun."""
    warmup().start()


def engine_stage() -> EngineStage:
    """How far the engine has come. Answers at once."""
    return warmup().stage


@st.cache_data(max_entries=2000, show_spinner=False)
def tokens(model_id: str, sentence: str) -> Tokens:
    """``sentence`` as ``model_id`` reads it."""
    return engine().read(model_id, sentence)[1]


@st.cache_data(max_entries=50, show_spinner=False)
def parameter_count(model_id: str) -> int:
    """How many numbers ``model_id`` has learned."""
    return engine().open_model(model_id).parameters


@st.cache_data(max_entries=50, show_spinner=False)
def conditions(model_id: str) -> Conditions:
    """What figures of ``model_id`` are computed by."""
    return engine().open_model(model_id).conditions
