"""Without one part: a blank's answer when piece, segment or position is taken away from every vector."""

import streamlit as st

import cache.input
from components.charts.files import Figure
from components.charts.labelled import labelled_bars
from components.input.tables.answers import parts_table
from components.input.tables.findings import parts_finding
from pages.parts.context import SentenceContext
from pages.parts.findings import Findings, about
from pages.parts.literal import literal
from pages.parts.rooms import INPUT
from pages.parts.sentence.blank_choice import which_answer, which_blank
from pages.parts.snippets import snippet
from pages.parts.stage import headline

NAMES, FIGURES = 155, 125  # pixels for "segments swapped" and "80.8% · “were”"


def show(at: SentenceContext) -> Findings:
    """Ask the blank with every part, then without one at a time."""
    asked = at.blanks()
    blank = which_blank(asked, key="without")
    answer = which_answer(asked, blank, key="without")
    found = cache.input.without_parts(at.model.id, at.sentence, asked.masked, blank, answer.id)
    table = parts_table(found)
    finding = parts_finding(found)
    headline(finding)
    st.caption(f"Probability of “{literal(found.answer.text)}”; in brackets, what comes first where it is another")
    chart = labelled_bars(
        table,
        value="probability",
        name="input",
        figure="figure",
        title="Probability",
        name_width=NAMES,
        figure_width=FIGURES,
    )
    st.altair_chart(chart, key="without-parts", alt=finding)
    code = snippet(
        INPUT, "without", at.model, sentence=asked.sentence, masked=list(asked.masked), blank=blank, answer=answer.id
    )
    return Findings(
        "without",
        [Figure("without-one-part", chart, table)],
        found.conditions,
        code,
        about=about(INPUT, "without"),
        computed=(at.computed,),
    )
