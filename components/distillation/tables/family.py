"""The benefit of the teacher: a student compared with a control of the same size and data, but without a teacher."""

from collections.abc import Sequence
from dataclasses import dataclass

import pandas as pd

from components.tables.numbers import fixed, percentage


@dataclass(frozen=True)
class MemberScores:
    """Scores of a member of the family on held-out text.

    Attributes:
        name: Display name.
        top1: Top-1 accuracy on masked tokens.
        agreement: Share of tokens for which its top candidate is the teacher's; None for the teacher.
    """

    name: str
    top1: float
    agreement: float | None = None


def family_table(members: Sequence[MemberScores]) -> pd.DataFrame:
    """One row per member, in the order given.

    Columns: ``row`` from 1; ``name``; ``top1`` and ``agreement``, shares; ``figure``, the accuracy as text.
    """
    return pd.DataFrame(
        {
            "row": range(1, len(members) + 1),
            "name": [member.name for member in members],
            "top1": [member.top1 for member in members],
            "agreement": [member.agreement for member in members],
            "figure": [percentage(member.top1, 1) for member in members],
        }
    ).astype({"agreement": float})


def family_finding(teacher: MemberScores, student: MemberScores, control: MemberScores) -> str:
    """The gain from the teacher in words."""
    gain = 100 * (student.top1 - control.top1)
    if abs(gain) < 0.05:
        sentences = "The teacher was worth nothing in top-1 accuracy on held-out text."
    else:
        verdict = "was worth" if gain > 0 else "cost"
        sentences = f"The teacher {verdict} {fixed(abs(gain), 1)} points of top-1 accuracy on held-out text."
    sentences += (
        f" The top guess is correct for {percentage(teacher.top1, 1)} of the masked tokens with {teacher.name}, "
        f"{percentage(student.top1, 1)} with {student.name} and {percentage(control.top1, 1)} with "
        f"{control.name}, which had no teacher."
    )
    if student.agreement is not None and control.agreement is not None:
        shares = f"{percentage(student.agreement, 1)} of them, {control.name} for {percentage(control.agreement, 1)}"
        sentences += f" {student.name} has the same top guess as {teacher.name} for {shares}."
    return sentences
