"""Search: ten passages ranked for a question, by vectors and by reading each pair; or two texts compared."""

import streamlit as st

import cache.tasks
from components.charts.files import ChartFigure
from components.tasks.charts.search import rank_lines
from components.tasks.model.gold import passages
from components.tasks.model.presets import RANKED, SEARCH_QUESTION, TWO_TEXTS
from components.tasks.model.specs import ANSWERS
from components.tasks.tables.search import cost_finding, rank_table, search_finding
from pages.parts.findings import Findings, room_prose
from pages.parts.layout import draw_settings_in, headline, note
from pages.parts.rooms import TASKS
from pages.parts.settings import choice, text
from pages.parts.snippets import snippet
from pages.tasks.code import ADDED
from pages.tasks.context import TasksContext
from pages.tasks.fits import fits
from pages.tasks.quality import quality_panel
from pages.tasks.two_texts import two_texts

CHOSEN = tuple(range(10))


def show(at: TasksContext) -> Findings | None:
    """Rank ten passages both ways, or compare two texts."""
    if not fits(at):
        return None
    with draw_settings_in(st.container(key="search-what")):
        compared = choice("Compare", "compare", [RANKED, TWO_TEXTS])
    if compared == TWO_TEXTS:
        return two_texts(at)
    with draw_settings_in(st.container(key="task-texts")):
        question = text("Question", "asked", SEARCH_QUESTION)
    found, seconds = cache.tasks.searched(question, CHOSEN)
    titles = [passages()[place].title for place in CHOSEN]
    finding = search_finding(found, titles)
    headline(finding)
    table = rank_table(found, titles)
    chart = rank_lines(table)
    st.altair_chart(chart, key="rankings", alt=finding)
    note(cost_finding(found, seconds))
    quality_panel(at, ANSWERS)
    texts = [passages()[place].text for place in CHOSEN]
    return Findings(
        "search",
        [ChartFigure("search", chart, table)],
        found.conditions,
        snippet(TASKS, "search", at.model, question=question, passages=texts, added=ADDED),
        about=room_prose(TASKS, "search"),
        computed=(at.computed,),
    )
