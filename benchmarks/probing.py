"""How long does a visitor wait for probes of every layer, with their controls?

With the model that rooms open with and the included sentences: all their words are read, and a probe and its control
are trained on 1,000 words of each layer. ``taskset -c 0 python -m benchmarks probing`` measures one core.
"""

import time
from collections import defaultdict
from dataclasses import dataclass

from benchmarks.spread import TimeSpread, spread
from components.model.checkpoints.availability import weights_folder
from components.model.checkpoints.catalogue import DEFAULT_MODEL
from components.model.inference.engine import Engine
from components.probing.model.probe import probe_layers
from components.probing.model.tasks import TASKS, word_items
from components.probing.model.vectors import span_vectors

REPEATS = 5


@dataclass(frozen=True)
class ProbeTimes:
    """Times in seconds. ``words`` are read, and ``trained`` of them are trained on at each of ``layers`` layers."""

    reading: TimeSpread
    training: TimeSpread
    words: int
    trained: int
    layers: int

    def line(self) -> str:
        """The table's line."""
        return (
            f"| Probes with controls on {self.trained:,} words and {self.layers} layers | {self.training.seconds()} | "
            f"reading the vectors of {self.words:,} words first: {self.reading.seconds()} | |"
        )


def measure() -> ProbeTimes:
    """Read and train, several times."""
    opened, items = Engine(weights_folder).open_model(DEFAULT_MODEL), word_items(TASKS[0])
    times: dict[str, list[float]] = defaultdict(list)
    for repeat in range(REPEATS + 1):  # the first is a warm-up
        start = time.perf_counter()
        vectors = span_vectors(opened, items.spans)
        read = time.perf_counter()
        probed, _ = probe_layers(vectors, items, opened.conditions)
        if repeat:
            times["reading"].append(read - start)
            times["training"].append(time.perf_counter() - read)
    return ProbeTimes(
        spread(times["reading"]), spread(times["training"]), len(items.spans), probed.train_count, len(probed.layers)
    )
