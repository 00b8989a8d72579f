"""Tables of training on one sentence: the probabilities of both words by step, and the largest gradients."""

import pandas as pd

from components.pretraining.model.results import SentenceTraining
from components.tables.numbers import fixed

TRAINED_SENTENCE, OTHER_SENTENCE = "the sentence it trains on", "the other sentence"


def training_table(training: SentenceTraining) -> pd.DataFrame:
    """The probabilities of both words: ``steps``, ``sentence``, ``probability``, ``first``, ``loss``."""
    rows: list[tuple[int, str, float, str, float | None]] = []
    for prediction in training.predictions:
        rows.append((prediction.steps, TRAINED_SENTENCE, prediction.probability, prediction.first, prediction.loss))
        rows.append((prediction.steps, OTHER_SENTENCE, prediction.other_probability, prediction.other_first, None))
    return pd.DataFrame(rows, columns=["steps", "sentence", "probability", "first", "loss"])


def gradient_table(training: SentenceTraining) -> pd.DataFrame:
    """The matrices with the largest gradients: ``row``, ``weights``, ``share``, ``figure``."""
    return pd.DataFrame(
        [
            (row, _short_name(gradient.name), gradient.share, fixed(gradient.share, 3))
            for row, gradient in enumerate(training.gradients, 1)
        ],
        columns=["row", "weights", "share", "figure"],
    )


def _short_name(name: str) -> str:
    """The short name of a weight: "layer 3 · output.dense.bias"."""
    parts = name.removeprefix("bert.").removeprefix("distilbert.").split(".")
    if "layer" in parts and parts.index("layer") + 1 < len(parts):
        index = parts.index("layer")
        return f"layer {int(parts[index + 1]) + 1} · {'.'.join(parts[index + 2 :])}"
    return ".".join(parts)
