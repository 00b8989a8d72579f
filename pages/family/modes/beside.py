"""Two side by side: what differs between two members is lit."""

from functools import partial

import streamlit as st

from components.charts.files import Figure
from components.family.charts.stacks import stacks
from components.family.tables.findings import compared_finding
from components.family.tables.stacks import compared_table, stack_table
from pages.family.code import COUNTED, code_of
from pages.family.context import FamilyConditions, FamilyContext
from pages.family.onward import to_the_models
from pages.parts.findings import Findings, about
from pages.parts.rooms import FAMILY as ROOM
from pages.parts.stage import headline, note

DIFFERS, SAME = "≠", "="


def show(at: FamilyContext) -> Findings:
    """Draw the two, and list what tells them apart."""
    said = compared_finding(at.one, at.other)
    headline(said)
    drawn = stack_table((at.one, at.other) if at.one is not at.other else (at.one,))
    chart = stacks(drawn)
    st.altair_chart(chart, key="two-stacks", alt=said)
    table = compared_table(at.one, at.other)
    shown = table.assign(differs=table["differs"].map({True: DIFFERS, False: SAME}))
    names = {"differs": " ", "what": "What", "one": at.one.name, "other": f"{at.other.name} "}
    st.dataframe(shown[[*names]].rename(columns=names), hide_index=True, height="content", key="compared")
    for member in dict.fromkeys((at.one, at.other)):
        paper = f" ({member.paper} {member.year})" if member.link else ""
        note(f"{member.name}{paper}: {member.special}")
    return Findings(
        "beside",
        [Figure("two-stacks", chart, drawn), Figure("compared", None, table)],
        FamilyConditions(),
        code_of(at.other),
        about=about(ROOM, "beside"),
        code_note=COUNTED,
        onward=partial(to_the_models, at),
    )
