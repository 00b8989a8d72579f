"""What the tests of a benchmark ask for."""

from collections.abc import Iterator

import pytest


@pytest.fixture(scope="module")
def quickly() -> Iterator[None]:
    """What the processor can do at best is not what is tested here."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("components.speed.model.flops.PEAK_SIZES", {"cpu": 32})
        yield
