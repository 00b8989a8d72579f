"""Evaluate the shipped weights: ``python -m training.sst2.evaluate``.

It reads the held-out sentences of SST-2 again, and the held-out opinions that were written for this project. ``--list``
reads another file of GLUE's form as well, such as the published development set.
"""

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import pandas as pd
import torch

from components.model.checkpoints.availability import weights_folder
from components.model.checkpoints.loader import Loader
from components.model.checkpoints.unlisted import SST2_FOLDER, SST2_RUN
from components.model.statistics.bootstrap import mean_interval, resample_indices
from components.teaching.model.datasets import LabelledSentence, shipped_dataset
from components.teaching.model.explanations import classify
from components.teaching.model.plan import SST2_PLAN
from components.teaching.model.saving import load_head
from components.teaching.model.sst2 import KEY, LABELS, load_all_of_sst2, read_rows


def accuracy_table(answers: Mapping[str, tuple[Sequence[LabelledSentence], Sequence[int]]]) -> pd.DataFrame:
    """A row for each list: its accuracy with a 95% interval, and the confusion.

    Args:
        answers: The sentences of each list and the label that the model gives each.

    Returns:
        The columns ``list``, ``sentences``, ``accuracy``, ``low``, ``high``, and for each two labels the number of
        sentences of the first that got the second.
    """
    rows = []
    for name, (sentences, given) in answers.items():
        labels, predicted = np.array([each.label for each in sentences]), np.array(given)
        measured = mean_interval((labels == predicted).astype(np.float64), resample_indices(len(labels)))
        counts = {
            f"{label} as {other}": int(((labels == i) & (predicted == j)).sum())
            for i, label in enumerate(LABELS)
            for j, other in enumerate(LABELS)
        }
        figures = {"accuracy": measured.value, "low": measured.low, "high": measured.high}
        rows.append({"list": name, "sentences": len(labels), **figures, **counts})
    return pd.DataFrame(rows)


def main() -> None:
    """Evaluate, and print the table."""
    parser = argparse.ArgumentParser(prog="python -m training.sst2.evaluate", description=__doc__)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"), help="a folder with sst2/train.tsv")
    parser.add_argument("--list", type=Path, help="a further file with the columns sentence and label")
    parser.add_argument("--threads", type=int, default=1, help="CPU threads")
    arguments = parser.parse_args()
    torch.set_num_threads(arguments.threads)
    lists: dict[str, Sequence[LabelledSentence]] = {
        "SST-2, held out": load_all_of_sst2(arguments.data / KEY).test,
        "opinions, held out": shipped_dataset("opinions").test,
    }
    if arguments.list:
        lists[arguments.list.name] = read_rows(arguments.list)
    opened, head = Loader(weights_folder).open(SST2_RUN), load_head(SST2_FOLDER)
    answers = {
        name: (
            sentences,
            [
                int(np.argmax(each.probabilities))
                for each in classify(opened, head, SST2_PLAN.pooling, [each.text for each in sentences])
            ],
        )
        for name, sentences in lists.items()
    }
    table = accuracy_table(answers)
    print(table.to_string(index=False, float_format=lambda share: f"{100 * share:.1f}%"))


if __name__ == "__main__":
    main()
