"""How long does it take to place a new sentence on the map of a word, compared with redrawing the map?

With the model that rooms open with and the sentences of "bank" that ship. A new sentence is read by itself and placed
by transform; to draw anew is to read all of them and fit the pictures of all layers again (PCA, the quickest). The
vectors of all sentences are also read one by one, as a loop in a notebook would, against the engine's batches.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from benchmarks.spread import TimeSpread, spread
from components.model.checkpoints.availability import weights_folder
from components.model.checkpoints.catalogue import DEFAULT_MODEL
from components.model.inference.engine import Engine
from components.model.word_senses import sense_presets
from components.senses.model.projection import place_point, project
from components.senses.model.projection_results import ProjectionSettings
from components.senses.model.word_vectors import word_vectors

REPEATS = 10
TEMPLATE = "We watched the {} from the bank of the stream."
SUBJECTS = ("boats", "birds", "fish", "children", "ducks", "rain", "stars", "swans", "sun", "moon", "clouds")


@dataclass(frozen=True)
class SenseTimes:
    """Times in seconds. ``sentences`` is the number of sentences on the map."""

    new_sentence: TimeSpread
    redrawn: TimeSpread
    batched: TimeSpread
    one_by_one: TimeSpread
    sentences: int

    def line(self) -> str:
        """The table's lines."""
        ratio = self.redrawn.median / self.new_sentence.median
        return (
            f"| A sentence of one's own lands among {self.sentences} | {self.new_sentence.milliseconds()} | "
            f"the map drawn anew: {self.redrawn.milliseconds()} | {ratio:.1f}× |\n"
            f"| The word's vectors in {self.sentences} sentences | {self.batched.milliseconds()} | "
            f"one by one: {self.one_by_one.milliseconds()} | {self.one_by_one.median / self.batched.median:.1f}× |"
        )


def measure() -> SenseTimes:
    """Measure all four, in turn."""
    opened, preset = Engine(weights_folder).open_model(DEFAULT_MODEL), sense_presets()[0]
    texts = tuple(sentence.sentence for sentence in preset.sentences)

    def vectors(*sentences: str) -> np.ndarray:
        return word_vectors(opened, sentences, preset.forms).vectors

    known = vectors(*texts)
    drawn = project(known, ProjectionSettings())
    new_sentences = iter(TEMPLATE.format(word) for word in SUBJECTS)  # a new one each time, so that nothing is cached
    ways: dict[str, Callable[[], object]] = {
        "new_sentence": lambda: place_point(drawn, known, vectors(next(new_sentences))[0]),
        "redrawn": lambda: project(vectors(*texts), ProjectionSettings()),
        "batched": lambda: vectors(*texts),
        "one_by_one": lambda: [vectors(text) for text in texts],
    }
    times: dict[str, list[float]] = {name: [] for name in ways}
    for repeat in range(REPEATS + 1):  # the first is a warm-up
        for name, way in ways.items():
            start = time.perf_counter()
            way()
            if repeat:
                times[name].append(time.perf_counter() - start)
    return SenseTimes(**{name: spread(values) for name, values in times.items()}, sentences=len(texts))
