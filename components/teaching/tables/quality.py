"""The quality of a run: accuracy with intervals, confusion matrix and calibration."""

import numpy as np
import pandas as pd

from components.model.checkpoints.records import BUNDLED_REVISION
from components.model.statistics.bootstrap import Interval, mean_interval, resample_indices
from components.tables.numbers import fixed, percent_number, percentage
from components.teaching.model.plan import Start
from components.teaching.model.results import CAUSAL_MODEL_ID, Baseline, FineTuningResult, TrainingHistory

BINS = 5
BASELINE_NAMES = {
    Baseline.WORDS: "Counting words, no network",
    Baseline.PROBE: "Only the new head trained",
    Baseline.CAUSAL: "pocket GPT, not fine-tuned",
}
_BASELINE_PHRASES = {
    Baseline.MAJORITY: "always the same label",
    Baseline.WORDS: "counting words",
    Baseline.PROBE: "training only the head",
    Baseline.CAUSAL: "pocket GPT",
}
_TUNED = {
    Start.PRETRAINED: "Fine-tuned",
    Start.HALF: "From half-trained",
    Start.RANDOM: "Same network, not pre-trained",
}


def tuned_name(result: FineTuningResult) -> str:
    """The name of the run itself in :func:`quality_table`."""
    return _TUNED[result.plan.start]


def accuracy_interval(result: FineTuningResult, history: TrainingHistory) -> Interval:
    """The accuracy of a history, with its bootstrap interval over held-out sentences."""
    right = np.array(result.correct(history), dtype=np.float64)
    return mean_interval(right, resample_indices(len(right)))


def share_interval(share: float, count: int) -> Interval:
    """The bootstrap interval of a share of ``count`` sentences."""
    right = (np.arange(count) < round(share * count)).astype(np.float64)
    return mean_interval(right, resample_indices(count))


def quality_table(result: FineTuningResult) -> pd.DataFrame:
    """The run and its baselines but chance, the best first, in the columns of interval bars.

    ``model_id`` and ``revision`` are those of the row's model; both are empty where no model was used.
    """
    count = len(result.test)
    trained = result.conditions.model_id, result.conditions.revision
    models = {
        Baseline.WORDS: ("", ""),
        Baseline.PROBE: trained,
        Baseline.CAUSAL: (CAUSAL_MODEL_ID, BUNDLED_REVISION),
    }
    rows = [(_TUNED[history.start], accuracy_interval(result, history), trained) for history in result.histories]
    rows += [
        (BASELINE_NAMES[each.name], share_interval(each.accuracy, count), models[each.name])
        for each in result.baselines
        if each.name is not Baseline.MAJORITY
    ]
    rows.sort(key=lambda row: -row[1].value)
    return pd.DataFrame(
        [
            (
                place,
                name,
                interval.low,
                interval.value,
                interval.high,
                percentage(interval.value),
                *model,
            )
            for place, (name, interval, model) in enumerate(rows, start=1)
        ],
        columns=["row", "name", "low", "value", "high", "figure", "model_id", "revision"],
    )


def quality_finding(result: FineTuningResult) -> str:
    """The accuracy, and whether it beats the best baseline; then its interval, where it is known."""
    measured = accuracy_interval(result, result.history)
    accuracy = percentage(measured.value)
    known = _interval_note(measured)
    if not result.baselines:
        return f"{accuracy} of the new sentences get the right label.{known}"
    best = max(result.baselines, key=lambda each: each.accuracy)
    way, other = _BASELINE_PHRASES[best.name], percentage(best.accuracy)
    if best.accuracy >= measured.value:
        return f"Fine-tuning gains nothing: it gets {accuracy} right, {way} {other}.{known}"
    if measured.contains(best.accuracy):
        return f"Fine-tuning gets {accuracy} right, {way} {other}: no clear difference.{known}"
    return f"Fine-tuning gets {accuracy} right; {way} gets {other}.{known}"


def _interval_note(measured: Interval) -> str:
    """A further sentence with the interval; empty if it is unknown."""
    if not measured.is_known:
        return ""
    return f" The 95% interval is {percent_number(measured.low)}–{percentage(measured.high)}."


def confusion_table(result: FineTuningResult) -> pd.DataFrame:
    """``label``, ``predicted``, ``count`` and ``share`` of the label's sentences, for every two labels."""
    counts = np.zeros((len(result.labels), len(result.labels)), dtype=int)
    for row, (_, label) in zip(result.history.probabilities, result.test, strict=True):
        counts[label, int(np.argmax(row))] += 1
    of = counts.sum(axis=1).clip(min=1)
    rows = [
        (label, other, int(counts[i, j]), float(counts[i, j] / of[i]))
        for i, label in enumerate(result.labels)
        for j, other in enumerate(result.labels)
    ]
    return pd.DataFrame(rows, columns=["label", "predicted", "count", "share"])


def reliability_table(result: FineTuningResult) -> pd.DataFrame:
    """Calibration by bin of confidence: mean confidence ``sure``, accuracy ``right``, ``count``.

    Bins are of equal width from chance to 1 (Guo et al. 2017, https://arxiv.org/abs/1706.04599).
    """
    sure = np.array([max(row) for row in result.history.probabilities])
    right = np.array(result.correct(result.history), dtype=np.float64)
    edges = np.linspace(1 / len(result.labels), 1.0, BINS + 1)
    places = np.clip(np.digitize(sure, edges[1:-1]), 0, BINS - 1)
    rows = [
        (float(sure[places == place].mean()), float(right[places == place].mean()), int((places == place).sum()))
        for place in range(BINS)
        if (places == place).any()
    ]
    return pd.DataFrame(rows, columns=["sure", "right", "count"])


def calibration_error(result: FineTuningResult) -> float:
    """The expected calibration error (ECE): the mean gap of :func:`reliability_table`'s bins, weighted by ``count``."""
    table = reliability_table(result)
    return float((table["count"] * (table["sure"] - table["right"]).abs()).sum() / table["count"].sum())


def calibration_note(result: FineTuningResult) -> str:
    """Whether the model is overconfident or underconfident."""
    sure = float(np.mean([max(row) for row in result.history.probabilities]))
    right = float(np.mean(result.correct(result.history)))
    gap = np.array([max(row) for row in result.history.probabilities]) - np.array(
        result.correct(result.history), dtype=np.float64
    )
    confident, correct = f"On average it is {percentage(sure)} confident", f"{percentage(right)} of the time"
    if mean_interval(gap, resample_indices(len(gap))).contains(0.0):
        compared = f"{confident} and right {correct}, no clear difference with {len(result.test)} sentences"
    elif sure > right:
        compared = f"{confident} but right only {correct}, so it is overconfident"
    else:
        compared = f"{confident} and right {correct}, so it is underconfident"
    return f"{compared}. The expected calibration error is {fixed(calibration_error(result), 2)}."


def confusion_note(result: FineTuningResult) -> str:
    """The number of sentences in the confusion matrix, and how many are right."""
    right = sum(result.correct(result.history))
    return f"Of {len(result.test)} sentences, {right} lie on the diagonal: those got the right label."


def majority_share(result: FineTuningResult) -> float:
    """The share of held-out sentences with the label most frequent among them."""
    return float(np.bincount([label for _, label in result.test]).max() / len(result.test))
