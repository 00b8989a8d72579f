"""The history of a run as tables and sentences: losses by step, and evaluations on held-out sentences."""

from collections.abc import Sequence

import pandas as pd

from components.tables.numbers import percentage
from components.teaching.model.plan import Start
from components.teaching.model.results import FineTuningResult, HeldOutEvaluation, TrainingStep

START_NAMES = {
    Start.PRETRAINED: "Pre-trained",
    Start.HALF: "Half pre-trained",
    Start.RANDOM: "From scratch",
}
AVERAGED_STEPS = 5  # steps of a moving average: the loss of one batch is noisy


def history_names(start: Start) -> list[str]:
    """The names of a run's histories, in order: its own start, then random weights."""
    return list(dict.fromkeys((START_NAMES[start], START_NAMES[Start.RANDOM])))


def training_steps(result: FineTuningResult) -> tuple[TrainingStep, ...]:
    """The steps of all histories of a finished run."""
    return tuple(
        TrainingStep(history.start, number, loss)
        for history in result.histories
        for number, loss in enumerate(history.losses, start=1)
    )


def held_out_evaluations(result: FineTuningResult) -> tuple[HeldOutEvaluation, ...]:
    """The evaluations of all histories of a finished run."""
    return tuple(evaluation for history in result.histories for evaluation in history.evaluations)


def loss_table(steps: Sequence[TrainingStep]) -> pd.DataFrame:
    """Columns ``way``, ``step``, ``single`` (the step's loss in nats) and ``loss`` (its moving average)."""
    table = pd.DataFrame(
        [(START_NAMES[step.start], step.number, step.loss) for step in steps], columns=["way", "step", "single"]
    )
    smooth = table.groupby("way", sort=False)["single"].rolling(AVERAGED_STEPS, min_periods=1).mean()
    return table.assign(loss=smooth.reset_index(level=0, drop=True))


def evaluation_table(evaluations: Sequence[HeldOutEvaluation]) -> pd.DataFrame:
    """Columns ``way``, ``step``, ``accuracy`` (a share) and ``loss`` (nats), on held-out sentences."""
    return pd.DataFrame(
        [
            (START_NAMES[evaluation.start], evaluation.step, evaluation.accuracy, evaluation.loss)
            for evaluation in evaluations
        ],
        columns=["way", "step", "accuracy", "loss"],
    )


def training_accuracy_finding(result: FineTuningResult) -> str:
    """The accuracy of the run, and of the same run from random weights."""
    test_size = len(result.test)
    correct = sum(result.correct(result.history))
    share = f"{correct} of {test_size} held-out sentences right ({percentage(correct / test_size)})"
    if result.random_history is None:
        return f"After {result.plan.steps} steps from random weights it gets {share}."
    from_scratch = sum(result.correct(result.random_history))
    return f"After {result.plan.steps} steps it gets {share}; trained from scratch, {from_scratch}."


def training_loss_note(result: FineTuningResult) -> str:
    """The training loss at the end."""
    last = result.history.losses[-AVERAGED_STEPS:]
    ending = f"The training loss ends at {sum(last) / len(last):.2f} nats"
    if result.random_history is None:
        return f"{ending}."
    random = result.random_history.losses[-AVERAGED_STEPS:]
    return f"{ending}; from scratch, at {sum(random) / len(random):.2f}."
