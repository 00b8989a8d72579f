"""What the teacher was worth: a student beside its control, which had the same size and text and no teacher."""

from collections.abc import Sequence
from dataclasses import dataclass

import pandas as pd

from components.tables.numbers import bits, percentage


@dataclass(frozen=True)
class FamilyFigures:
    """What a member of the family scored on held-out text.

    ``top1`` is the share of hidden pieces it puts first, ``loss`` the cross-entropy in nats; ``agreement`` the share
    where its first choice is the teacher's, ``kl`` KL(teacher || member) in nats, None where there is no teacher.
    """

    name: str
    top1: float
    loss: float
    agreement: float | None = None
    kl: float | None = None


def family_table(members: Sequence[FamilyFigures]) -> pd.DataFrame:
    """One row a member, in the order given.

    Columns: ``row`` from 1; ``name``; ``top1``, ``agreement``, shares; ``loss``, ``kl`` in bits; ``top1_figure``,
    ``agreement_figure``, ``loss_figure``, ``kl_figure``, as people read them, "–" where there is none.
    """
    table = pd.DataFrame(
        {
            "row": range(1, len(members) + 1),
            "name": [one.name for one in members],
            "top1": [one.top1 for one in members],
            "agreement": [one.agreement for one in members],
            "loss": [bits(one.loss) for one in members],
            "kl": [None if one.kl is None else bits(one.kl) for one in members],
        }
    ).astype({"agreement": float, "kl": float})
    for column in ("top1", "agreement"):
        table[f"{column}_figure"] = ["–" if pd.isna(share) else percentage(share, 1) for share in table[column]]
    for column in ("loss", "kl"):
        table[f"{column}_figure"] = ["–" if pd.isna(value) else f"{value:.2f} bits" for value in table[column]]
    return table


def family_finding(teacher: FamilyFigures, student: FamilyFigures, control: FamilyFigures) -> str:
    """What the teacher was worth, in words."""
    gain = 100 * (student.top1 - control.top1)
    if abs(gain) < 0.05:
        said = "By right first choices the teacher was worth nothing."
    else:
        less = "" if gain > 0 else " less than nothing"
        said = f"The teacher was worth {abs(gain):.1f} points{less}, counted in right first choices on held-out text."
    said += (
        f" {teacher.name} puts the hidden piece first in {percentage(teacher.top1, 1)}, {student.name} in "
        f"{percentage(student.top1, 1)} and {control.name} in {percentage(control.top1, 1)}."
    )
    if student.agreement is not None and control.agreement is not None:
        said += (
            f" {student.name} makes {teacher.name}’s first choice in {percentage(student.agreement, 1)}, "
            f"{control.name} in {percentage(control.agreement, 1)}."
        )
    return said
