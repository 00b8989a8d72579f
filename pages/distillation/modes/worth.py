"""The benefit of the teacher: the student compared with a control of the same size and data without a teacher."""

from dataclasses import replace

import streamlit as st

from cache.shipped.agreement import shipped_agreement
from cache.shipped.family import family_figures
from components.charts.files import ChartFigure
from components.charts.intervals import interval_bars
from components.distillation.charts.bars import family_bars
from components.distillation.model.agreement_results import Agreement
from components.distillation.tables.agreement import agreement_table
from components.distillation.tables.family import MemberScores, family_finding, family_table
from components.model.blanks.blank_probes import FILE
from components.model.checkpoints.catalogue import REFERENCE, STUDENT
from components.model.checkpoints.registry import model_record
from components.tables.numbers import interval_text
from pages.distillation.context import DistillationContext
from pages.parts.findings import Findings, Provenance, room_prose
from pages.parts.layout import headline, note
from pages.parts.markdown import escape_markdown
from pages.parts.presenting import is_presenting
from pages.parts.rooms import DISTILLATION
from pages.parts.snippets import model_source, repository_path, snippet

CONTROL = "pocket-scratch"  # the same size without a teacher


def show(_: DistillationContext) -> Findings:
    """Show the scores of the family; needs no model."""
    teacher, student, control = (_member_scores(model_id) for model_id in (REFERENCE, STUDENT, CONTROL))
    table = family_table([teacher, student, control])
    finding = family_finding(teacher, student, control)
    headline(finding)
    left_column, right_column = st.columns(2)
    with left_column:
        st.markdown("**Top-1 accuracy** on held-out text")
        accuracy_chart = family_bars(table, "top1", title="Top-1 accuracy")
        st.altair_chart(accuracy_chart, key="worth-top1", alt=finding)
    with right_column:
        st.markdown(f"**Same top guess as {teacher.name}**")
        agreement_chart = family_bars(table.iloc[1:].assign(row=[1, 2]), "agreement", title="Same top guess")
        st.altair_chart(agreement_chart, key="worth-agreement", alt=finding)
    figures = [ChartFigure("family", accuracy_chart, table)]
    agreements = [
        (model_id, agreement)
        for model_id in (STUDENT, CONTROL)
        if (agreement := shipped_agreement(REFERENCE, model_id)) is not None
    ]
    for model_id, agreement in agreements if not is_presenting() else ():  # on a projector the finding's bars are large
        figures.append(_draw_agreement(model_id, agreement))
    token_counts = {
        name: f"{family_figures()[model_id].training_tokens:,}"
        for name, model_id in (("student", STUDENT), ("control", CONTROL))
    }
    conditions = agreements[0][1].conditions[0]
    members = [model_record(model_id) for model_id in (REFERENCE, STUDENT, CONTROL)]
    return Findings(
        "worth",
        figures,
        replace(conditions, model_id=", ".join(member.id for member in members)),
        snippet(
            DISTILLATION, "blanks", probes=repository_path(FILE), homes=[model_source(member) for member in members]
        ),
        about=room_prose(DISTILLATION, "worth", **token_counts),
        computed=tuple(Provenance(member, conditions, live=False, shows_size=False) for member in members),
        note="The held-out text is not part of the app: these figures come from the cards beside the weights.",
        code_note="The results on the blanks written for this room, in plain transformers code for a notebook:",
    )


def _member_scores(model_id: str) -> MemberScores:
    figures = family_figures()[model_id]
    return MemberScores(model_record(model_id).name, figures.top1, figures.loss, figures.agreement, figures.kl)


def _draw_agreement(model_id: str, agreement: Agreement) -> ChartFigure:
    """Draw the agreement with the teacher over the blanks written for this room."""
    names = model_record(REFERENCE).name, model_record(model_id).name
    has_teacher = model_id == STUDENT
    claim = "has the same top guess as its teacher" if has_teacher else f"has the same top guess as {names[0]}"
    finding = (
        f"On {agreement.summary.blanks} blanks written for this room, {names[1]} {claim} in "
        f"{interval_text(agreement.summary.first_choice)} of the blanks."
    )
    note(finding)
    table = agreement_table(agreement.summary, names=None if has_teacher else names)
    chart = interval_bars(table)
    st.markdown(
        f"**{escape_markdown(' and '.join(names))} on {agreement.summary.blanks} blanks written for this room**"
    )
    st.altair_chart(chart, key=f"worth-{model_id}", alt=finding)
    return ChartFigure(f"{model_id}-authored", chart, table)
