"""The engine of the app, for the tests that ask a real model."""

from typing import TYPE_CHECKING

import pytest

from cache.warmup import warmup

if TYPE_CHECKING:
    from components.model.engine import Engine


@pytest.fixture(scope="session")
def engine() -> "Engine":
    """The one engine of this process, started as the app starts it, with the bundled models."""
    return warmup().engine()
