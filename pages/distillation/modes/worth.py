"""What the teacher was worth: the student beside its control, which had the same size and text and no teacher."""

from dataclasses import replace

import streamlit as st

from cache.shipped.agreement import shipped_agreement
from cache.shipped.family import family_figures
from components.charts.files import ChartFigure
from components.charts.intervals import interval_bars
from components.distillation.charts.bars import family_bars
from components.distillation.model.agreement_results import Agreement
from components.distillation.tables.agreement import agreement_table, share_text
from components.distillation.tables.family import MemberScores, family_finding, family_table
from components.model.blanks.blank_probes import FILE
from components.model.checkpoints.catalogue import REFERENCE, STUDENT
from components.model.checkpoints.registry import model_record
from pages.distillation.context import DistillationContext
from pages.parts.findings import Findings, Provenance, room_prose
from pages.parts.layout import headline, note
from pages.parts.markdown import escape_markdown
from pages.parts.rooms import DISTILLATION
from pages.parts.snippets import model_source, repository_path, snippet

CONTROL = "pocket-scratch"  # the same size without a teacher


def show(_: DistillationContext) -> Findings:
    """The family's figures; needs no model."""
    teacher, student, control = (_member(model_id) for model_id in (REFERENCE, STUDENT, CONTROL))
    table = family_table([teacher, student, control])
    finding = family_finding(teacher, student, control)
    headline(finding)
    right, alike = st.columns(2)
    with right:
        st.markdown("**Top-1 accuracy** on held-out text")
        tops = family_bars(table, "top1", title="Top-1 accuracy")
        st.altair_chart(tops, key="worth-top1", alt=finding)
    with alike:
        st.markdown(f"**Same top guess as {teacher.name}**")
        same = family_bars(table.iloc[1:].assign(row=[1, 2]), "agreement", title="Same top guess")
        st.altair_chart(same, key="worth-agreement", alt=finding)
    figures = [ChartFigure("family", tops, table)]
    pairs = [(one, found) for one in (STUDENT, CONTROL) if (found := shipped_agreement(REFERENCE, one)) is not None]
    for model_id, found in pairs:
        figures.append(_authored(model_id, found))
    pieces = {
        name: f"{family_figures()[one].training_tokens:,}" for name, one in (("student", STUDENT), ("control", CONTROL))
    }
    conditions = pairs[0][1].conditions[0]
    members = [model_record(model_id) for model_id in (REFERENCE, STUDENT, CONTROL)]
    return Findings(
        "worth",
        figures,
        replace(conditions, model_id=", ".join(member.id for member in members)),
        snippet(
            DISTILLATION, "blanks", probes=repository_path(FILE), homes=[model_source(member) for member in members]
        ),
        about=room_prose(DISTILLATION, "worth", **pieces),
        computed=tuple(Provenance(member, conditions, live=False, shows_size=False) for member in members),
        note="The held-out text is not part of the app: these figures come from the cards beside the weights.",
        code_note="The results on the blanks written for this room, in plain transformers code for a notebook:",
    )


def _member(model_id: str) -> MemberScores:
    found = family_figures()[model_id]
    return MemberScores(model_record(model_id).name, found.top1, found.loss, found.agreement, found.kl)


def _authored(model_id: str, found: Agreement) -> ChartFigure:
    """The same question over the blanks written for this room."""
    names = model_record(REFERENCE).name, model_record(model_id).name
    taught = model_id == STUDENT
    does = "has the same top guess as its teacher" if taught else f"has the same top guess as {names[0]}"
    said = (
        f"On {found.summary.blanks} blanks written for this room, {names[1]} {does} in "
        f"{share_text(found.summary.first_choice)} of the blanks."
    )
    note(said)
    table = agreement_table(found.summary, names=None if taught else names)
    chart = interval_bars(table)
    st.markdown(f"**{escape_markdown(' and '.join(names))} on {found.summary.blanks} blanks written for this room**")
    st.altair_chart(chart, key=f"worth-{model_id}", alt=said)
    return ChartFigure(f"{model_id}-authored", chart, table)
