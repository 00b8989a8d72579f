"""Which one: what somebody wants, and the members that serve it, with the reason."""

import streamlit as st

from components.charts.files import Figure
from components.family.model.needs import NEEDS
from components.family.tables.needs import need_table, needs_finding
from pages.family.code import COUNTED, code_of
from pages.family.context import FamilyConditions, FamilyContext
from pages.parts.findings import Findings, about
from pages.parts.rooms import FAMILY as ROOM
from pages.parts.settings import choice
from pages.parts.stage import headline


def show(_: FamilyContext) -> Findings:
    """Filter the family by a need."""
    name = choice("I need", "need", [need.name for need in NEEDS], drawn_as="list")
    need = next(one for one in NEEDS if one.name == name)
    said = needs_finding(need)
    headline(said)
    table = need_table(need)
    names = {
        "model": "Model",
        "year": "Year",
        "million": "Parameters (M)",
        "billion": "Multiply-adds (bn)",
        "longest": "Longest text",
    }
    st.dataframe(table[[*names]].rename(columns=names), hide_index=True, key="needs")
    return Findings(
        "needs",
        [Figure("needs", None, table)],
        FamilyConditions(),
        code_of(need.members[0]),
        about=about(ROOM, "needs"),
        code_note=COUNTED,
    )
