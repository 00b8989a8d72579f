"""Grids of fine-tuning runs over learning rates, numbers of labels and seeds. Their figures ship, not their weights.

``python -m training.teaching_grid`` runs them all, in an hour or two on two cores. Every run adds a line to a file
in an ignored folder, so that an interrupted grid can be resumed.
"""

import argparse
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import torch

from components.model.checkpoints.availability import weights_folder
from components.model.checkpoints.loader import Loader
from components.model.checkpoints.registry import model_record
from components.model.lists.datasets import LabelledDataset, shipped_dataset
from components.model.serialisation import from_json, to_json
from components.teaching.model.classifier import build_classifier, collate, predict_labels, truncated_ids
from components.teaching.model.grid import GridRun, summarise_runs
from components.teaching.model.plan import SST2_PLAN, Plan, Start
from components.teaching.model.presets import DEFAULT_PLAN
from components.teaching.model.results import FineTuningResult
from components.teaching.model.run import batch_schedule, bucketed_schedule, training_sentences
from components.teaching.model.sst2 import KEY, load_all_of_sst2
from training.fine_tuning import train_by_hand
from training.memory import keep_freed_memory
from training.sst2.export import RECORD

SHIPPED = Path(__file__).parents[1] / "cache" / "shipped" / "runs"
SEEDS = 5
RATES = (1e-6, 2e-5, 1e-4, 3e-4, 1e-3, 1e-2)
LABELS = (20, 300)
NO_WARMUP = (1e-4, 3e-4, 1e-3)
CURVE = {100: 5, 300: 5, 3000: 1, 10_000: 1, 1000: 3}  # labels of SST-2, and the seeds of each number; in this order
CURVE_STEPS = 100  # at least, with batches of 32
MINIMUM_STEPS = 60  # so that few labels are seen often enough (Mosbach et al. 2021, arXiv:2006.04884)


def minimum_epochs(labels: int, batch: int, default: int, minimum: int = MINIMUM_STEPS) -> int:
    """The number of epochs that gives at least ``minimum`` steps."""
    steps = -(-labels // batch)
    return max(default, -(-minimum // steps))


def _with_train_size(plan: Plan, labels: int, minimum: int = MINIMUM_STEPS) -> Plan:
    return replace(plan, train_size=labels, epochs=minimum_epochs(labels, plan.batch_size, plan.epochs, minimum))


def rate_plans(default: Plan) -> Iterator[Plan]:
    """The grid: rates by labels; the middle rates without warm-up; and random weights at the default rate."""
    for seed in range(SEEDS):
        seeded = replace(default, seed=seed)
        yield replace(seeded, start=Start.RANDOM)
        for labels in reversed(LABELS):
            for rate in RATES:
                yield replace(_with_train_size(seeded, labels), learning_rate=rate)
        for rate in NO_WARMUP:
            yield replace(seeded, learning_rate=rate, warmup_ratio=0.0)


def label_plans(_: Plan) -> Iterator[Plan]:
    """The learning curve over the number of labels of SST-2, pre-trained and from random weights, as the full run."""
    for labels, seeds in CURVE.items():
        for seed in range(seeds):
            sized = replace(_with_train_size(SST2_PLAN, labels, CURVE_STEPS), seed=seed)
            yield sized
            yield sized.with_random_start()


def full_runs(record: FineTuningResult) -> list[GridRun]:
    """The runs on all of SST-2 that are recorded, from both starts, as the last points of the curve."""
    return [
        GridRun(replace(record.plan, start=each.start), each.evaluations[-1].accuracy, losses=())
        for each in record.histories
    ]


def run_all(plans: Iterator[Plan], file: Path, data: Path) -> None:
    """Run the plans that are not in ``file`` yet, adding a line for each.

    Args:
        plans: The plans to run.
        file: JSON lines with a plan and its figures each.
        data: The folder with SST-2.
    """
    file.parent.mkdir(parents=True, exist_ok=True)
    done = {run.plan for run in stored_runs(file)} if file.exists() else set()
    for plan in plans:
        if plan in done:
            continue
        chosen = load_all_of_sst2(data / KEY) if plan.dataset == KEY else shipped_dataset(plan.dataset)
        with file.open("a", encoding="utf-8") as results:
            results.write(to_json(figures(plan, chosen)) + "\n")


def stored_runs(file: Path) -> list[GridRun]:
    """The runs that a file of JSON lines holds."""
    return [from_json(GridRun, line) for line in file.read_text(encoding="utf-8").splitlines()]


def figures(plan: Plan, chosen: LabelledDataset) -> GridRun:
    """Train, and return the held-out accuracy and the loss of every step.

    The training sentences are drawn for each seed, balanced by label if the number divides.
    """
    known = model_record(plan.model_id)
    folder = weights_folder(known)
    assert folder is not None
    opened = Loader(weights_folder).open(known)
    model = build_classifier(opened, folder, plan, len(chosen.labels))
    some = training_sentences(plan, chosen)
    pieces = [truncated_ids(opened, each.text) for each in some]
    as_tutorials = plan.dataset == KEY
    lengths = [len(ids) for ids in pieces]
    schedule = bucketed_schedule(plan, lengths) if as_tutorials else batch_schedule(plan, lengths)
    batches = [
        collate(opened, [pieces[place] for place in step], [some[place].label for place in step]) for step in schedule
    ]
    losses = [round(loss, 4) for loss in train_by_hand(model, batches, plan, mixed_precision=as_tutorials)]
    by_length = sorted(chosen.test, key=lambda each: len(each.text))  # little padding
    predictions = predict_labels(model, opened, [truncated_ids(opened, each.text) for each in by_length])
    answers = predictions.logits.argmax(axis=1)
    right = answers == np.array([each.label for each in by_length])
    return GridRun(plan, accuracy=float(right.mean()), losses=tuple(losses))


GRIDS = {"rates": rate_plans, "labels": label_plans}


def main() -> None:
    """Run what is missing of the grids, and write the shipped files."""
    parser = argparse.ArgumentParser(prog="python -m training.teaching_grid", description=__doc__)
    parser.add_argument("--runs", type=Path, default=Path("runs"), help="folder of the finished runs, one line each")
    parser.add_argument("--data", type=Path, default=Path("../shared/data"), help="a folder with sst2/train.tsv")
    parser.add_argument("--only", choices=[*GRIDS], help="one of the grids; all of them if omitted")
    parser.add_argument("--ship", action="store_true", help="write what is done; train nothing")
    parser.add_argument("--threads", type=int, default=1, help="CPU threads")
    arguments = parser.parse_args()
    keep_freed_memory()
    torch.set_num_threads(arguments.threads)
    for name, plans in GRIDS.items():
        if arguments.only not in (None, name):
            continue
        file = arguments.runs / "teaching" / f"{name}.jsonl"
        wanted = set(plans(DEFAULT_PLAN))
        if not arguments.ship:
            run_all(plans(DEFAULT_PLAN), file, arguments.data)
        runs = [run for run in stored_runs(file) if run.plan in wanted]
        if name == "labels":
            runs += full_runs(from_json(FineTuningResult, RECORD.read_text(encoding="utf-8")))
        SHIPPED.joinpath(f"{name}.json").write_text(
            to_json(summarise_runs(runs, keep_first=DEFAULT_PLAN)) + "\n", encoding="utf-8"
        )


if __name__ == "__main__":
    main()
