"""Evaluate the shipped weights: ``python -m training.sst2.evaluate``.

It reads the held-out sentences of SST-2 again, and the held-out opinions that were written for this project, and stores
the accuracies beside the weights, where the room “Tasks” finds them. ``--list`` reads another file of GLUE's form as
well, such as the published development set.
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
from components.model.heads.specs import REVIEW_SPEC, REVIEWS
from components.model.lists.datasets import LabelledSentence, shipped_dataset
from components.model.serialisation import from_json, rounded, to_json
from components.model.statistics.bootstrap import mean_interval, resample_indices
from components.teaching.model.explanations import classify
from components.teaching.model.plan import SST2_PLAN
from components.teaching.model.results import Baseline, FineTuningResult
from components.teaching.model.saving import load_head
from components.teaching.model.sst2 import KEY, LABELS, load_all_of_sst2, read_rows
from training.sst2.export import RECORD

HELD_OUT, OPINIONS = "SST-2, put aside", "opinions, written"  # as the other heads' evaluation calls such lists


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


def evaluation(table: pd.DataFrame, baselines: Mapping[Baseline, float]) -> dict[str, list[dict[str, object]]]:
    """The accuracies as ``evaluation.json`` of the other heads has them.

    Args:
        table: As :func:`accuracy_table` makes it.
        baselines: The accuracy of each baseline on the held-out sentences of SST-2. “Frozen” is the probe.
    """
    chances = {HELD_OUT: baselines[Baseline.MAJORITY], OPINIONS: 0.5}
    figures: list[dict[str, object]] = [
        _figure(row["list"], row["sentences"], [row["low"], row["accuracy"], row["high"]], chances[row["list"]])
        for row in table.to_dict("records")
        if row["list"] in chances
    ]
    count = int(table["sentences"].iloc[0])
    right = round(count * baselines[Baseline.PROBE])
    probe = mean_interval((np.arange(count) < right).astype(np.float64), resample_indices(count))
    frozen = _figure(HELD_OUT, count, [probe.low, probe.value, probe.high], chances[HELD_OUT])
    return {"figures": figures, "frozen": [frozen]}


def _figure(name: str, count: int, interval: Sequence[float], chance: float) -> dict[str, object]:
    what = f"{name} ({REVIEW_SPEC.poolings[0].value})"
    return {"head": REVIEWS, "what": what, "asked": count, "interval": rounded(list(interval), 4), "chance": chance}


def main() -> None:
    """Evaluate, and print the table."""
    parser = argparse.ArgumentParser(prog="python -m training.sst2.evaluate", description=__doc__)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"), help="a folder with sst2/train.tsv")
    parser.add_argument("--list", type=Path, help="a further file with the columns sentence and label")
    parser.add_argument("--threads", type=int, default=1, help="CPU threads")
    arguments = parser.parse_args()
    torch.set_num_threads(arguments.threads)
    lists: dict[str, Sequence[LabelledSentence]] = {
        HELD_OUT: load_all_of_sst2(arguments.data / KEY).test,
        OPINIONS: shipped_dataset("opinions").test,
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
    recorded = from_json(FineTuningResult, RECORD.read_text(encoding="utf-8"))
    stored = evaluation(table, {each.name: each.accuracy for each in recorded.baselines})
    (SST2_FOLDER / "evaluation.json").write_text(to_json(stored, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
