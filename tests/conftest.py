"""What all tests share: the engine of the app, and how many examples Hypothesis tries."""

import gc
import os
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

from cache.engine import EngineStage, engine_stage, warmup
from tests.browsers import chromium, serve  # noqa: F401  (fixtures: one of each in a process)

if TYPE_CHECKING:
    from components.model.inference.engine import Engine

# Processes side by side that each run as many threads as there are processors get in each other's way.
if "PYTEST_XDIST_WORKER" in os.environ:
    os.environ.setdefault("OMP_NUM_THREADS", "1")

# Many tests open checkpoints of their own; a process that exports the graph of each would only be in the way.
os.environ.setdefault("RIVERBANK_GRAPHS", "off")

# No test asks how long an example took: a machine may be busy. `launch.py test --all` asks for the full number of them.
SLOW_MACHINE = (HealthCheck.too_slow,)
settings.register_profile("full", deadline=None, suppress_health_check=SLOW_MACHINE)
settings.register_profile("quick", settings.get_profile("full"), max_examples=20)
settings.load_profile("full" if "CI" in os.environ else "quick")


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Collect no garbage while modules and tests are read: all of it is used until the end, and there is much of it."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


@pytest.fixture(scope="session")
def engine() -> "Engine":
    """The one engine of this process, started as the app starts it, with the bundled models."""
    return warmup().engine()


@pytest.fixture
def ready(engine: "Engine") -> None:
    """A server whose engine can be asked."""
    assert engine_stage() is EngineStage.READY
