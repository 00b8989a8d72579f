"""The table of training on one masked sentence: the probabilities of its targets by step."""

import pandas as pd

from components.pretraining.model.results import SentenceTraining
from components.tables.phrases import quoted

MOST = 4  # targets: more lines are hard to tell apart


def training_table(training: SentenceTraining) -> pd.DataFrame:
    """Probabilities by step.

    Columns: ``steps``; ``series``, the token and where it is predicted; ``other``, whether that is the other sentence;
    ``probability``; ``first``, the first choice there, empty where there are several targets; ``loss`` in nats, the
    mean over the targets.
    """
    rows: list[tuple[int, str, bool, float, str, float | None]] = []
    single = len(training.words) == 1
    for prediction in training.predictions:
        for number, (word, probability) in enumerate(
            zip(training.words[:MOST], prediction.probabilities, strict=False), 1
        ):
            name = f"{quoted(word)} here" if training.words.count(word) == 1 else f"{quoted(word)} ({number}) here"
            first = prediction.first if single else ""
            rows.append((prediction.steps, name, False, probability, first, prediction.loss))
        if prediction.other_probability is not None:
            name = f"{quoted(training.words[0])} in {quoted(training.other)}"
            rows.append((prediction.steps, name, True, prediction.other_probability, prediction.other_first, None))
    return pd.DataFrame(rows, columns=["steps", "series", "other", "probability", "first", "loss"])
