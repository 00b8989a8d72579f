"""What all tests share: the engine of the app, and no test that asks how long an example took."""

from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

from cache.warmup import warmup

if TYPE_CHECKING:
    from components.model.engine import Engine

settings.register_profile("riverbank", deadline=None)
settings.load_profile("riverbank")


@pytest.fixture(scope="session")
def engine() -> "Engine":
    """The one engine of this process, started as the app starts it, with the bundled models."""
    return warmup().engine()
