"""Search: ten passages ranked for a question, by vectors and by reading each pair; or two texts compared."""

import streamlit as st

import cache.tasks
from components.charts.files import ChartFigure
from components.tasks.charts.search import ranking_lines
from components.tasks.model.gold import passages
from components.tasks.model.presets import RANKED, SEARCH_QUESTION, TWO_TEXTS
from components.tasks.model.specs import ANSWERS
from components.tasks.tables.search import cost_finding, rank_table, search_finding
from pages.parts.findings import Findings
from pages.parts.layout import draw_settings_in, headline, note
from pages.parts.settings import choice, text
from pages.tasks.context import TasksContext
from pages.tasks.head_view import ADDED, check_head
from pages.tasks.quality import quality_panel
from pages.tasks.two_texts import two_texts

CHOSEN = tuple(range(10))


def show(context: TasksContext) -> Findings | None:
    """Rank ten passages by both methods, or compare two texts."""
    if not check_head(context):
        return None
    with draw_settings_in(st.container(key="search-what")):
        compared = choice("Compare", "compare", [RANKED, TWO_TEXTS])
    if compared == TWO_TEXTS:
        return two_texts(context)
    with draw_settings_in(st.container(key="task-texts")):
        question = text("Question", "asked", SEARCH_QUESTION)
    result, seconds = cache.tasks.ranked_passages(question, CHOSEN)
    titles = [passages()[place].title for place in CHOSEN]
    finding = search_finding(result, titles)
    headline(finding)
    table = rank_table(result, titles)
    chart = ranking_lines(table)
    st.altair_chart(chart, key="rankings", alt=finding)
    note(cost_finding(result, seconds))
    quality_panel(context, ANSWERS)
    texts = [passages()[place].text for place in CHOSEN]
    return Findings(
        "search",
        [ChartFigure("search", chart, table)],
        result.conditions,
        {"question": question, "passages": texts, "added": ADDED},
    )
