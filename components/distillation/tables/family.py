"""What the teacher was worth: a student beside its control, which had the same size and text and no teacher."""

from collections.abc import Sequence
from dataclasses import dataclass

import pandas as pd

from components.tables.numbers import nats_to_bits, percentage


@dataclass(frozen=True)
class MemberScores:
    """What a member of the family scored on held-out text.

    ``top1`` is the share of hidden pieces it puts first, ``loss`` the cross-entropy in nats; ``agreement`` the share
    where its first choice is the teacher's, ``kl`` KL(teacher || member) in nats, None where there is no teacher.
    """

    name: str
    top1: float
    loss: float
    agreement: float | None = None
    kl: float | None = None


def family_table(members: Sequence[MemberScores]) -> pd.DataFrame:
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
            "loss": [nats_to_bits(one.loss) for one in members],
            "kl": [None if one.kl is None else nats_to_bits(one.kl) for one in members],
        }
    ).astype({"agreement": float, "kl": float})
    for column in ("top1", "agreement"):
        table[f"{column}_figure"] = ["–" if pd.isna(share) else percentage(share, 1) for share in table[column]]
    for column in ("loss", "kl"):
        table[f"{column}_figure"] = ["–" if pd.isna(value) else f"{value:.2f} bits" for value in table[column]]
    return table


def family_finding(teacher: MemberScores, student: MemberScores, control: MemberScores) -> str:
    """What the teacher was worth, in words."""
    gain = 100 * (student.top1 - control.top1)
    if abs(gain) < 0.05:
        said = "The teacher was worth nothing in top-1 accuracy on held-out text."
    else:
        verdict = "was worth" if gain > 0 else "cost"
        said = f"The teacher {verdict} {abs(gain):.1f} points of top-1 accuracy on held-out text."
    said += (
        f" The top guess is correct for {percentage(teacher.top1, 1)} of the masked tokens with {teacher.name}, "
        f"{percentage(student.top1, 1)} with {student.name} and {percentage(control.top1, 1)} with "
        f"{control.name}, which had no teacher."
    )
    if student.agreement is not None and control.agreement is not None:
        shares = f"{percentage(student.agreement, 1)} of them, {control.name} for {percentage(control.agreement, 1)}"
        said += f" {student.name} has the same top guess as {teacher.name} for {shares}."
    return said
