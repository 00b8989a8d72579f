"""The history of a run as tables and sentences: losses by step, and evaluations on held-out sentences."""

import math
from collections.abc import Sequence

import pandas as pd

from components.model.statistics.paired import SIGNIFICANT, mcnemar_test
from components.model.statistics.proportions import proportion_difference
from components.tables.numbers import compared_percentages, fixed, percentage
from components.teaching.model.plan import TRAINING_LIMIT_SECONDS, Plan, Start
from components.teaching.model.results import FineTuningResult, HeldOutEvaluation, TrainingStep
from components.teaching.tables.inside import untrained_clause

START_NAMES = {
    Start.PRETRAINED: "Pre-trained",
    Start.HALF: "Half pre-trained",
    Start.RANDOM: "From scratch",
}
FEW_LABELS = 10  # with fewer, a run shows little
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
    """Columns ``run``, ``step``, ``batch_loss`` (the step's loss in nats) and ``loss`` (its moving average)."""
    table = pd.DataFrame(
        [(START_NAMES[step.start], step.number, step.loss) for step in steps], columns=["run", "step", "batch_loss"]
    )
    smooth = table.groupby("run", sort=False)["batch_loss"].rolling(AVERAGED_STEPS, min_periods=1).mean()
    return table.assign(loss=smooth.reset_index(level=0, drop=True))


def evaluation_table(evaluations: Sequence[HeldOutEvaluation]) -> pd.DataFrame:
    """Columns ``run``, ``step``, ``accuracy`` (a share) and ``loss`` (nats), on held-out sentences."""
    return pd.DataFrame(
        [
            (START_NAMES[evaluation.start], evaluation.step, evaluation.accuracy, evaluation.loss)
            for evaluation in evaluations
        ],
        columns=["run", "step", "accuracy", "loss"],
    )


def training_accuracy_finding(result: FineTuningResult) -> str:
    """Whether pre-training helps: the accuracy of the run, and of the same run from random weights."""
    test_size = len(result.test)
    rights = result.correct(result.history)
    counts = f"It gets {sum(rights):,} of {test_size:,} new sentences right after {result.steps:,} steps."
    if result.random_history is None:
        return counts
    random_rights, random_steps = result.correct(result.random_history), len(result.random_history.losses)
    after = f" after {random_steps:,} steps" if random_steps != result.steps else ""
    counts += f" Trained from random weights, it gets {sum(random_rights):,}{after}."
    differs = mcnemar_test(_only(rights, random_rights), _only(random_rights, rights)) < SIGNIFICANT
    if not differs or sum(rights) < sum(random_rights):
        return counts
    shares = compared_percentages(sum(rights) / test_size, sum(random_rights) / test_size)
    return f"Pre-training helps: {shares[0]} right, {shares[1]} from scratch. {counts}"


def _only(rights: Sequence[bool], others: Sequence[bool]) -> int:
    """The number of sentences that are right here only."""
    return sum(right and not other for right, other in zip(rights, others, strict=True))


def time_limit_note(result: FineTuningResult) -> str:
    """How far a run came that reached the time limit, and what would shorten it; empty for other runs."""
    if not result.is_cut_short:
        return ""
    steps = f"{result.steps:,} of {result.plan.steps:,} steps"
    if result.random_history is not None:
        random_steps = len(result.random_history.losses)
        steps += ", and as many" if random_steps == result.steps else f", and {random_steps:,}"
        steps += " from random weights"
    return (
        f"Stopped after {fixed(TRAINING_LIMIT_SECONDS / 60, 0)} minutes: {steps}. All numbers are from that point. To "
        "train to the end, choose fewer epochs, fewer labelled sentences or a smaller model."
    )


def training_loss_note(result: FineTuningResult) -> str:
    """The mean training loss of the last steps. :func:`epoch_table` has means over whole epochs instead."""
    last = result.history.losses[-AVERAGED_STEPS:]
    over = f"the last {len(last)} steps" if len(last) > 1 else "the last step"
    loss = "the mean training loss (−ln of the right label’s probability)"
    ending = f"Over {over}, {loss} is {fixed(sum(last) / len(last), 2)} nats"
    if result.random_history is None:
        return f"{ending}."
    random = result.random_history.losses[-AVERAGED_STEPS:]
    return f"{ending}; from scratch, {fixed(sum(random) / len(random), 2)}."


