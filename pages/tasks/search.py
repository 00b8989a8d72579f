"""Search, as a choice of “Question answering”: ten passages ranked by how close their vectors are to the question's."""

from functools import partial

import streamlit as st

import cache.tasks
from components.charts.files import ChartFigure
from components.charts.labelled import labelled_bars
from components.charts.titles import with_title
from components.model.heads.specs import ANSWERS
from components.tasks.model.gold import passages
from components.tasks.model.results import SearchResult
from components.tasks.tables.search import cost_finding, cost_table, rank_table, reading_finding, search_finding
from pages.parts.findings import Findings
from pages.parts.layout import headline, in_drawer, note, try_this
from pages.tasks.context import TasksContext
from pages.tasks.head_view import ADDED
from pages.tasks.quality import draw_quality
from pages.tasks.two_texts import compare_two_texts

CHOSEN = tuple(range(10))
SHOWN = 6  # ranks in the figure
NAME_WIDTH = 260  # pixels: names above their bars, for a phone


def search(context: TasksContext, question: str) -> Findings:
    """Rank ten passages for a question."""
    result, seconds = cache.tasks.ranked_passages(question, CHOSEN)
    titles = [passages()[place].title for place in CHOSEN]
    headline(search_finding(result, titles))
    figures: list[ChartFigure] = []
    _draw_ranking(result, titles, "vectors", figures)
    try_this("Ask “Who opened the bank?”: two passages have a bank.")
    note(cost_finding(result, seconds))
    in_drawer("Reading each passage with the question", partial(_draw_reading, result, titles, figures))
    in_drawer("One question, a million passages", partial(_draw_cost, result, seconds, figures))
    compare_two_texts(context)
    draw_quality(context, ANSWERS)
    texts = [passages()[place].text for place in CHOSEN]
    inputs = {"question": question, "passages": texts, "added": ADDED}
    return Findings("search", figures, result.conditions, inputs)


def _draw_ranking(result: SearchResult, titles: list[str], method: str, figures: list[ChartFigure]) -> None:
    """Draw the first passages of one ranking."""
    table = rank_table(result, titles, method)
    bars = labelled_bars(
        table.head(SHOWN),
        value="value",
        name="passage",
        figure="figure",
        title="Cosine" if method == "vectors" else "Probability that it answers",
        name_width=NAME_WIDTH,
        figure_width=90,
        scale_max=1.0,
    )
    title = "How close each passage is (cosine)" if method == "vectors" else "Probability that it answers"
    bars = with_title(bars, title)
    key = "ranking" if method == "vectors" else "ranking-by-reading"
    finding = search_finding if method == "vectors" else reading_finding
    st.altair_chart(bars, key=key, alt=finding(result, titles))
    figures.append(ChartFigure(key, bars, table))


def _draw_reading(result: SearchResult, titles: list[str], figures: list[ChartFigure]) -> None:
    st.text(reading_finding(result, titles))
    _draw_ranking(result, titles, "reading pairs", figures)


def _draw_cost(result: SearchResult, seconds: float, figures: list[ChartFigure]) -> None:
    table = cost_table(result, seconds)
    bars = labelled_bars(
        table, value="seconds", name="method", figure="figure", title="Seconds", name_width=170, figure_width=110
    )
    st.altair_chart(bars, key="cost", alt=cost_finding(result, seconds))
    figures.append(ChartFigure("cost", bars, table))
