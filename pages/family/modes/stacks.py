"""The stacks: every member of the family to one scale, two of them highlighted; a click on one chooses it."""

from functools import partial

import streamlit as st

from components.charts.files import ChartFigure
from components.family.charts.stacks import PICKED, stacks
from components.family.model.members import FAMILY
from components.family.tables.findings import stacks_finding
from components.family.tables.stacks import WIDEST_AT_PITCH, stack_table
from components.tables.phrases import list_phrase
from pages.family.code import COUNTED, code_of
from pages.family.context import CountingConditions, FamilyContext
from pages.family.inputs import choose_other
from pages.family.onward import link_to_models
from pages.parts.findings import Findings
from pages.parts.layout import headline, note
from pages.parts.presenting import hides_controls, is_presenting

KEY = "stacks"


def show(selected: FamilyContext) -> Findings:
    """Draw them all."""
    drawn = [member for member in FAMILY if member.shape.width <= WIDEST_AT_PITCH]
    finding = stacks_finding(drawn)
    headline(finding)
    table = stack_table(drawn)
    clickable = not hides_controls()
    chosen = (selected.first.name, selected.second.name)
    chart = stacks(table, chosen=chosen, clickable=clickable, large=is_presenting())
    st.markdown("**Parameters of every model, part by part**" + (", click a model to pick it" if clickable else ""))
    if clickable:
        st.altair_chart(chart, key=KEY, alt=finding, on_select=_picked, selection_mode=PICKED)
    else:
        st.altair_chart(chart, key=KEY, alt=finding)
    wider = [member.name for member in FAMILY if member not in drawn]
    note(f"{list_phrase(wider)}, four times as wide, would dwarf the others: see “Two side by side”.")
    note(f"{selected.second.name}: {selected.second.special}")
    return Findings(
        "stacks",
        [ChartFigure("stacks", chart, table)],
        CountingConditions(),
        code_of(*drawn),
        code_note=COUNTED,
        onward=partial(link_to_models, selected),
    )


def _picked() -> None:
    points = st.session_state[KEY].selection[PICKED]
    if points:
        choose_other(str(points[0]["key"]))
