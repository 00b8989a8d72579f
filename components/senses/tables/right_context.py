"""Two models on the same sentences: which separates the senses better, and what the context on the right is worth."""

from components.model.statistics.bootstrap import Interval
from components.model.statistics.proportions import proportion_difference
from components.senses.model.results import LayerMeasures
from components.tables.numbers import fixed, percentage


def two_models_finding(first: LayerMeasures, second: LayerMeasures, names: tuple[str, str]) -> str:
    """The best layer of either model; empty where there are no two senses to separate."""
    both = first, second
    if len(first.senses) < 2 or any(measures.accuracy.best is None for measures in both):
        return ""
    figures = (
        f"{name} {percentage(_highest(measures))} (layer {measures.accuracy.best})"
        for measures, name in zip(both, names, strict=True)
    )
    finding = f"The nearest neighbour has the same meaning (best layer of each): {', '.join(figures)}."
    if _difference(first, second).contains(0):
        return f"{finding} The difference may be chance."
    return finding


def right_context_finding(both: LayerMeasures, left: LayerMeasures, names: tuple[str, str]) -> str:
    """The same for a model that reads both sides and one that reads from the left, and the difference."""
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
    return proportion_difference(_highest(first), _highest(second), first.points, second.points)


def _highest(measures: LayerMeasures) -> float:
    return float(measures.accuracy.value.max())
