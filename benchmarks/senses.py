"""How long does a sentence of one's own take to land on the map of a word, against drawing the map anew?

With the model that rooms open with and the sentences of "bank" that ship. A new sentence is read by itself and placed
by transform; to draw anew is to read all of them and fit the pictures of all layers again (PCA, the quickest). The
vectors of all sentences are also read one by one, as a loop in a notebook would, against the engine's batches.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from benchmarks.spread import Spread, spread
from components.model.checkpoints.availability import weights_folder
from components.model.checkpoints.catalogue import DEFAULT_MODEL
from components.model.inference.engine import Engine
from components.senses.model.presets import sense_presets
from components.senses.model.projection import place_point, project
from components.senses.model.projection_results import ProjectionSettings
from components.senses.model.word_vectors import word_vectors

REPEATS = 10
OWN = "We watched the {} from the bank of the stream."
SEEN = ("boats", "birds", "fish", "children", "ducks", "rain", "stars", "swans", "sun", "moon", "clouds")


@dataclass(frozen=True)
class Landing:
    """Seconds. ``sentences`` is how many the map has."""

    own: Spread
    anew: Spread
    batched: Spread
    one_by_one: Spread
    sentences: int

    def line(self) -> str:
        """The table's lines."""
        return (
            f"| A sentence of one's own lands among {self.sentences} | {self.own.milliseconds()} | "
            f"the map drawn anew: {self.anew.milliseconds()} | {self.anew.median / self.own.median:.1f}× |\n"
            f"| The word's vectors in {self.sentences} sentences | {self.batched.milliseconds()} | "
            f"one by one: {self.one_by_one.milliseconds()} | {self.one_by_one.median / self.batched.median:.1f}× |"
        )


def measure() -> Landing:
    """Measure all four, in turn."""
    opened, preset = Engine(weights_folder).open_model(DEFAULT_MODEL), sense_presets()[0]
    texts = tuple(sentence.sentence for sentence in preset.sentences)

    def vectors(*sentences: str) -> np.ndarray:
        return word_vectors(opened, sentences, preset.forms).vectors

    known = vectors(*texts)
    drawn = project(known, ProjectionSettings())
    own = iter(OWN.format(word) for word in SEEN)  # a new one each time: nothing is remembered
    ways: dict[str, Callable[[], object]] = {
        "own": lambda: place_point(drawn, known, vectors(next(own))[0]),
        "anew": lambda: project(vectors(*texts), ProjectionSettings()),
        "batched": lambda: vectors(*texts),
        "one_by_one": lambda: [vectors(text) for text in texts],
    }
    times: dict[str, list[float]] = {name: [] for name in ways}
    for repeat in range(REPEATS + 1):  # the first is to warm up
        for name, way in ways.items():
            start = time.perf_counter()
            way()
            if repeat:
                times[name].append(time.perf_counter() - start)
    return Landing(**{name: spread(values) for name, values in times.items()}, sentences=len(texts))
