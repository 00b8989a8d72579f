"""Two models on the same sentences: which tells the senses apart better, and what a word's right side is worth."""

from components.model.statistics.bootstrap import Interval
from components.model.statistics.shares import share_difference
from components.senses.model.results import LayerMeasures
from components.tables.numbers import fixed, percentage


def two_models_finding(first: LayerMeasures, second: LayerMeasures, names: tuple[str, str]) -> str:
    """The best layer of either model; nothing where no sense can be told from another."""
    both = first, second
    if len(first.senses) < 2 or any(measures.accuracy.best is None for measures in both):
        return ""
    figures = (
        f"{_percent(_highest(measures))} in {name} (layer {measures.accuracy.best})"
        for measures, name in zip(both, names, strict=True)
    )
    said = f"Same sense nearest: {', '.join(figures)}, each at its best."
    if _difference(first, second).holds(0):
        return f"{said.removesuffix('.')}; chance could make that difference."
    return said


def right_context_finding(both: LayerMeasures, left: LayerMeasures, names: tuple[str, str]) -> str:
    """The same of a model that reads both sides and one that reads from the left, and the difference."""
    said = two_models_finding(both, left, names)
    if not said:
        return ""
    said = f"{said} {names[0]} sees both sides of the word, {names[1]} only the left."
    difference = _difference(both, left)
    if difference.holds(0):
        return f"{said} So they do not show that what stands on the right helps."
    if difference.value < 0:
        return f"{said} What stands on the right does not help here."
    return (
        f"{said} What stands on the right, and all else in which the two models differ, is worth "
        f"{fixed(100 * difference.value, 0)} in a hundred sentences ({fixed(100 * difference.low, 0)} to "
        f"{fixed(100 * difference.high, 0)})."
    )


def _difference(first: LayerMeasures, second: LayerMeasures) -> Interval:
    return share_difference(_highest(first), _highest(second), first.points, second.points)


def _highest(measures: LayerMeasures) -> float:
    return float(measures.accuracy.value.max())


def _percent(share: float) -> str:
    return percentage(share)
