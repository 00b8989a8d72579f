"""Two texts: the cosine of their pooled vectors, for each pooling."""

import streamlit as st

import cache.tasks
from components.charts.files import ChartFigure
from components.charts.labelled import labelled_bars
from components.charts.titles import with_title
from components.tasks.model.presets import OPINION_TEXT, SIMILAR_TEXT
from components.tasks.model.specs import OPINION
from components.tasks.tables.text import similarity_finding, similarity_table
from pages.parts.findings import Findings
from pages.parts.layout import draw_settings_in, headline, note
from pages.parts.settings import text
from pages.tasks.context import TasksContext
from pages.tasks.head_view import ADDED


def two_texts(context: TasksContext) -> Findings | None:
    """Compare two texts."""
    with draw_settings_in(st.container(key="task-texts")):
        columns = st.columns(2)
    with draw_settings_in(columns[0]):
        first = text("First text", "one", OPINION_TEXT)
    with draw_settings_in(columns[1]):
        second = text("Second text", "other", SIMILAR_TEXT)
    if not (first.strip() and second.strip()):
        st.info("Type two texts to compare them.", icon=":material/edit:")
        return None
    text_similarities = cache.tasks.text_similarities(OPINION, first, second)
    finding = similarity_finding(text_similarities)
    headline(finding)
    table = similarity_table(text_similarities)
    chart = labelled_bars(
        table,
        value="cosine",
        name="pooling",
        figure="figure",
        title="Cosine",
        name_width=150,
        figure_width=80,
        scale_max=1.0,
    )
    chart = with_title(chart, "Cosine similarity of the two texts, by how one vector is made of all (pooling)")
    st.altair_chart(chart, key="likeness", alt=finding)
    note(
        "[CLS] was trained for classification; the mean was trained for search. The pooler is a layer on top of [CLS]."
    )
    inputs = {"first_text": first, "second_text": second, "added": ADDED}
    return Findings("two_texts", [ChartFigure("two-texts", chart, table)], context.computed.conditions, inputs)
