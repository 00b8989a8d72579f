"""What the tests of "Half the layers" share: small benchmarks, and figures of a family that need no training."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from cache.speed import speed_desk
from components.model.benchmark_spec import Benchmark, spec_text
from components.model.family_results import MemberFigures
from components.model.speed_desk import SpeedDesk

SMALL = Benchmark(
    first="pocket-bert",
    second="pocket-distilbert",
    device="cpu",
    batches=(1,),
    lengths=(4, 8),
    least_count=5,
    least_seconds=0.0,
    warm_ups=1,
)
BENCH = {"bench": spec_text(SMALL)}


def figures(model_id: str, top1: float) -> MemberFigures:
    agreement = None if model_id == "pocket-bert" else top1 + 0.2
    return MemberFigures(model_id, 4_000_000, 8_000_000, 3.0, top1, agreement, 0.2, 70_000, False)


FAMILY = {
    one.model_id: one
    for one in (figures("pocket-bert", 0.5), figures("pocket-distilbert", 0.48), figures("pocket-scratch", 0.4))
}


@pytest.fixture
def family(monkeypatch: pytest.MonkeyPatch) -> None:
    """Figures that do not change when a model is trained anew."""
    for module in ("claims", "worth"):
        monkeypatch.setattr(f"pages.speed.modes.{module}.family_figures", lambda: FAMILY)


@pytest.fixture
def desk() -> Iterator[SpeedDesk]:
    """A desk on which nothing was measured yet."""
    speed_desk.clear()
    yield speed_desk()
    speed_desk.clear()


def other(**changes: object) -> dict[str, str]:
    """A link to a benchmark like the small one."""
    return {"bench": spec_text(replace(SMALL, **changes))}  # type: ignore[arg-type]
