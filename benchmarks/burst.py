"""Are five hundred who ask in the same moment each served, or told to wait, within a second?

Five hundred threads, let go together, each with a sentence of its own for MiniLM; the clock of each runs from then to
its answer or its refusal. The threads take the same cores as the model.
"""

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from benchmarks.rerun import new_sentences
from benchmarks.spread import Spread, spread
from components.model.checkpoints.availability import weights_folder
from components.model.checkpoints.catalogue import DEFAULT_MODEL
from components.model.inference.engine import Engine
from components.model.inference.prediction import predictions
from components.model.user_errors import Busy

ASKERS = 500


@dataclass(frozen=True)
class Burst:
    """Seconds to an answer, and to being told to wait."""

    served: Spread
    told_to_wait: Spread

    def line(self) -> str:
        """The table's line."""
        return (
            f"| {ASKERS} who ask in the same moment | {self.served.count} served, the last after "
            f"{self.served.most:.2f} s | {self.told_to_wait.count} told to wait, the last after "
            f"{self.told_to_wait.most:.2f} s | |"
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
        asked = [threads.submit(ask, number) for number in range(ASKERS)]
        together.wait()
        found = [one.result() for one in asked]
    served, told = ([taken for was, taken in found if was is kind] for kind in (True, False))
    return Burst(spread(served), spread(told))
