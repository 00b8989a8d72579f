"""The three losses of distillation on one sentence."""

import pandas as pd

from components.distillation.model.results import DistillationLosses
from components.tables.numbers import percentage

ABSENT = {
    "hidden words": "missing, because a typed [MASK] has no correct word; click a word of the sentence instead",
    "direction": "missing, because the vectors of the two models differ in width",
}
NAMES = {
    "soft targets": "Soft targets",
    "hidden words": "Masked words",
    "direction": "Cosine",
}


def loss_table(found: DistillationLosses) -> pd.DataFrame:
    """One row a loss.

    Columns: ``row`` from 1; ``name``; ``value``, nothing where the loss is absent; ``weight``; ``weighted``, their
    product, 0 where absent; ``share`` of the sum; ``figure``, the product as people read it, or why there is none.
    """
    total = found.total
    rows = []
    for row, (name, value, weight) in enumerate(found.terms, start=1):
        weighted = 0.0 if value is None else value * weight
        figure = "missing" if value is None else f"{weight:g} × {_short(value)} = {_short(weighted)}"
        share = weighted / total if total > 0 else 0.0
        rows.append((row, NAMES[name], value, weight, weighted, share, figure))
    table = pd.DataFrame(rows, columns=["row", "name", "value", "weight", "weighted", "share", "figure"])
    return table.astype({"value": float})


def blank_loss_table(found: DistillationLosses) -> pd.DataFrame:
    """One row a blank.

    Columns: ``row`` from 1; ``position``; ``word``, "[MASK]" where it was typed; ``kl``, softened and before the factor
    of T², in nats; ``student``, ``teacher``, cross-entropies of the hidden word in nats, nothing where none was hidden.
    """
    table = pd.DataFrame(
        {
            "row": range(1, len(found.blanks) + 1),
            "position": [blank.position for blank in found.blanks],
            "word": [blank.hidden or "[MASK]" for blank in found.blanks],
            "kl": [blank.kl for blank in found.blanks],
            "student": [blank.student for blank in found.blanks],
            "teacher": [blank.teacher for blank in found.blanks],
        }
    )
    return table.astype({"student": float, "teacher": float})


def cosine_distance_table(found: DistillationLosses) -> pd.DataFrame:
    """One row a token, in the order of the sentence; no rows where the widths differ.

    Columns: ``row`` from 1; ``word``; ``blank``, whether it is masked; ``value``, one minus the cosine; ``figure``.
    """
    blanks = {blank.position for blank in found.blanks}
    rows = [
        (
            position + 1,
            "[MASK]" if position in blanks else f"…{token.text}" if token.continues else token.text,
            position in blanks,
            apart,
            f"{apart:.3f}",
        )
        for position, (token, apart) in enumerate(zip(found.tokens.items, found.cosine_distances or (), strict=False))
    ]
    return pd.DataFrame(rows, columns=["row", "word", "blank", "value", "figure"])


def gradient_table(found: DistillationLosses) -> pd.DataFrame:
    """How strongly the KL pulls at the student, by temperature.

    Columns: ``row`` from 1; ``temperature``; ``name``, it in words; ``plain``, the gradient's length without the factor
    of T²; ``scaled``, with it; ``chosen``, whether this is the temperature of the loss.
    """
    return pd.DataFrame(
        {
            "row": range(1, len(found.gradients) + 1),
            "temperature": [one.temperature for one in found.gradients],
            "name": [f"T = {one.temperature:g}" for one in found.gradients],
            "plain": [one.unscaled for one in found.gradients],
            "scaled": [one.scaled for one in found.gradients],
            "chosen": [one.temperature == found.temperature for one in found.gradients],
        }
    )


def loss_finding(found: DistillationLosses, names: tuple[str, str]) -> str:
    """What the sum is made of, in words; ``names`` are the teacher's and the student's."""
    if found.total < 5e-4:
        return f"{names[1]} answers exactly as {names[0]} does: the weighted sum of the losses is 0.000."
    table = loss_table(found)
    most = table.iloc[int(table["weighted"].argmax())]
    said = (
        f"The weighted sum of the losses is {found.total:.3f}; “{most['name']}” makes up {percentage(most['share'])} "
        f"of it ({most['figure']})."
    )
    if found.mlm is not None and found.teacher_mlm is not None:
        said += (
            f" On the masked words alone the loss of {names[1]} is {found.mlm:.3f} nats, that of {names[0]} "
            f"{found.teacher_mlm:.3f}."
        )
    absent = [f"“{NAMES[name]}” is {ABSENT[name]}." for name, value, _ in found.terms if value is None]
    return " ".join([said, *absent])


def temperature_factor_finding(found: DistillationLosses) -> str:
    """Why the KL is multiplied by T², from the numbers."""
    at = {one.temperature: one for one in found.gradients if one.unscaled > 0}
    doubled = [(at[one / 2], at[one]) for one in sorted(at) if one / 2 in at]
    if not doubled:
        return "The soft-target loss has no gradient here: the student answers exactly as the teacher does."
    low, high = doubled[-1]
    return (
        f"From T = {low.temperature:g} to {high.temperature:g} the gradient of the soft-target loss becomes "
        f"{low.unscaled / high.unscaled:.1f} times smaller; multiplied by T² it changes only by a factor of "
        f"{high.scaled / low.scaled:.2f}. Without T², a high temperature would leave the teacher no weight."
    )


def _short(value: float) -> str:
    """Three digits, more where they stand before the point."""
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:#.3g}"
