"""Fixtures for tests of benchmarks."""

from collections.abc import Iterator

import pytest


@pytest.fixture(scope="module")
def quickly() -> Iterator[None]:
    """Measure the peak with small matrices, since it is not tested here."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("components.speed.model.flops.PEAK_SIZES", {"cpu": 32})
        yield
