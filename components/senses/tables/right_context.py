"""What the words to the right of a word are worth for its sense: a model that sees them beside one that does not."""

from components.senses.model.results import LayerMeasures


def right_context_finding(both: LayerMeasures, left: LayerMeasures, names: tuple[str, str]) -> str:
    """The best layer of either model, and the difference; nothing where no sense can be told from another.

    Args:
        both: Of a model that reads both sides.
        left: Of one that reads from the left.
        names: What they are called.
    """
    best = [measures.accuracy.best for measures in (both, left)]
    if None in best or len(both.senses) < 2:
        return ""
    one, other = (float(measures.accuracy.value.max()) for measures in (both, left))
    said = (
        f"Same sense nearest: {_percent(one)} in {names[0]} (layer {best[0]}), {_percent(other)} in {names[1]} (layer "
        f"{best[1]}), each at its best. {names[0]} sees both sides of the word, {names[1]} only the left."
    )
    if round(100 * one) == round(100 * other):
        return f"{said} What stands on the right makes no difference here."
    if one < other:
        return f"{said} What stands on the right does not help here."
    return (
        f"{said} What stands on the right, and all else in which the two models differ, is worth "
        f"{round(100 * one) - round(100 * other)} in a hundred sentences."
    )


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"
