"""Several blanks: each filled for itself, or together."""

import streamlit as st

import cache.engine
import cache.fill
from components.charts.files import Figure
from components.charts.labelled import labelled_bars
from components.fill.model.results import JointFill
from components.fill.tables.joint_fill import fill_table, filled_sentence, several_finding, step_table
from components.tables.numbers import probability_text
from pages.parts.context import BlankContext
from pages.parts.findings import Findings, about
from pages.parts.rooms import FILL
from pages.parts.snippets import snippet
from pages.parts.stage import headline


def show(at: BlankContext) -> Findings:
    """Fill all blanks in both ways."""
    with st.spinner("Searching for words that fit together…"):
        found = cache.fill.joint_fill(at.model.id, at.sentence, at.masked)
    sentences(found)
    finding = several_finding(found)
    headline(finding)
    st.markdown("**How likely each word is once the blanks before it are filled**: each for itself, then together.")
    steps = step_table(found)
    chart = labelled_bars(
        steps,
        value="probability",
        name="label",
        figure="figure",
        other="datum.way == 'together'",
        title="Probability in its place",
    )
    st.altair_chart(chart, key="several-chart", alt=finding)
    st.markdown("**The best ways to fill all blanks together**")
    st.dataframe(fill_table(found), hide_index=True, key="several-fills", alt="The five best joint fills, one a row.")
    code = snippet(FILL, "several", at.model, ids=list(at.tokens.ids), blanks=list(at.blanks), width=found.width)
    return Findings(
        "several",
        [Figure("several-blanks", chart, steps)],
        found.conditions,
        code,
        about=about(FILL, "several"),
        computed=(at.computed,),
    )


def sentences(found: JointFill) -> None:
    """The sentence filled both ways."""
    ways = (("Each for itself", found.independent), ("Together", found.joint[0]))
    for number, (column, (name, fill)) in enumerate(zip(st.columns(2), ways, strict=True)):
        with column.container(border=True, key=f"shown-{number}"):
            st.caption(f"{name}: {probability_text(fill.log_probability)} as a whole")
            st.text(filled_sentence(found.tokens, found.positions, fill.pieces))