def epoch_table(result: FineTuningResult) -> pd.DataFrame:
    """The run epoch by epoch, as scripts print it. The last epoch of a run that was cut short may be a part of one.

    Columns: ``epoch`` from 1; ``loss``, the mean over the epoch's training batches, in nats; ``train``, the share of
    training sentences that were right when their batch was read; ``held_out`` and
    ``held_out_loss`` after the epoch, NaN where it was not evaluated.
    """
    plan, history = result.plan, result.history
    sizes = batch_sizes(plan)
    evaluated = {evaluation.step: evaluation for evaluation in history.evaluations}
    rows = []
    for start in range(0, result.steps, plan.steps_per_epoch):
        steps = slice(start, min(start + plan.steps_per_epoch, result.steps))
        read = sizes[: steps.stop - start]
        evaluation = evaluated.get(steps.stop)
        rows.append(
            (
                start // plan.steps_per_epoch + 1,
                _weighted_mean(history.losses[steps], read),
                _weighted_mean(history.accuracies[steps], read),
                math.nan if evaluation is None else evaluation.accuracy,
                math.nan if evaluation is None else evaluation.loss,
            )
        )
    return pd.DataFrame(rows, columns=["epoch", "loss", "train", "held_out", "held_out_loss"])


def batch_sizes(plan: Plan) -> list[int]:
    """Number of sentences in each batch of an epoch; the last may be smaller."""
    *full, _ = [plan.batch_size] * plan.steps_per_epoch
    return [*full, plan.train_size - plan.batch_size * len(full)]


def _weighted_mean(values: Sequence[float], weights: Sequence[int]) -> float:
    return sum(value * weight for value, weight in zip(values, weights, strict=True)) / sum(weights)


def epoch_finding(table: pd.DataFrame) -> str:
    """The last epoch in a sentence."""
    last = table.iloc[-1]
    parts = [f"training loss {fixed(last['loss'], 3)}", f"training accuracy {percentage(last['train'])}"]
    if not math.isnan(last["held_out"]):
        parts.append(f"held-out accuracy {percentage(last['held_out'])}")
    return f"Epoch {int(last['epoch'])}: {', '.join(parts)}."


def unevaluated_note(table: pd.DataFrame) -> str:
    """What a dash means in a table from :func:`epoch_table`; empty if there is none."""
    evaluated = int(table["held_out"].notna().sum())
    if evaluated == len(table):
        return ""
    return f"A dash: the held-out sentences were read after {evaluated} of the {len(table)} epochs, not after this one."


def few_labels_note(result: FineTuningResult) -> str:
    """What a run on very few sentences shows; empty for others."""
    count = result.plan.train_size
    if count >= FEW_LABELS:
        return ""
    correct, size = sum(result.correct(result.history)), len(result.test)
    majority = max(sum(label == index for _, label in result.test) for index in range(len(result.labels)))
    above = proportion_difference(correct / size, majority / size, size, size).low > 0
    learned = (
        "still, it is better on new sentences than always giving one label"
        if above
        else "on new sentences it is not clearly better than always giving one label"
    )
    return f"{count} sentences show that training runs, not that anything general was learned: {learned}."


def recipe_steps(result: FineTuningResult, model_name: str) -> tuple[tuple[str, str], ...]:
    """The recipe of fine-tuning in four steps, with the numbers of a run: titles and sentences."""
    plan = result.plan
    size = f"{fixed(result.parameters / 1e6, 1)} million"
    steps = f"{result.steps} of {plan.steps}" if result.steps < plan.steps else f"{plan.steps}"
    start = {
        Start.PRETRAINED: "as pre-training left it",
        Start.HALF: "half pre-trained",
        Start.RANDOM: "with random weights",
    }[plan.start]
    return (
        ("Take an encoder", f"{model_name}, {start}: {size} numbers"),
        (
            "Put a new head on it",
            f"One linear layer for {len(result.labels)} labels: {result.head_parameters:,} new numbers",
        ),
        (
            "Train gently",
            f"{plan.train_size} labelled sentences, {plan.epochs} epochs in batches of {plan.batch_size}: {steps} "
            f"steps at {plan.learning_rate:g} or less, on {fixed(result.trained_parameters / 1e6, 1)} million numbers"
            f"{untrained_clause(result)}",
        ),
        ("Measure on new sentences", f"{len(result.test)} held-out sentences, left out of this training"),
    )
