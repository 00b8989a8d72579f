"""Tables and findings on the three losses of distillation on one sentence."""

import pandas as pd

from components.distillation.model.results import DistillationLosses
from components.tables.numbers import fixed, percentage, weighted_sum_as_shown
from components.tables.phrases import quoted

MISSING_REASONS = {
    "masked words": "missing, because a typed [MASK] has no correct word; click a word of the sentence instead",
    "cosine": "missing, because the vectors of the two models differ in width",
}
SUM_DECIMALS = 3
NAMES = {
    "soft targets": "Soft targets",
    "masked words": "Masked words",
    "cosine": "Cosine",
}


def loss_table(losses: DistillationLosses) -> pd.DataFrame:
    """One row per loss.

    Columns: ``row`` from 1; ``name``; ``value``, missing if undefined; ``weight``; ``weighted``, their product, 0 if
    undefined; ``share`` of the sum; ``figure``, the product as text, or "missing".
    """
    total, shown = losses.total, products_as_shown(losses)
    rows = []
    for row, (name, value, weight) in enumerate(losses.terms, start=1):
        weighted = 0.0 if value is None else value * weight
        figure = "missing" if value is None else "{} × {} = {}".format(*shown[name])
        share = weighted / total if total > 0 else 0.0
        rows.append((row, NAMES[name], value, weight, weighted, share, figure))
    table = pd.DataFrame(rows, columns=["row", "name", "value", "weight", "weighted", "share", "figure"])
    return table.astype({"value": float})


def blank_loss_table(losses: DistillationLosses) -> pd.DataFrame:
    """One row per blank.

    Columns: ``row`` from 1; ``position``; ``word``, or "[MASK]" if it was typed; ``kl``, softened, without the factor
    T², in nats; ``student``, ``teacher``, cross-entropies of the masked word in nats, missing for a typed [MASK].
    """
    table = pd.DataFrame(
        {
            "row": range(1, len(losses.blanks) + 1),
            "position": [blank.position for blank in losses.blanks],
            "word": [blank.hidden or "[MASK]" for blank in losses.blanks],
            "kl": [blank.kl for blank in losses.blanks],
            "student": [blank.student for blank in losses.blanks],
            "teacher": [blank.teacher for blank in losses.blanks],
        }
    )
    return table.astype({"student": float, "teacher": float})


def loss_finding(losses: DistillationLosses, names: tuple[str, str]) -> str:
    """The weighted sum and its largest part; ``names`` are the teacher's and the student's."""
    if losses.total < 5e-4:
        return f"{names[1]} answers exactly as {names[0]} does: the weighted sum of the losses is 0.000."
    table = loss_table(losses)
    largest = table.iloc[int(table["weighted"].argmax())]
    sentences = (
        f"The weighted sum of the losses is {fixed(losses.total, SUM_DECIMALS)}; "
        f"{quoted(largest['name'])} makes up {percentage(largest['share'])} of it ({largest['figure']})."
    )
    if losses.mlm is not None and losses.teacher_mlm is not None:
        sentences += (
            f" On the masked words alone the loss of {names[1]} is {fixed(losses.mlm, 3)} nats, that of {names[0]} "
            f"{fixed(losses.teacher_mlm, 3)}."
        )
    absent = [f"{quoted(NAMES[name])} is {MISSING_REASONS[name]}." for name, value, _ in losses.terms if value is None]
    return " ".join([sentences, *absent])


def temperature_factor_finding(losses: DistillationLosses) -> str:
    """Why the KL is multiplied by T², with the numbers of this sentence."""
    by_temperature = {gradient.temperature: gradient for gradient in losses.gradients if gradient.unscaled > 0}
    doublings = [(by_temperature[t / 2], by_temperature[t]) for t in sorted(by_temperature) if t / 2 in by_temperature]
    if not doublings:
        return "The soft-target loss has no gradient here: the student answers exactly as the teacher does."
    low, high = doublings[-1]
    return (
        f"From T = {low.temperature:g} to {high.temperature:g} the gradient of the soft-target loss becomes "
        f"{fixed(low.unscaled / high.unscaled, 1)} times smaller; multiplied by T² it changes only by a factor of "
        f"{fixed(high.scaled / low.scaled, 2)}. Without T², a high temperature would leave the teacher no weight."
    )


def products_as_shown(losses: DistillationLosses) -> dict[str, tuple[str, str, str]]:
    """Weight, loss and their product as text, of each loss that is defined: the products make the sum shown."""
    defined = [(name, value, weight) for name, value, weight in losses.terms if value is not None]
    weights = [weight for _, _, weight in defined]
    values, products, _ = weighted_sum_as_shown(weights, [value for _, value, _ in defined], decimals=SUM_DECIMALS)
    return {
        name: (f"{weight:g}", value, product)
        for (name, _, weight), value, product in zip(defined, values, products, strict=True)
    }
