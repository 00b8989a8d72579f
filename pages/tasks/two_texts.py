"""Two texts, in the drawer: the cosine of their pooled vectors, for each pooling."""

from functools import partial

import streamlit as st

import cache.tasks
from components.charts.files import ChartFigure
from components.charts.labelled import labelled_bars
from components.model.heads.specs import OPINION
from components.tasks.model.presets import SIMILAR_TEXT, SIMILAR_TO
from components.tasks.tables.text import similarity_finding, similarity_table
from pages.parts.findings import Findings
from pages.parts.foot import conclude_part
from pages.parts.layout import in_drawer, rare_settings
from pages.parts.rooms import TASKS
from pages.parts.settings import text
from pages.tasks.context import TasksContext
from pages.tasks.head_view import ADDED


def compare_two_texts(context: TasksContext) -> None:
    """Compare two texts of the visitor's."""
    with rare_settings():
        first, second = (
            text(label, name, default, repeats=False)
            for label, name, default in (("First text", "one", SIMILAR_TO), ("Second text", "other", SIMILAR_TEXT))
        )
    in_drawer("How similar are two texts?", partial(_draw_cosines, context, first, second))


def _draw_cosines(context: TasksContext, first: str, second: str) -> None:
    if not (first.strip() and second.strip()):
        st.caption("Type two texts to compare them.")
        return
    similarities = cache.tasks.text_similarities(OPINION, first, second)
    table, finding = similarity_table(similarities), similarity_finding(similarities)
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
    st.altair_chart(chart, key="likeness", alt=finding)
    st.text(f"{finding} [CLS] was trained for classification, the mean for search. The pooler is a layer on [CLS].")
    inputs = {"first_text": first, "second_text": second, "added": ADDED}
    figures = [ChartFigure("two-texts", chart, table)]
    conclude_part(TASKS, Findings("two_texts", figures, context.computed.conditions, inputs))
