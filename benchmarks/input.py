"""How long do the strips of a new sentence and the padding curve take, compared with a forward pass?

With the default model. The strips need all input vectors of a sentence, the nearest neighbours of each token in the
vocabulary, and the encoding for the browser; compared with one pass that fills a blank. The curve is computed at every
number of padding tokens that the page marks, with and without the attention mask; compared with a single number, which
is the cost of moving the slider.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass

from benchmarks.spread import TimeSpread, spread
from components.mistakes.model.padding import padding_curve
from components.model.checkpoints.availability import weights_folder
from components.model.checkpoints.catalogue import DEFAULT_MODEL
from components.model.inference.engine import Engine
from components.model.inference.prediction import predictions
from components.model.input_vectors.embeddings import input_vectors
from components.model.input_vectors.nearest_tokens import nearest_tokens
from components.tables.input_strips import encode_strips

REPEATS = 12
SENTENCE = "The {} stood by the river and counted [MASK] in the rain."
WORDS = (
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
    """Times in seconds. ``tokens`` is the number of tokens of the sentence."""

    strips: TimeSpread
    answer: TimeSpread
    padding: TimeSpread
    moved: TimeSpread
    tokens: int

    def line(self) -> str:
        """The table's lines."""
        strips = self.strips.median / self.answer.median
        return (
            f"| The strips of a new sentence of {self.tokens} tokens | {self.strips.milliseconds()} | "
            f"its blank filled: {self.answer.milliseconds()} | {strips:.1f}× as long |\n"
            f"| A moved slider of pads | {self.moved.milliseconds()} | "
            f"the curve at {len(PADS)} numbers of pads: {self.padding.milliseconds()} | "
            f"{self.padding.median / self.moved.median:.1f}× |"
        )


def measure() -> Input:
    """Measure all four, in turn."""
    opened = Engine(weights_folder).open_for_inspection(DEFAULT_MODEL)
    tokenizer = opened.tokenizer
    new = (SENTENCE.format(word) for word in WORDS)
    fixed = tokenizer.tokens(SENTENCE.format("bank"))
    blank = fixed.typed_masks[0]

    def strips() -> bytes:
        arrays = input_vectors(opened, tokenizer.tokens(next(new)))
        names = [tokenizer.raw_token(token_id) for token_id in arrays.tokens.ids]
        return encode_strips(arrays, names, nearest_tokens(opened, arrays.tokens.ids))

    ways: dict[str, Callable[[], object]] = {
        "strips": strips,
        "answer": lambda: predictions(opened, fixed),
        "padding": lambda: padding_curve(opened, fixed, (), blank, fixed.ids[1], PADS),
        "moved": lambda: padding_curve(opened, fixed, (), blank, fixed.ids[1], (32,)),
    }
    times: dict[str, list[float]] = {name: [] for name in ways}
    for repeat in range(REPEATS + 1):  # the first is a warm-up
        for name, way in ways.items():
            start = time.perf_counter()
            way()
            if repeat:
                times[name].append(time.perf_counter() - start)
    return Input(**{name: spread(seconds) for name, seconds in times.items()}, tokens=len(fixed))
