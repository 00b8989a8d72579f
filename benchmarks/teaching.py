"""How much does a fine-tuning run slow down other visitors, and how soon does it show results?

Blanks are filled by the usual model, a visitor after the other with a short pause, while nothing else runs and while
the usual run is done in its process beside. Beside that: seconds from the button to the first figure of the run, and
those of the whole run.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass

from benchmarks.spread import TimeSpread, spread
from components.model.checkpoints.availability import weights_folder
from components.model.checkpoints.catalogue import DEFAULT_MODEL
from components.model.inference.engine import Engine
from components.model.inference.prediction import predictions
from components.teaching.model.plan import FineTuningRequest
from components.teaching.model.presets import DEFAULT_PLAN
from components.teaching.model.training_queue import RunState, TrainingQueue

SENTENCE = "She put the money in the [MASK]."
ASKED = 200
PAUSE_S = 0.05  # between two visitors


@dataclass(frozen=True)
class Teaching:
    """Seconds: per blank without a run and during one, to the first figure, and of the whole run."""

    alone: TimeSpread
    beside: TimeSpread
    first: float
    whole: float

    def line(self) -> str:
        """The table's lines."""
        return (
            f"| A blank filled while a model is trained, p95 | {1e3 * self.beside.p95:.0f} ms "
            f"| while none is: {1e3 * self.alone.p95:.0f} ms | {self.beside.p95 / self.alone.p95:.1f}× as long |\n"
            f"| From the button to a run’s first figure | {self.first:.1f} s "
            f"| the whole run: {self.whole:.0f} s | {self.first / self.whole:.2f} of it |"
        )


def measure() -> Teaching:
    """Measure without a run, then during one."""
    opened, tokens = Engine(weights_folder).read(DEFAULT_MODEL, SENTENCE)
    predictions(opened, tokens)

    def fill_blanks(until: Callable[[int], bool]) -> list[float]:
        times: list[float] = []
        while not until(len(times)):
            start = time.perf_counter()
            predictions(opened, tokens)
            times.append(time.perf_counter() - start)
            time.sleep(PAUSE_S)
        return times

    alone = fill_blanks(lambda count: count >= ASKED)
    desk = TrainingQueue(time_limit=3600)
    first: list[float] = []
    try:
        began = time.perf_counter()
        number = desk.submit(FineTuningRequest(DEFAULT_PLAN))

        def over(_: int) -> bool:
            state = _state(desk, number)
            if state.evaluations and not first:
                first.append(time.perf_counter() - began)
            return not state.active

        beside = fill_blanks(over)
        whole = time.perf_counter() - began
        if _state(desk, number).result is None:
            raise RuntimeError(f"the run was not done: {_state(desk, number).message}")
    finally:
        desk.close()
    return Teaching(spread(alone), spread(beside), first[0], whole)


def _state(desk: TrainingQueue, number: int) -> RunState:
    state = desk.state(number)
    assert state is not None  # it was asked for just now
    return state
