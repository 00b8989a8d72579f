"""Linear probes: a logistic regression on the vectors of each layer, beside a control with random labels.

A probe reads a label from a vector and nothing else (Alain and Bengio 2016, https://arxiv.org/abs/1610.01644). It may
have learned the label of each word by heart, which says nothing about the vectors. So every probe has a control task
(Hewitt and Liang 2019, https://arxiv.org/abs/1909.03368): each word form gets a random label, drawn from the same
distribution. Accuracy minus the control's accuracy is the selectivity of the probe.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from threadpoolctl import threadpool_limits

from components.model.results import Conditions, Floats
from components.model.statistics.bootstrap import Floats64, Interval, interval, resample_indices
from components.model.statistics.proportions import proportion_interval
from components.model.user_errors import UserError
from components.probing.model.gravity import ProbeDraws, added_centre, whole_centre
from components.probing.model.items import SEED, TRAINING, ItemSet
from components.probing.model.results import LayerScore, ProbedTask, ProbeProgress
from components.probing.model.vectors import SpanVectors

STRENGTH = 0.01  # C of scikit-learn's logistic regression, for every layer: few items, and many dimensions
ITERATIONS = 1000
RESAMPLES = 1000
Bools = npt.NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class _TestResults:
    """Which test items are right, pooled over the folds.

    *Shape:* ``right``, ``control_right`` (layer + 1, item); ``known``, ``text`` (item,)
    """

    right: Bools
    control_right: Bools
    known: Bools
    text: npt.NDArray[np.intp]


def probe_layers(
    vectors: SpanVectors,
    items: ItemSet,
    conditions: Conditions,
    *,
    on_progress: Callable[[ProbeProgress], None] | None = None,
) -> tuple[ProbedTask, ProbeDraws]:
    """Train a probe and its control on every layer.

    Args:
        vectors: Of the spans of ``items``.
        items: What is labelled.
        conditions: How the vectors were computed.
        on_progress: Called before each layer with those that are done.

    Raises:
        UserError: A training set has only one label, or nothing is left to test.
    """
    kept_items = [item for item in items.items if vectors.readable[item.span]]
    spans = [item.span for item in kept_items]
    labels = np.array([item.label for item in kept_items])
    folds = np.array([item.fold for item in kept_items])
    forms = np.array([items.spans[span].form for span in spans])
    texts = np.unique([items.spans[span].text for span in spans], return_inverse=True)[1]
    control = control_labels(labels, forms if items.by_form else None)
    tested = sorted(set(folds.tolist()) - {TRAINING})
    if not tested:
        raise UserError("This model can read none of these texts. Use others.")
    for fold in tested:
        if len(set(labels[folds != fold])) < 2:
            raise UserError("There are too few texts for each label. Use at least two labels with five texts each.")
    order = np.concatenate([np.flatnonzero(folds == fold) for fold in tested])
    known = (
        np.concatenate([_known(forms, folds, fold) for fold in tested]) if items.by_form else np.ones(len(order), bool)
    )
    majority = majority_share(labels[order][known])
    layer_count = vectors.vectors.shape[1]
    right: list[Bools] = []
    control_right: list[Bools] = []
    for layer in range(layer_count):
        if on_progress is not None:
            accuracies, controls = (
                tuple(float(each[known].mean()) for each in layers) for layers in (right, control_right)
            )
            on_progress(ProbeProgress(accuracies, controls, layer_count, majority))
        layer_vectors = vectors.vectors[spans, layer]
        with threadpool_limits(1):  # so small a problem takes many times as long with threads that wait for each other
            right.append(np.concatenate([_test(layer_vectors, labels, folds, fold) for fold in tested]))
            control_right.append(np.concatenate([_test(layer_vectors, control, folds, fold) for fold in tested]))
    results = _TestResults(np.stack(right), np.stack(control_right), known, texts[order])
    chance = majority_share(labels[order])
    scores, whole, added, draws = _summarise(results, chance)
    probed = ProbedTask(
        task=items.task,
        layers=scores,
        label_count=len(set(labels.tolist())),
        train_count=round(float(np.mean([(folds != fold).sum() for fold in tested]))),
        test_count=int(known.sum()),
        unseen_count=int((~known).sum()),
        majority=majority,
        chance=chance,
        by_form=items.by_form,
        folds=len(tested),
        whole=whole,
        added=added,
        left_out=len(items.items) - len(kept_items),
        conditions=conditions,
    )
    return probed, draws


def control_labels(labels: npt.NDArray[np.str_], forms: npt.NDArray[np.str_] | None) -> npt.NDArray[np.str_]:
    """Random labels with the distribution of the true ones: one for each word form, or for each item if there are none.

    *Shape:* (item,) each
    """
    generator = np.random.default_rng(SEED)
    if forms is None:
        return generator.permutation(labels)
    different, index = np.unique(forms, return_inverse=True)
    drawn: npt.NDArray[np.str_] = generator.choice(labels, size=len(different))[index]
    return drawn


def _test(vectors: Floats, labels: npt.NDArray[np.str_], folds: npt.NDArray[np.intp], fold: int) -> Bools:
    """Train a probe on the other folds; returns which items of this fold are right."""
    training, test = folds != fold, folds == fold
    if len(set(labels[training].tolist())) < 2:  # of random labels
        same: Bools = labels[test] == labels[training][0]
        return same
    probe = make_pipeline(StandardScaler(), LogisticRegression(C=STRENGTH, max_iter=ITERATIONS))
    probe.fit(vectors[training], labels[training])
    right: Bools = probe.predict(vectors[test]) == labels[test]
    return right


def _known(forms: npt.NDArray[np.str_], folds: npt.NDArray[np.intp], fold: int) -> Bools:
    return np.isin(forms[folds == fold], forms[folds != fold])


def majority_share(labels: npt.NDArray[np.str_]) -> float:
    """The share of the commonest label. *Shape:* ``labels`` (item,)."""
    return float(np.unique(labels, return_counts=True)[1].max() / len(labels))


def _summarise(
    results: _TestResults, majority: float
) -> tuple[tuple[LayerScore, ...], Interval | None, Interval | None, ProbeDraws]:
    """Shares with intervals, from resampled texts: words of one text depend on each other."""
    known, everything = results.known, np.ones_like(results.known)
    indices = resample_indices(int(results.text.max()) + 1, resamples=RESAMPLES)
    accuracy = _resampled(results.right, known, results.text, indices)
    control = _resampled(results.control_right, known, results.text, indices)
    overall = _resampled(results.right, everything, results.text, indices)
    unseen = None if known.all() else _resampled(results.right, ~known, results.text, indices)
    scores = tuple(
        LayerScore(
            accuracy[layer].interval,
            control[layer].interval,
            interval(accuracy[layer].value - control[layer].value, accuracy[layer].draws - control[layer].draws),
            None if unseen is None else unseen[layer].interval,
            overall[layer].interval,
        )
        for layer in range(len(results.right))
    )
    values = np.array([each.value for each in overall])
    draws = np.stack([each.draws for each in overall])  # (layer + 1, resample)
    whole, added = whole_centre(values, draws, majority), added_centre(values, draws)
    return (
        scores,
        None if whole is None else whole[0],
        None if added is None else added[0],
        ProbeDraws(None if whole is None else whole[1], None if added is None else added[1]),
    )


@dataclass(frozen=True, eq=False)
class _ResampledShare:
    """A share of ``count`` items, with its values in the resamples. *Shape:* ``draws`` (resample,)."""

    value: float
    draws: Floats64

    count: int

    @property
    def interval(self) -> Interval:
        if self.value in (0.0, 1.0):  # every resample would be the same
            return proportion_interval(round(self.value * self.count), self.count)
        return interval(self.value, self.draws)


def _resampled(
    right: Bools, counted: Bools, texts: npt.NDArray[np.intp], indices: npt.NDArray[np.int64]
) -> list[_ResampledShare]:
    """The share of right items at every layer, with texts resampled.

    *Shape:* ``right`` (layer + 1, item); ``counted``, ``texts`` (item,); ``indices`` (resample, text)
    """
    count = indices.shape[1]
    sizes = np.bincount(texts, counted, minlength=count)[indices].sum(axis=1)
    shares = []
    for layer in right:
        drawn = np.bincount(texts, counted & layer, minlength=count)[indices].sum(axis=1)
        value = float(layer[counted].mean())
        shares.append(
            _ResampledShare(value, np.where(sizes > 0, drawn / np.maximum(sizes, 1), value), int(counted.sum()))
        )
    return shares
