"""Helpers for tests of the rooms of speed and distillation: small benchmarks, and fixed scores of the family."""

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
# By the names of the modes before they were merged, so that old links are tested, too.
SPEED_FINDINGS = {
    "How fast?": "times (",
    "By length and batch": "times as many tokens",
    "Where the time goes": "attention takes",
    "The claims": "% smaller",
}
DISTILLATION_FINDINGS = {
    "The same blanks": "have the same top guess in",
    "Soft targets": "At temperature ",
    "Three losses": "The weighted sum of the losses is",
    "Layer by layer": "compared by linear CKA",
    "What the teacher was worth": "The teacher was worth 8.0 points",
}
every_speed_mode = pytest.mark.parametrize("mode", SPEED_FINDINGS)
every_distillation_mode = pytest.mark.parametrize("mode", DISTILLATION_FINDINGS)


def member_figures(model_id: str, top1: float) -> MemberFigures:
    agreement = None if model_id == "pocket-bert" else top1 + 0.2
    return MemberFigures(model_id, 4_000_000, 8_000_000, 3.0, top1, agreement, 0.2, 70_000, False)


FAMILY = {
    scores.model_id: scores
    for scores in (
        member_figures("pocket-bert", 0.5),
        member_figures("pocket-distilbert", 0.48),
        member_figures("pocket-scratch", 0.4),
    )
}


@pytest.fixture
def family(monkeypatch: pytest.MonkeyPatch) -> None:
    """Scores that do not change when a model is trained again."""
    for module in ("speed.modes.live", "distillation.modes.control"):
        monkeypatch.setattr(f"pages.{module}.family_figures", lambda: FAMILY)


@pytest.fixture
def empty_queue() -> Iterator[BenchmarkQueue]:
    """An empty benchmark queue."""
    benchmark_queue.clear()
    yield benchmark_queue()
    benchmark_queue.clear()


def link_to_variant(**changes: object) -> dict[str, str]:
    """Query parameters for a variant of the small benchmark."""
    return {"bench": format_spec(replace(SMALL, **changes))}  # type: ignore[arg-type]


def press(app: AppTest, key: str) -> AppTest:
    app.button(key=key).click()
    return run(app)


class WaitingRunner:
    """A fake runner that yields its setup and one cell, and then waits until ``go`` is set."""

    def __init__(self) -> None:
        self.go = threading.Event()

    def __call__(self, benchmark: Benchmark, stop: object) -> object:
        yield ready(random=True)
        yield cell_result(benchmark.cells[0])
        assert self.go.wait(LONG_ENOUGH)
        yield replace(timing_result(), benchmark=benchmark)


def linked_benchmark(app: AppTest) -> Benchmark:
    """The benchmark in the page's address."""
    text = app.query_params.get("bench", format_spec(Benchmark()))
    return parse_spec(text if isinstance(text, str) else text[0])
