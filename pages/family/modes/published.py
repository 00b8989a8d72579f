"""Published figures: what the papers report, each figure with its table, and how the models were trained."""

import streamlit as st

from components.charts.files import Figure
from components.family.model.members import Member
from components.family.tables.published import published_finding, published_table, trained_table
from pages.family.context import FamilyContext, FromPapers
from pages.parts.findings import Findings, about
from pages.parts.rooms import FAMILY as ROOM
from pages.parts.stage import headline, note


def show(at: FamilyContext) -> Findings:
    """List them."""
    headline(published_finding())
    figures, trained = published_table(), trained_table()
    st.dataframe(
        figures.rename(columns={"model": "Model", "paper": "Paper"}), hide_index=True, height="content", key="published"
    )
    st.markdown("**How they were pre-trained**")
    names = {"model": "Model", "text": "Text", "steps": "Steps and batches", "hardware": "Hardware"}
    st.dataframe(trained.rename(columns=names), hide_index=True, height="content", key="trained")
    note("Splits and averages differ from paper to paper: two rows are no race.")
    note(*(_paper(member) for member in dict.fromkeys((at.one, at.other))))
    return Findings(
        "published",
        [Figure("published", None, figures), Figure("trained", None, trained)],
        FromPapers(),
        about=about(ROOM, "published"),
    )


def _paper(member: Member) -> str:
    where = f"{member.paper} {member.year}, {member.link}" if member.link else "no paper"
    return f"{member.name}: {where}."
