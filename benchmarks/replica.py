"""How many blanks per second does one replica of a pool fill, by batch size, on this device?

Sentences of 12 tokens with one blank, for MiniLM and for a model of BERT-base's size (with random weights, which take
the same time). docs/scale.md calculates with these figures; run it on the device that will serve.
"""

import time
from dataclasses import dataclass

from benchmarks.base_model import base_model, folder_of, sentence
from benchmarks.spread import TimeSpread, spread
from components.model.checkpoints.availability import weights_folder
from components.model.checkpoints.catalogue import DEFAULT_MODEL
from components.model.checkpoints.loader import Loader
from components.model.checkpoints.open_model import OpenModel
from components.model.checkpoints.registry import model_record
from components.model.inference.forward import predict_batch
from components.model.inference.prediction_io import PredictionInput

TOKENS, BLANK = 12, 5
ROWS = (1, 2, 4, 8, 16, 32)
WARM_UP, REPEATS = 3, 15


@dataclass(frozen=True)
class Replica:
    """Seconds per pass, by model and rows."""

    device: str
    passes: dict[str, dict[int, TimeSpread]]

    def line(self) -> str:
        """The table's lines."""
        lines = []
        for name, by_rows in self.passes.items():
            rates = {rows: rows / taken.median for rows, taken in by_rows.items()}
            text = ", ".join(f"{rows}: {rate:.0f}/s" for rows, rate in rates.items())
            lines.append(
                f"| Blanks a second of {name}, by sentences a pass, {TOKENS} tokens ({self.device}) | {text} | one by "
                f"one: {rates[1]:.0f}/s | {rates[ROWS[-1]] / rates[1]:.1f}× |"
            )
        return "\n".join(lines)


def measure() -> Replica:
    """Measure both models."""
    bundled = Loader(weights_folder).open(model_record(DEFAULT_MODEL))
    passes = {bundled.record.name: _passes(bundled)}
    with base_model() as base:
        passes["a BERT of base size"] = _passes(Loader(folder_of).open(base))
    return Replica(bundled.device.name, passes)


def _passes(opened: OpenModel) -> dict[int, TimeSpread]:
    spreads = {}
    for rows in ROWS:
        read = [opened.tokenizer.tokens(sentence(number, tokens=TOKENS)).ids for number in range(rows)]
        questions = [PredictionInput(ids, (BLANK,)) for ids in read]
        times = []
        for number in range(WARM_UP + REPEATS):
            start = time.perf_counter()
            predict_batch(opened, questions)
            if number >= WARM_UP:
                times.append(time.perf_counter() - start)
        spreads[rows] = spread(times)
    return spreads
