"""The run on SST-2: its batches, and that a kill at any step changes nothing."""

import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from components.model.lists.datasets import LabelledDataset, shipped_dataset
from components.teaching.model.classifier import Batch
from components.teaching.model.plan import SST2_PLAN
from training.fine_tuning import ClassifierTraining, StepFigures
from training.sst2 import run as run_module
from training.sst2.run import LOG, TutorialRun, evaluated_steps

OPINIONS = shipped_dataset("opinions")
FEW = LabelledDataset("sst2", "a few", OPINIONS.labels, OPINIONS.train[:20], OPINIONS.test[:6])
SMALL = replace(SST2_PLAN, model_id="pocket-bert", train_size=20, batch_size=8)


def test_held_out_sentences_are_read_at_the_ends_of_epochs() -> None:
    steps = evaluated_steps(SST2_PLAN)
    assert len(steps) == 25
    assert {0, *(SST2_PLAN.steps_per_epoch * epoch for epoch in (1, 2, 3))} <= set(steps)


class Killed(Exception):
    """Stands for a kill: nothing after it is done."""


@pytest.mark.parametrize("kill_at", [1, 4, 7])
def test_a_run_that_was_killed_ends_as_one_that_was_not(
    kill_at: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = TutorialRun(SMALL, FEW, tmp_path / "whole")
    whole.train(until=math.inf)
    assert whole.finished

    monkeypatch.setattr(run_module, "SAVE_EVERY_S", -1.0)
    killed, step = TutorialRun(SMALL, FEW, tmp_path / "killed"), ClassifierTraining.step

    def step_until_killed(training: ClassifierTraining, batch: Batch) -> StepFigures:
        if training.steps_done == kill_at - 1:
            monkeypatch.setattr(run_module, "SAVE_EVERY_S", math.inf)  # so that a logged step is not in the state
        if training.steps_done == kill_at:
            raise Killed
        return step(training, batch)

    with monkeypatch.context() as patch:
        patch.setattr(ClassifierTraining, "step", step_until_killed)
        with pytest.raises(Killed):
            killed.train(until=math.inf)
    (killed.folder / "state.pt.partial").write_bytes(b"half of a state")
    with (killed.folder / LOG).open("a") as log:
        log.write('{"step": 9, "lo')

    resumed = TutorialRun(SMALL, FEW, killed.folder)
    assert resumed.steps_done == kill_at - 1
    resumed.train(until=math.inf)
    assert _without_time(resumed) == _without_time(whole)
    last = SMALL.steps
    assert np.array_equal(resumed.evaluation(last).logits, whole.evaluation(last).logits)


def test_a_finished_run_has_every_step_and_evaluation(tmp_path: Path) -> None:
    done = TutorialRun(SMALL, FEW, tmp_path)
    done.train(until=math.inf)
    records = done.records()
    assert [line["step"] for line in records if "loss" in line] == list(range(1, SMALL.steps + 1))
    rates = [line["rate"] for line in records if "rate" in line]
    assert max(rates) == SMALL.learning_rate
    assert rates[-1] < rates[-2]
    looks = [line for line in records if "held_out" in line]
    assert [line["step"] for line in looks] == list(evaluated_steps(SMALL))
    assert looks[0]["held_out"]["weight_changes"] == [0.0] * 5
    assert min(looks[-1]["held_out"]["weight_changes"]) > 0
    assert sum(map(sum, looks[-1]["held_out"]["confusion"])) == len(FEW.test)


def test_a_state_of_another_run_is_refused(tmp_path: Path) -> None:
    TutorialRun(SMALL, FEW, tmp_path).train(until=-math.inf)
    with pytest.raises(ValueError, match="another run"):
        TutorialRun(replace(SMALL, seed=1), FEW, tmp_path)


def _without_time(run: TutorialRun) -> list[dict[str, object]]:
    return [{name: value for name, value in line.items() if name != "seconds"} for line in run.records()]
