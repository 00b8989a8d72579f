"""How good a run is: shares with intervals, what is taken for what, and whether it is as sure as it is right."""

import numpy as np
import pandas as pd

from components.model.statistics.bootstrap import Interval, mean_interval, resample_indices
from components.tables.numbers import interval_text, percent_number, percentage
from components.teaching.model.plan import Start
from components.teaching.model.results import Baseline, FineTuningResult, TrainingHistory
from components.teaching.tables.histories import START_NAMES

BINS = 5
BASELINE_NAMES = {
    Baseline.MAJORITY: "Most frequent label",
    Baseline.WORDS: "Word counts",
    Baseline.PROBE: "Frozen encoder",
    Baseline.CAUSAL: "GPT, zero-shot",
}
_BASELINE_PHRASES = {
    Baseline.MAJORITY: "always giving the most frequent label",
    Baseline.WORDS: "a classifier on word counts",
    Baseline.PROBE: "a linear classifier on the frozen encoder",
    Baseline.CAUSAL: "a causal model used zero-shot",
}
_TUNED = {Start.PRETRAINED: "Fine-tuned", Start.HALF: "From half-trained", Start.RANDOM: START_NAMES[Start.RANDOM]}


def accuracy_interval(ran: FineTuningResult, course: TrainingHistory) -> Interval:
    """The share of held-out sentences right, with its interval over other draws of such sentences."""
    right = np.array(ran.correct(course), dtype=np.float64)
    return mean_interval(right, resample_indices(len(right)))


def share_interval(share: float, count: int) -> Interval:
    """The same of a share of so many sentences."""
    right = (np.arange(count) < round(share * count)).astype(np.float64)
    return mean_interval(right, resample_indices(count))


def quality_table(ran: FineTuningResult) -> pd.DataFrame:
    """The run beside everything simpler, the best on top, as interval bars want it."""
    count = len(ran.test)
    rows = [(_TUNED[course.start], accuracy_interval(ran, course)) for course in ran.histories]
    rows += [(BASELINE_NAMES[each.name], share_interval(each.accuracy, count)) for each in ran.baselines]
    rows.sort(key=lambda row: -row[1].value)
    return pd.DataFrame(
        [
            (
                place,
                name,
                interval.low,
                interval.value,
                interval.high,
                interval_text(interval),
            )
            for place, (name, interval) in enumerate(rows, start=1)
        ],
        columns=["row", "name", "low", "value", "high", "figure"],
    )


def quality_finding(ran: FineTuningResult) -> str:
    """The accuracy, and whether it beats the best baseline."""
    measured = accuracy_interval(ran, ran.history)
    interval = f"95% interval {percent_number(measured.low)}–{percentage(measured.high)}"
    accuracy = f"{percentage(measured.value)} correct ({interval})"
    if not ran.baselines:
        return f"{accuracy}."
    best = max(ran.baselines, key=lambda each: each.accuracy)
    baseline = f"{_BASELINE_PHRASES[best.name]} gets {percentage(best.accuracy)}"
    if best.accuracy >= measured.value:
        return f"{accuracy}; {baseline}: fine-tuning gains nothing."
    if measured.contains(best.accuracy):
        return f"{accuracy}; {baseline}: no clear gain."
    return f"{accuracy}; the best simpler method, {_BASELINE_PHRASES[best.name]}, gets {percentage(best.accuracy)}."


def confusion_table(ran: FineTuningResult) -> pd.DataFrame:
    """``label``, ``told``, ``count`` and ``share`` of the label's sentences, for every two labels."""
    counts = np.zeros((len(ran.labels), len(ran.labels)), dtype=int)
    for row, (_, label) in zip(ran.history.probabilities, ran.test, strict=True):
        counts[label, int(np.argmax(row))] += 1
    of = counts.sum(axis=1).clip(min=1)
    rows = [
        (label, other, int(counts[i, j]), float(counts[i, j] / of[i]))
        for i, label in enumerate(ran.labels)
        for j, other in enumerate(ran.labels)
    ]
    return pd.DataFrame(rows, columns=["label", "told", "count", "share"])


def reliability_table(ran: FineTuningResult) -> pd.DataFrame:
    """How often it is right where it is so sure: ``sure`` and ``right`` as means, ``count``, bin by bin.

    Bins are of equal width from chance to 1 (Guo et al. 2017, https://arxiv.org/abs/1706.04599).
    """
    sure = np.array([max(row) for row in ran.history.probabilities])
    right = np.array(ran.correct(ran.history), dtype=np.float64)
    edges = np.linspace(1 / len(ran.labels), 1.0, BINS + 1)
    places = np.clip(np.digitize(sure, edges[1:-1]), 0, BINS - 1)
    rows = [
        (float(sure[places == place].mean()), float(right[places == place].mean()), int((places == place).sum()))
        for place in range(BINS)
        if (places == place).any()
    ]
    return pd.DataFrame(rows, columns=["sure", "right", "count"])


def calibration_error(ran: FineTuningResult) -> float:
    """The mean distance between how sure it is and how often it is right, over all sentences (ECE, as above)."""
    table = reliability_table(ran)
    return float((table["count"] * (table["sure"] - table["right"]).abs()).sum() / table["count"].sum())


def calibration_note(ran: FineTuningResult) -> str:
    """Whether it is surer than it may be."""
    sure = float(np.mean([max(row) for row in ran.history.probabilities]))
    right = float(np.mean(ran.correct(ran.history)))
    gap = np.array([max(row) for row in ran.history.probabilities]) - np.array(
        ran.correct(ran.history), dtype=np.float64
    )
    confident, correct = f"On average it is {percentage(sure)} confident", f"{percentage(right)} of the time"
    if mean_interval(gap, resample_indices(len(gap))).contains(0.0):
        compared = f"{confident} and right {correct}, no clear difference with {len(ran.test)} sentences"
    elif sure > right:
        compared = f"{confident} but right only {correct}, so it is overconfident"
    else:
        compared = f"{confident} and right {correct}, so it is underconfident"
    return f"{compared}. The expected calibration error is {calibration_error(ran):.2f}."


def confusion_note(ran: FineTuningResult) -> str:
    """The number of sentences in the confusion matrix, and how many are right."""
    right = sum(ran.correct(ran.history))
    return f"Of {len(ran.test)} sentences, {right} lie on the diagonal: those got the right label."


def majority_share(ran: FineTuningResult) -> float:
    """The share of held-out sentences with the label most frequent among them."""
    return float(np.bincount([label for _, label in ran.test]).max() / len(ran.test))
