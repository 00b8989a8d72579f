"""Two models on the same sentences: which tells the senses apart better, and what a word's right side is worth."""

from components.senses.model.results import LayerMeasures


def two_models_finding(first: LayerMeasures, second: LayerMeasures, names: tuple[str, str]) -> str:
    """The best layer of either model; nothing where no sense can be told from another."""
    both = first, second
    if len(first.senses) < 2 or any(measures.accuracy.best is None for measures in both):
        return ""
    said = (
        f"{_percent(_highest(measures))} in {name} (layer {measures.accuracy.best})"
        for measures, name in zip(both, names, strict=True)
    )
    return f"Same sense nearest: {', '.join(said)}, each at its best."


def right_context_finding(both: LayerMeasures, left: LayerMeasures, names: tuple[str, str]) -> str:
    """The same of a model that reads both sides and one that reads from the left, and the difference."""
    said = two_models_finding(both, left, names)
    if not said:
        return ""
    said = f"{said} {names[0]} sees both sides of the word, {names[1]} only the left."
    one, other = (round(100 * _highest(measures)) for measures in (both, left))
    if one == other:
        return f"{said} What stands on the right makes no difference here."
    if one < other:
        return f"{said} What stands on the right does not help here."
    return (
        f"{said} What stands on the right, and all else in which the two models differ, is worth "
        f"{one - other} in a hundred sentences."
    )


def _highest(measures: LayerMeasures) -> float:
    return float(measures.accuracy.value.max())


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"
