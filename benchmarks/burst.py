"""Are five hundred simultaneous requests each answered, or rejected, within a second?

Five hundred threads start together, each with its own sentence for MiniLM. Each is timed from the start to its answer
or rejection. The threads run on the same cores as the model.
"""

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from benchmarks.rerun import new_sentences
from benchmarks.spread import TimeSpread, spread
from components.model.checkpoints.availability import weights_folder
from components.model.checkpoints.catalogue import DEFAULT_MODEL
from components.model.inference.engine import Engine
from components.model.inference.prediction import predictions
from components.model.user_errors import Busy

ASKERS = 500


@dataclass(frozen=True)
class Burst:
    """Seconds to an answer, and to a rejection."""

    served: TimeSpread
    told_to_wait: TimeSpread

    def line(self) -> str:
        """The table's line."""
        return (
            f"| {ASKERS} who ask in the same moment | {self.served.count} served, the last after "
            f"{self.served.maximum:.2f} s | {self.told_to_wait.count} told to wait, the last after "
            f"{self.told_to_wait.maximum:.2f} s | |"
        )


def measure() -> Burst:
    """Measure on an engine of its own."""
    opened, sentences = Engine(weights_folder).open_model(DEFAULT_MODEL), new_sentences()
    read = [opened.tokenizer.tokens(next(sentences)) for _ in range(ASKERS)]
    predictions(opened, read[0])
    together = threading.Barrier(ASKERS + 1)

    def ask(number: int) -> tuple[bool, float]:
        together.wait()
        begun = time.perf_counter()
        try:
            predictions(opened, read[number])
        except Busy:
            return False, time.perf_counter() - begun
        return True, time.perf_counter() - begun

    with ThreadPoolExecutor(ASKERS) as threads:
        futures = [threads.submit(ask, number) for number in range(ASKERS)]
        together.wait()
        outcomes = [future.result() for future in futures]
    served, rejected = ([taken for was, taken in outcomes if was is kind] for kind in (True, False))
    return Burst(spread(served), spread(rejected))
