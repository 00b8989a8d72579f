"""What the teacher is good for: the student beside a control of the same size and data without a teacher."""

import streamlit as st

from cache.shipped.family import family_figures
from components.charts.files import ChartFigure
from components.distillation.charts.bars import family_bars
from components.distillation.tables.family import MemberScores, family_finding, family_table
from components.model.checkpoints.catalogue import REFERENCE, STUDENT
from components.model.checkpoints.registry import model_record
from pages.parts.layout import in_drawer, note

CONTROL = "pocket-scratch"  # the same size without a teacher
LIMITS = (
    "Student and control have the same size and the same corpus; the control started from random weights and learned "
    "from the masked words alone. The difference is what copied layers and soft targets are worth together. Each model "
    "was trained once."
)


def compare_with_control() -> ChartFigure:
    """Note how much better the bundled student is for having had a teacher; the bars are in the drawer."""
    members = [_member_scores(model_id) for model_id in (REFERENCE, STUDENT, CONTROL)]
    table, finding = family_table(members), family_finding(*members)
    note(finding)
    chart = family_bars(table)

    def draw() -> None:
        st.altair_chart(chart, key="control-top1", alt=finding)
        st.caption(LIMITS)

    in_drawer("Does the teacher help? Top-1 accuracy on held-out text", draw)
    return ChartFigure("family", chart, table)


def _member_scores(model_id: str) -> MemberScores:
    figures = family_figures()[model_id]
    return MemberScores(model_record(model_id).name, figures.top1, figures.agreement)
