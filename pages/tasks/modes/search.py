"""Search: ten passages and a question, by vectors and by reading each pair."""

import streamlit as st

import cache.tasks
from components.charts.files import Figure
from components.tasks.charts.search import rank_lines
from components.tasks.model.gold import passages
from components.tasks.model.presets import SEARCH_QUESTION
from components.tasks.tables.search import cost_finding, rank_table, search_finding
from pages.parts.findings import Findings, about
from pages.parts.rooms import TASKS
from pages.parts.settings import text
from pages.parts.snippets import snippet
from pages.parts.stage import headline, note, settings_in
from pages.tasks.code import ADDED
from pages.tasks.context import TasksContext
from pages.tasks.fits import fits

CHOSEN = tuple(range(10))


def show(at: TasksContext) -> Findings | None:
    """Rank ten passages both ways."""
    if not fits(at):
        return None
    with settings_in(st.container(key="task-texts")):
        question = text("Your question", "asked", SEARCH_QUESTION)
    found, seconds = cache.tasks.searched(question, CHOSEN)
    titles = [passages()[place].title for place in CHOSEN]
    said = search_finding(found, titles)
    headline(said)
    left, right = st.columns(2)
    left.markdown("**By vectors** (cosine of means)")
    right.markdown("**By reading each pair** (does it answer?)")
    table = rank_table(found, titles)
    chart = rank_lines(table)
    st.altair_chart(chart, key="rankings", alt=said)
    note(cost_finding(found, seconds))
    texts = [passages()[place].text for place in CHOSEN]
    return Findings(
        "search",
        [Figure("search", chart, table)],
        found.conditions,
        snippet(TASKS, "search", at.model, question=question, passages=texts, added=ADDED),
        about=about(TASKS, "search"),
        computed=(at.computed,),
    )
