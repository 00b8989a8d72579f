"""Two models on the same sentences: a table, and findings, also about the value of the right context."""

from collections.abc import Sequence

import pandas as pd

from components.model.statistics.bootstrap import Interval
from components.model.statistics.proportions import proportion_difference
from components.senses.model.results import LayerMeasures
from components.senses.tables.findings import measure_table
from components.tables.numbers import fixed, percentage


def models_table(measured: Sequence[tuple[str, LayerMeasures]]) -> pd.DataFrame:
    """The nearest-neighbour accuracy of models by layer.

    Columns: those of :func:`components.senses.tables.findings.measure_table`, and ``model``, its name.
    """
    return pd.concat([measure_table(measures).assign(model=name) for name, measures in measured], ignore_index=True)


def two_models_finding(first: LayerMeasures, second: LayerMeasures, names: tuple[str, str]) -> str:
    """The accuracy of each model's best layer; empty if there are not two senses to separate."""
    models = first, second
    if len(first.senses) < 2 or any(measures.accuracy.best is None for measures in models):
        return ""
    figures = ", ".join(
        f"{name} {percentage(_best_accuracy(measures))}" for measures, name in zip(models, names, strict=True)
    )
    layers = f"Best layers: {first.accuracy.best} of {names[0]}, {second.accuracy.best} of {names[1]}."
    if _difference(first, second).contains(0):
        return (
            f"{names[0]} and {names[1]} cannot be told apart here. "
            f"The nearest sentence has the same meaning: {figures}. The difference may be chance. {layers}"
        )
    return f"The nearest sentence has the same meaning: {figures}. {layers}"


def right_context_finding(both: LayerMeasures, left: LayerMeasures, names: tuple[str, str]) -> str:
    """The same for a bidirectional model and one that reads from the left only, with the difference."""
    finding = two_models_finding(both, left, names)
    if not finding:
        return ""
    finding = f"{finding} {names[0]} reads both sides of the word, {names[1]} only the left."
    difference = _difference(both, left)
    if difference.contains(0):
        return f"{finding} So they do not show that the context on the right helps."
    if difference.value < 0:
        return f"{finding} The context on the right does not help here."
    return (
        f"{finding} The context on the right, with whatever else differs between the two models, is worth "
        f"{fixed(100 * difference.value, 0)} percentage points (95% interval {fixed(100 * difference.low, 0)}–"
        f"{fixed(100 * difference.high, 0)})."
    )


def _difference(first: LayerMeasures, second: LayerMeasures) -> Interval:
    return proportion_difference(_best_accuracy(first), _best_accuracy(second), first.points, second.points)


def _best_accuracy(measures: LayerMeasures) -> float:
    return float(measures.accuracy.value.max())
