"""What all tests share: the engine of the app, and no test that asks how long an example took."""

import os
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

from cache.engine import warmup
from tests.browsers import chromium, serve  # noqa: F401  (fixtures: one of each in a process)

if TYPE_CHECKING:
    from components.model.inference.engine import Engine

# Processes side by side that each run as many threads as there are processors get in each other's way.
if "PYTEST_XDIST_WORKER" in os.environ:
    os.environ.setdefault("OMP_NUM_THREADS", "1")

# Many tests open checkpoints of their own; a process that exports the graph of each would only be in the way.
os.environ.setdefault("RIVERBANK_GRAPHS", "off")

settings.register_profile("riverbank", deadline=None)
settings.load_profile("riverbank")


@pytest.fixture(scope="session")
def engine() -> "Engine":
    """The one engine of this process, started as the app starts it, with the bundled models."""
    return warmup().engine()
