"""Tables and findings of a probed task: its accuracy by layer, beside a control."""

from collections.abc import Sequence
from statistics import NormalDist

import pandas as pd

from components.model.statistics.bootstrap import Interval
from components.probing.model.results import LayerScore, ProbedTask, ProbeProgress
from components.tables.numbers import fixed, interval_text, percentage
from components.tables.phrases import by_count, count_phrase, list_phrase, ranges_phrase
from components.tables.ties import overlapping_indices

ITEMS, CONTROL = "Probe (a small classifier)", "Trained on random labels"
UNSEEN = "New words"
MAJORITY = "Always the same guess"
TIE = 1e-9  # differences of rounding
ALMOST_ALL = 0.995  # reads as 100%
SERIES = (ITEMS, CONTROL, MAJORITY, UNSEEN)  # the last is missing in some: colours stay


def probe_table(probed: ProbedTask) -> pd.DataFrame:
    """One row per series and layer.

    Columns: ``series``; ``layer``; ``accuracy`` with the 95% interval ``low`` and ``high``; ``selectivity``, of the
    layer.
    """
    rows = []
    for layer, score in enumerate(probed.layers):
        majority = Interval(probed.majority, probed.majority, probed.majority)
        of_series = {ITEMS: score.accuracy, UNSEEN: score.unseen, CONTROL: score.control, MAJORITY: majority}
        for name, interval in of_series.items():
            if interval is not None:
                rows.append((name, layer, interval.value, interval.low, interval.high, score.selectivity.value))
    return pd.DataFrame(rows, columns=["series", "layer", "accuracy", "low", "high", "selectivity"])


def progress_table(progress: ProbeProgress) -> pd.DataFrame:
    """One row per series and layer that is trained: ``series``, ``layer``, ``accuracy``."""
    of_series = {
        ITEMS: progress.accuracies,
        CONTROL: progress.controls,
        MAJORITY: (progress.majority,) * len(progress.accuracies),
    }
    rows = [(name, layer, value) for name, values in of_series.items() for layer, value in enumerate(values)]
    return pd.DataFrame(rows, columns=["series", "layer", "accuracy"])


def probe_finding(probed: ProbedTask, name: str) -> str:
    """At which layer a label can be read best, beside the control, layer 0, and words new to the probe.

    Args:
        probed: The task.
        name: Its name on the screen.
    """
    best, first = probed.layers[probed.best_layer], probed.layers[0]
    control = _compare_with_control(probed, best)
    overlaps = overlaps_text([score.accuracy for score in probed.layers], probed.best_layer)
    others = f"Others may be as good{overlaps}." if overlaps else ""
    best_at = layer_place(probed.best_layer)
    if _low_as_best_of(best.accuracy, len(probed.layers)) <= probed.majority:
        sentences = [
            f"{name} cannot be read reliably.",
            f"The best result is that {best_at}: {interval_text(best.accuracy)} are right, and always guessing the "
            f"most frequent label gets {percentage(probed.majority)}.",
        ]
        if best.accuracy.low > probed.majority:
            sentences.append(f"The best of {len(probed.layers)} layers may owe part of its lead to chance.")
    elif best.unseen is not None and not _reads_unseen(probed):
        sentences = [
            f"{name} is learned by heart, not read.",
            f"Of words new to the probe, {_share(best.unseen.value)} are right {best_at}; of those it knows, "
            f"{_share(best.accuracy.value)}.",
            others,
            control,
        ]
    elif all(abs(score.accuracy.value - best.accuracy.value) < TIE for score in probed.layers):
        sentences = [
            f"{name} can be read equally well at every layer: {_share(best.accuracy.value)}.",
            "The embeddings, before layer 1, have it already.",
            control,
        ]
    else:
        answer = f"{name} can be read best {best_at}: {_share(best.accuracy.value)} right."
        first_good = _first_as_good(probed)
        if 0 < first_good < probed.best_layer:
            start = _share(probed.layers[first_good].accuracy.value)
            answer = f"{name} can be read from layer {first_good} on ({start})."
            answer += f" It can be read best {best_at}: {_share(best.accuracy.value)}."
        sentences = [answer, others, control]
        if probed.best_layer == 0:
            words = " for these words" if probed.by_form else ""
            sentences.append(f"No layer is better than the embeddings{words}.")
        else:
            sentences.append(_compare_with_embeddings(probed, first, best))
    sentences.append(_selectivity_finding(probed))
    sentences.append(_unseen_finding(probed, best))
    return " ".join(filter(None, sentences))


def _first_as_good(probed: ProbedTask) -> int:
    """The first layer from which on no layer is clearly worse than the best one."""
    best = probed.layers[probed.best_layer].accuracy
    worse = [layer for layer, score in enumerate(probed.layers) if score.accuracy.high < best.low]
    return worse[-1] + 1 if worse else 0


def layer_place(layer: int) -> str:
    """Where a layer's vectors are, inside a sentence: layer 0 is what the first layer gets."""
    return f"at layer {layer}" if layer else "before layer 1"


def _low_as_best_of(accuracy: Interval, count: int) -> float:
    """The lower end of an interval that holds for the best of several layers, too (Bonferroni)."""
    widening = NormalDist().inv_cdf(1 - 0.025 / count) / NormalDist().inv_cdf(0.975)
    return accuracy.value - widening * (accuracy.value - accuracy.low)


