"""Ship the finished run: ``python -m training.sst2.export``.

It writes the changed weights, the head and the card to ``cache/pocket/sst2``, and the recorded run to
``cache/shipped/runs/sst2.json``. The sentences of SST-2 do not ship: in the record each is named by its row in
``train.tsv``. Run ``python -m training.sst2 --start random`` before, for the comparison with random weights.
"""

import argparse
import shutil
from dataclasses import replace
from pathlib import Path
from string import Template
from typing import Any

import torch

from components.model.checkpoints.availability import weights_folder
from components.model.checkpoints.loader import Loader
from components.model.checkpoints.registry import model_record
from components.model.checkpoints.unlisted import SST2_FOLDER, SST2_RUN
from components.model.lists.datasets import LabelledDataset
from components.model.serialisation import rounded, to_json, to_plain
from components.teaching.model.classifier import build_classifier, token_limit
from components.teaching.model.plan import SST2_PLAN, Start
from components.teaching.model.recording import write_recorded_weights
from components.teaching.model.results import CAUSAL_MODEL_ID, FineTuningResult
from components.teaching.model.run import TrainedClassifier
from components.teaching.model.run_result import FinishedRun, measure_run
from components.teaching.model.saving import CARD_FILE, save_weights
from components.teaching.model.sst2 import KEY, load_all_of_sst2
from training.memory import keep_freed_memory
from training.sst2.run import TutorialRun, history

RECORD = Path(__file__).parents[2] / "cache" / "shipped" / "runs" / f"{KEY}.json"
_CONDITIONS = Template(Path(__file__).with_name("conditions.md").read_text(encoding="utf-8"))
_DIGITS = 3  # significant digits of a point in a map


def measure(runs: Path, dataset: LabelledDataset) -> TrainedClassifier:
    """The result of the finished run, and its model.

    Args:
        runs: The folder with a folder for each start.
        dataset: All of SST-2.

    Raises:
        ValueError: The run is not finished.
    """
    plan = replace(SST2_PLAN, train_size=len(dataset.train))
    tuned = TutorialRun(plan, dataset, runs / Start.PRETRAINED)
    if not tuned.finished:
        raise ValueError(f"{tuned.steps_done:,} of {plan.steps:,} steps are done; go on with python -m training.sst2")
    histories = [history(tuned)]
    if (runs / Start.RANDOM).exists():
        scratch = TutorialRun(plan.with_random_start(), dataset, runs / Start.RANDOM)
        histories += [history(scratch)] if scratch.finished else []
    record = model_record(plan.model_id)
    untuned = build_classifier(Loader(weights_folder).open(record), tuned.checkpoint, plan, len(dataset.labels))
    limit = token_limit(tuned.opened)
    by_length = sorted(range(plan.train_size), key=lambda place: len(tuned.train_token_ids[place]))  # little padding
    finished = FinishedRun(
        plan=plan,
        dataset=dataset,
        train=tuple(tuned.train_sentences[place] for place in by_length),
        model=tuned.model,
        opened=tuned.opened,
        train_token_ids=[tuned.train_token_ids[place] for place in by_length],
        test_token_ids=tuned.test_token_ids,
        histories=tuple(histories),
        evaluation_vectors=[tuned.evaluation(each.step).vectors for each in histories[0].evaluations],
        truncated_count=sum(
            len(tuned.opened.tokenizer.tokens_of_any_length(each.text)) > limit
            for each in (*tuned.train_sentences, *dataset.test)
        ),
        seconds=tuned.seconds,
    )
    causal = Loader(weights_folder).open(model_record(CAUSAL_MODEL_ID))
    return TrainedClassifier(measure_run(finished, untuned, causal), tuned.model, tuned.opened, tuned.checkpoint)


def without_sentences(result: FineTuningResult, list_file: Path) -> FineTuningResult:
    """The result with the rows of the held-out sentences instead of the sentences, which may not ship.

    Args:
        result: A run on SST-2.
        list_file: GLUE's ``train.tsv``; its row 1 follows the header.
    """
    _, *lines = list_file.read_text(encoding="utf-8").splitlines()
    rows: dict[str, int] = {}
    for row, line in enumerate(lines, start=1):
        rows.setdefault(line.rsplit("\t", 1)[0].strip(), row)
    return replace(result, test=tuple((f"row {rows[text]} of SST-2", label) for text, label in result.test))


def record_text(result: FineTuningResult) -> str:
    """The result as JSON, with the points of maps rounded."""
    plain: dict[str, Any] = to_plain(result)
    for name in ("maps", "cls_map"):
        plain[name] = rounded(plain[name], _DIGITS)
    return to_json(plain) + "\n"


def conditions(result: FineTuningResult) -> str:
    """What the card says about the run beside its figures, in Markdown."""
    last = result.history.evaluations[-1]
    return _CONDITIONS.substitute(
        phrases=f"{result.plan.train_size:,}",
        held_out=f"{len(result.test):,}",
        steps=f"{result.steps:,}",
        rate=f"{result.plan.learning_rate:g}",
        warmup=f"{100 * result.plan.warmup_ratio:g}%",
        decay=f"{result.plan.weight_decay:g}",
        minutes=f"{result.seconds / 60:.0f}",
        loss=f"{last.loss:.3f}",
        changes="\n".join(
            f"| {each.layer or 'embeddings'} | {100 * each.weight_change:.1f}% | {each.cka:.3f} |"
            for each in result.layer_changes
        ),
        torch=torch.__version__,
    )


def main() -> None:
    """Measure the finished run and write its files."""
    parser = argparse.ArgumentParser(prog="python -m training.sst2.export", description=__doc__)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"), help="a folder with sst2/train.tsv")
    parser.add_argument("--runs", type=Path, default=Path("runs"), help="where states and logs are kept")
    parser.add_argument("--threads", type=int, default=1, help="CPU threads")
    arguments = parser.parse_args()
    keep_freed_memory()
    torch.set_num_threads(arguments.threads)
    trained = measure(arguments.runs / KEY, load_all_of_sst2(arguments.data / KEY))
    weights = arguments.runs / KEY / "weights"
    if weights.exists():
        shutil.rmtree(weights)
    save_weights(trained, weights)
    write_recorded_weights(trained.result, weights, SST2_RUN)
    with (SST2_FOLDER / CARD_FILE).open("a", encoding="utf-8") as card:
        card.write(conditions(trained.result))
    shipped = without_sentences(trained.result, arguments.data / KEY / "train.tsv")
    RECORD.write_text(record_text(shipped), encoding="utf-8")


if __name__ == "__main__":
    main()
