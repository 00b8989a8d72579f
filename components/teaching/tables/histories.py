"""How a run went, as tables and sentences: losses step by step, and what it got right on its way."""

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
AVERAGED_STEPS = 5  # steps: one batch is one sentence of luck


def history_names(start: Start) -> list[str]:
    """The ways of a run by name, in the order in which they are done."""
    return list(dict.fromkeys((START_NAMES[start], START_NAMES[Start.RANDOM])))


def training_steps(ran: FineTuningResult) -> tuple[TrainingStep, ...]:
    """The steps of all ways of a finished run."""
    return tuple(
        TrainingStep(course.start, number, loss)
        for course in ran.histories
        for number, loss in enumerate(course.losses, start=1)
    )


def held_out_evaluations(ran: FineTuningResult) -> tuple[HeldOutEvaluation, ...]:
    """The looks of all ways of a finished run."""
    return tuple(evaluation for course in ran.histories for evaluation in course.evaluations)


def loss_table(steps: Sequence[TrainingStep]) -> pd.DataFrame:
    """``way``, ``step`` and ``loss`` in nats, the mean of the last few steps."""
    table = pd.DataFrame(
        [(START_NAMES[step.start], step.number, step.loss) for step in steps], columns=["way", "step", "single"]
    )
    smooth = table.groupby("way", sort=False)["single"].rolling(AVERAGED_STEPS, min_periods=1).mean()
    return table.assign(loss=smooth.reset_index(level=0, drop=True))


def evaluation_table(evaluations: Sequence[HeldOutEvaluation]) -> pd.DataFrame:
    """``way``, ``step``, ``accuracy`` as a share, ``loss`` in nats on held-out sentences."""
    return pd.DataFrame(
        [
            (START_NAMES[evaluation.start], evaluation.step, evaluation.accuracy, evaluation.loss)
            for evaluation in evaluations
        ],
        columns=["way", "step", "accuracy", "loss"],
    )


def training_accuracy_finding(ran: FineTuningResult) -> str:
    """What the run came to, and what the same steps come to from random weights."""
    test_size = len(ran.test)
    correct = sum(ran.correct(ran.history))
    share = f"{correct} of {test_size} held-out sentences right ({percentage(correct / test_size)})"
    if ran.random_history is None:
        return f"After {ran.plan.steps} steps from random weights it gets {share}."
    return (
        f"After {ran.plan.steps} steps it gets {share}; trained from scratch, {sum(ran.correct(ran.random_history))}."
    )


def training_loss_note(ran: FineTuningResult) -> str:
    """Where the training loss ends."""
    last = ran.history.losses[-AVERAGED_STEPS:]
    ending = f"The training loss ends at {sum(last) / len(last):.2f} nats"
    if ran.random_history is None:
        return f"{ending}."
    random = ran.random_history.losses[-AVERAGED_STEPS:]
    return f"{ending}; from scratch, at {sum(random) / len(random):.2f}."
