"""Two texts: how alike their vectors are, by each way of making one of many."""

import streamlit as st

import cache.tasks
from components.charts.files import Figure
from components.charts.labelled import labelled_bars
from components.tasks.model.presets import ALIKE_TEXT, OPINION_TEXT
from components.tasks.model.specs import OPINION
from components.tasks.tables.text import likeness_finding, likeness_table
from pages.parts.findings import Findings, about
from pages.parts.rooms import TASKS
from pages.parts.settings import text
from pages.parts.snippets import snippet
from pages.parts.stage import headline, note, settings_in
from pages.tasks.code import ADDED
from pages.tasks.context import TasksContext
from pages.tasks.fits import fits


def show(at: TasksContext) -> Findings | None:
    """Compare two texts."""
    if not fits(at):
        return None
    with settings_in(st.container(key="task-texts")):
        columns = st.columns(2)
    with settings_in(columns[0]):
        one = text("One text", "one", OPINION_TEXT)
    with settings_in(columns[1]):
        other = text("The other", "other", ALIKE_TEXT)
    if not (one.strip() and other.strip()):
        st.info("Type two texts to compare.", icon=":material/edit:")
        return None
    found = cache.tasks.likenesses(OPINION, one, other)
    said = likeness_finding(found)
    headline(said)
    table = likeness_table(found)
    chart = labelled_bars(
        table,
        value="cosine",
        name="pooling",
        figure="figure",
        title="Cosine",
        name_width=150,
        figure_width=80,
        most=1.0,
    )
    st.altair_chart(chart, key="likeness", alt=said)
    note("[CLS] was trained to tell opinions and pairs apart, and the mean to find passages.")
    return Findings(
        "alike",
        [Figure("alike", chart, table)],
        at.computed.conditions,
        snippet(TASKS, "alike", at.model, one=one, other=other, added=ADDED),
        about=about(TASKS, "alike"),
        computed=(at.computed,),
    )