def _compare_with_control(probed: ProbedTask, best: LayerScore) -> str:
    """How a probe of random labels does at the best layer."""
    what = "the control, with a random label per word" if probed.by_form else "the control, with random labels"
    if probed.by_form and best.selectivity.low <= 0:
        difference = "clearly less" if best.selectivity.high < 0 else "not reliably more"
        return f"That is {difference} than {what}: {_share(best.control.value)}."
    below = best.control.high < probed.majority and probed.folds > 1
    why = " (in a short list, random labels are often guessed worse than by chance)" if below else ""
    return f"{what[0].upper()}{what[1:]}, gets {_share(best.control.value)}{why}."


def overlaps_text(intervals: Sequence[Interval], best: int, *, worse: str = "worse") -> str:
    """The layers whose interval overlaps with that of the best one, in brackets; empty if there are none.

    Tours read them here (:attr:`components.tours.questions.StopQuestion.ties`).

    Args:
        intervals: Of each layer.
        best: The best layer.
        worse: What the others are not clearly.
    """
    layers = overlapping_indices(intervals, best)
    if not layers:
        return ""
    return f" (not clearly {worse}: {by_count(len(layers), 'layer', 'layers')} {ranges_phrase(layers)})"


def _compare_with_embeddings(probed: ProbedTask, first: LayerScore, best: LayerScore) -> str:
    before = f"Before layer 1, without any context: {_share(first.accuracy.value)}"
    if first.accuracy.high >= best.accuracy.low:
        return f"{before}; the intervals overlap."
    return f"{before}."


def _selectivity_finding(probed: ProbedTask) -> str:
    """How much more a probe reads than it could learn by heart."""
    layer = probed.most_selective_layer
    selectivity = probed.layers[layer].selectivity
    points = fixed(100 * selectivity.value, 0)
    if not probed.by_form:
        return ""
    if selectivity.low <= 0:
        compared = (
            "At every layer, accuracy is clearly below the control"
            if all(score.selectivity.high < 0 for score in probed.layers)
            else "At no layer is accuracy reliably above the control"
        )
        by_heart = f"{compared}, so it may come from words learned by heart"
        if _reads_unseen(probed):
            return (
                f"{by_heart}. That is not all: words new to the probe are read better than by guessing the most "
                "frequent label."
            )
        return f"{by_heart}."
    overlaps = overlaps_text([score.selectivity for score in probed.layers], layer, worse="smaller")
    return (
        f"Accuracy minus control (selectivity), with one draw of random labels, is largest {layer_place(layer)}: "
        f"{points} points{overlaps}."
    )


def _reads_unseen(probed: ProbedTask) -> bool:
    """Whether, at some layer, words new to the probe are read reliably better than by guessing."""
    if not probed.unseen_count:
        return False
    # Of all test words, and of those seen in training: what remains is of the others.
    of_all = probed.chance * (probed.test_count + probed.unseen_count)
    guess = max((of_all - probed.majority * probed.test_count) / probed.unseen_count, probed.majority, probed.chance)
    return any(score.unseen is not None and score.unseen.low > guess for score in probed.layers)


def _ties(values: Sequence[float], best: int) -> str:
    """The layers with the same value as the best one: " (layers 3 and 4 are as good)"; empty if there are none."""
    layers = [str(layer) for layer, value in enumerate(values) if layer != best and abs(value - values[best]) < TIE]
    if not layers:
        return ""
    noun, verb = by_count(len(layers), "layer", "layers"), by_count(len(layers), "is", "are")
    return f" ({noun} {list_phrase(layers)} {verb} as good)"


def _unseen_finding(probed: ProbedTask, best: LayerScore) -> str:
    if best.unseen is None:
        return ""
    words = count_phrase(probed.unseen_count, "word")
    sentence = f"Of {words} new to the probe, {interval_text(best.unseen)} are right {layer_place(probed.best_layer)}"
    unseen = [score.unseen.value for score in probed.layers if score.unseen is not None]
    layer = max(range(len(unseen)), key=unseen.__getitem__)
    if unseen[layer] > best.unseen.value:
        if _share(unseen[layer]) == _share(best.unseen.value):
            return f"{sentence}."
        return f"{sentence}, and {_share(unseen[layer])} {layer_place(layer)}, the most{_ties(unseen, layer)}."
    return f"{sentence}, the most of all layers{_ties(unseen, probed.best_layer)}."


def _share(value: float) -> str:
    """A share in percent; one that is almost all is not called all."""
    return percentage(value, 1 if ALMOST_ALL <= value < 1 else 0)


def sizes_note(probed: ProbedTask) -> str:
    """How many items the probes were trained and tested on."""
    unit = "word" if probed.by_form else "text"
    tested = count_phrase(probed.test_count, f"test {unit}")
    if probed.folds > 1:
        sizes = f"{tested}, in {probed.folds} parts: each is tested by probes trained on the others."
    else:
        sizes = f"{count_phrase(probed.train_count, f'training {unit}')}, {tested} from other sentences."
        if probed.unseen_count:
            sizes = f"{sizes[:-1]}, and {probed.unseen_count:,} more with words new to the probe."
    left_out = f" {count_phrase(probed.left_out, 'text')} cannot be read by this model." if probed.left_out else ""
    return f"{probed.label_count} labels. {sizes} Bands: 95% intervals.{left_out}"
