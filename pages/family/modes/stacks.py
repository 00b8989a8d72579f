"""The stacks: every member of the family to one scale, two of them lit."""

from functools import partial

import streamlit as st

from components.charts.files import Figure
from components.family.charts.stacks import stacks
from components.family.model.members import FAMILY
from components.family.tables.findings import stacks_finding
from components.family.tables.stacks import stack_table
from pages.family.code import COUNTED, code_of
from pages.family.context import FamilyConditions, FamilyContext
from pages.family.onward import to_the_models
from pages.parts.findings import Findings, about
from pages.parts.rooms import FAMILY as ROOM
from pages.parts.stage import headline, note


def show(at: FamilyContext) -> Findings:
    """Draw them all."""
    said = stacks_finding(FAMILY)
    headline(said)
    table = stack_table(FAMILY)
    chart = stacks(table, chosen=(at.one.name, at.other.name))
    st.altair_chart(chart, key="stacks", alt=said)
    note(f"{at.other.name}: {at.other.special}")
    return Findings(
        "stacks",
        [Figure("stacks", chart, table)],
        FamilyConditions(),
        code_of(at.other),
        about=about(ROOM, "stacks"),
        code_note=COUNTED,
        onward=partial(to_the_models, at),
    )
