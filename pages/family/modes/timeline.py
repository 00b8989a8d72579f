"""Timeline: the papers by year, and how large what they brought is."""

import streamlit as st

from components.charts.files import Figure
from components.family.charts.timeline import timeline
from components.family.model.members import FAMILY
from components.family.tables.timeline import timeline_finding, timeline_table
from pages.family.code import COUNTED, code_of
from pages.family.context import FamilyConditions, FamilyContext
from pages.parts.findings import Findings, about
from pages.parts.rooms import FAMILY as ROOM
from pages.parts.stage import headline, note


def show(at: FamilyContext) -> Findings:
    """Draw the papers, year by year."""
    members = [member for member in FAMILY if member.link]
    said = timeline_finding(members)
    headline(said)
    table = timeline_table(members)
    chart = timeline(table)
    st.altair_chart(chart, key="timeline", alt=said)
    note(f"{at.other.name}: {at.other.special}")
    return Findings(
        "timeline",
        [Figure("timeline", chart, table)],
        FamilyConditions(),
        code_of(at.other),
        about=about(ROOM, "timeline"),
        code_note=COUNTED,
    )
