"""How long do the strips of a new sentence take, and the curve of padding, against what the model itself takes?

With the model that rooms open with. The strips are all vectors of a sentence, the nearest pieces of each of its pieces
among the whole vocabulary, and the bytes for the browser; beside them one pass that fills a blank. The curve asks at
every number of pads that the page marks, with the attention mask and without it; beside it one number of pads, which is
what a moved slider costs.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass

from benchmarks.spread import Spread, spread
from cache.input import encode_model_strips
from components.input.model.embeddings import input_vectors
from components.input.model.occurrences import find_occurrences
from components.mistakes.model.padding import padding_curve
from components.model.checkpoints.availability import weights_folder
from components.model.checkpoints.catalogue import DEFAULT_MODEL
from components.model.inference.engine import Engine
from components.model.inference.prediction import predictions

REPEATS = 12
SENTENCE = "The {} stood by the river and counted [MASK] in the rain."
SEEN = (
    "king",
    "queen",
    "girl",
    "boy",
    "man",
    "woman",
    "doctor",
    "farmer",
    "soldier",
    "judge",
    "teacher",
    "lady",
    "cook",
)
PADS = (0, 8, 16, 32, 64, 128, 480)


@dataclass(frozen=True)
class Input:
    """Seconds. ``pieces`` is how many the sentence has."""

    strips: Spread
    answer: Spread
    padding: Spread
    moved: Spread
    pieces: int

    def line(self) -> str:
        """The table's lines."""
        strips = self.strips.median / self.answer.median
        return (
            f"| The strips of a new sentence of {self.pieces} pieces | {self.strips.milliseconds()} | "
            f"its blank filled: {self.answer.milliseconds()} | {strips:.1f}× as long |\n"
            f"| A moved slider of pads | {self.moved.milliseconds()} | "
            f"the curve at {len(PADS)} numbers of pads: {self.padding.milliseconds()} | "
            f"{self.padding.median / self.moved.median:.1f}× |"
        )


def measure() -> Input:
    """Measure all four, in turn."""
    opened = Engine(weights_folder).open_for_inspection(DEFAULT_MODEL)
    tokenizer = opened.tokenizer
    known = find_occurrences(tokenizer)
    new = (SENTENCE.format(word) for word in SEEN)
    fixed = tokenizer.tokens(SENTENCE.format("bank"))
    blank = fixed.typed_masks[0]

    ways: dict[str, Callable[[], object]] = {
        "strips": lambda: encode_model_strips(opened, input_vectors(opened, tokenizer.tokens(next(new))), known),
        "answer": lambda: predictions(opened, fixed),
        "padding": lambda: padding_curve(opened, fixed, (), blank, fixed.ids[1], PADS),
        "moved": lambda: padding_curve(opened, fixed, (), blank, fixed.ids[1], (32,)),
    }
    times: dict[str, list[float]] = {name: [] for name in ways}
    for repeat in range(REPEATS + 1):  # the first is to warm up
        for name, way in ways.items():
            start = time.perf_counter()
            way()
            if repeat:
                times[name].append(time.perf_counter() - start)
    return Input(**{name: spread(found) for name, found in times.items()}, pieces=len(fixed))
