"""What the tests of "Half the layers" share: small benchmarks, and figures of a family that need no training."""

import threading
from collections.abc import Iterator
from dataclasses import replace

import pytest
from streamlit.testing.v1 import AppTest

from cache.speed import benchmark_queue
from components.model.checkpoints.family_figures import MemberFigures
from components.speed.model.queue import BenchmarkQueue
from components.speed.model.spec import Benchmark, format_spec, parse_spec
from tests.components.speed.model.timed_results import cell_result, ready, timing_result
from tests.components.waiting import LONG_ENOUGH
from tests.pages.conftest import run

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
BENCH = {"bench": format_spec(SMALL)}
# By the names of views before they were merged, so that these links, too, are held to what they showed.
TIMED = {
    "Timed live": "times (",
    "By length and batch": "times as many tokens",
    "Where the time goes": "Attention takes",
    "The claims": "Less than claimed.",
}
KEPT = {
    "The same blanks": "have the same top guess in",
    "Soft targets": "(entropy ",
    "Three losses": "The weighted sum of the losses is",
    "Layer by layer": "by hidden states (linear CKA)",
    "What the teacher was worth": "The teacher was worth 8.0 points",
}
every_timed = pytest.mark.parametrize("ask", TIMED)
every_kept = pytest.mark.parametrize("ask", KEPT)
every_mode = pytest.mark.parametrize("ask", [*TIMED, *KEPT])


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
    for module in ("speed.modes.claims", "distillation.modes.worth"):
        monkeypatch.setattr(f"pages.{module}.family_figures", lambda: FAMILY)


@pytest.fixture
def desk() -> Iterator[BenchmarkQueue]:
    """A desk on which nothing was measured yet."""
    benchmark_queue.clear()
    yield benchmark_queue()
    benchmark_queue.clear()


def other(**changes: object) -> dict[str, str]:
    """A link to a benchmark like the small one."""
    return {"bench": format_spec(replace(SMALL, **changes))}  # type: ignore[arg-type]


def pressed(app: AppTest, key: str) -> AppTest:
    app.button(key=key).click()
    return run(app)


class Waiting:
    """A benchmark that builds its models and then waits to be told to go on."""

    def __init__(self) -> None:
        self.go = threading.Event()

    def __call__(self, benchmark: Benchmark, stop: object) -> object:
        yield ready(random=True)
        yield cell_result(benchmark.cells[0])
        assert self.go.wait(LONG_ENOUGH)
        yield replace(timing_result(), benchmark=benchmark)


def linked(app: AppTest) -> Benchmark:
    """The benchmark that the address holds."""
    found = app.query_params.get("bench", format_spec(Benchmark()))
    return parse_spec(found if isinstance(found, str) else found[0])
