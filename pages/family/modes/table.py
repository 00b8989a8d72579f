"""One table: year, size, training text and the best use of every model; figures of the papers in the drawer."""

from functools import partial
from typing import Any

import streamlit as st

from components.charts.files import ChartFigure
from components.family.model.members import FAMILY
from components.family.model.needs import NEEDS, best_for, need_named
from components.family.tables.overview import (
    best_before_finding,
    best_before_table,
    brief_table,
    marked,
    overview_finding,
    overview_table,
    pre_training_table,
    small_model_finding,
    source_finding,
    source_table,
    year_finding,
)
from pages.family.code import COUNTED, code_of
from pages.family.context import FamilyContext
from pages.parts.findings import Findings
from pages.parts.layout import headline, in_drawer, note, try_this
from pages.parts.sentences import split_headline
from pages.parts.settings import choice, linked_expander

NEED, SOURCES = "need", "sources"  # in the link
ANYTHING = "Anything"
TITLES = {
    "name": "Model",
    "year": "Year",
    "million": "Parameters (M)",
    "billion": "Multiply–adds (bn)",
    "vocabulary": "Vocabulary",
    "longest": "Longest text",
    "gigabytes": "Text (GB)",
    "best_for": "Best for",
    "attention": "A token sees",
    "objective": "Trained on",
    "paper": "Authors",
    "link": "Link",
}


def show(_: FamilyContext) -> Findings:
    """Draw the table; every column, and the sources, are in the drawer."""
    need = need_named(choice("I need", NEED, [ANYTHING, *(each_need.name for each_need in NEEDS)], drawn_as="list"))
    members = FAMILY if need is None else need.members
    shown = [member for member in members if best_for(member)]  # the others are in the drawer, with every column
    finding = overview_finding(shown, need)
    headline(finding)
    titles = {"name": "Model", "year": "Year", "size": "Parameters", "text": "Text read", "best_for": "Best for"}
    with st.container(key="overview"):
        st.table(
            marked(brief_table(shown), answer=split_headline(finding)[0]).rename(columns=titles).set_index("Model")
        )
    try_this("Choose what you need.")
    note(
        year_finding([member for member in FAMILY if member.link]),
        "The papers measured on different splits, so do not rank the rows.",
    )
    table = overview_table(members)
    in_drawer(
        "Every model, every column" if need is None else "Every column",
        partial(
            st.dataframe,
            table.rename(columns=TITLES),
            hide_index=True,
            height="content",
            key="every-column",
            placeholder="–",
        ),
    )
    figures = [ChartFigure("overview", None, table)]
    panel = linked_expander("Sources: the split and table of every figure, and how each model was trained", SOURCES)
    if panel is not None:
        with panel:
            figures += _sources()
    copied = "published papers, by hand, with split and table; sizes by the formulas of components/family"
    return Findings("table", figures, {"copied_from": copied}, code_of(*members), code_note=COUNTED)


def _sources() -> list[ChartFigure]:
    st.text(f"{source_finding()} {small_model_finding()}")
    figures, trained = source_table(), pre_training_table()
    st.dataframe(
        figures.rename(columns={"model": "Model", "paper": "Paper"}), hide_index=True, height="content", key="published"
    )
    names = {
        "model": "Model",
        "text": "Text",
        "gigabytes": "Size",
        "steps": "Steps and batches",
        "hardware": "Hardware",
    }
    with st.container(key="trainings"):
        st.markdown("**How they were pre-trained**")
        st.dataframe(trained.rename(columns=names), hide_index=True, height="content", key="trained")
    st.markdown("**The best result before BERT**")
    st.text(best_before_finding())
    before = best_before_table()
    titles = {
        "task": "Task",
        "before": "Best before",
        "whose": "Whose",
        "base": "BERT base",
        "large": "BERT large",
        "gain": "Gain of BERT large",
        "source": "Split and table",
    }
    formats: dict[str, Any] = {
        titles[name]: st.column_config.NumberColumn(format="%.1f") for name in ("before", "base", "large", "gain")
    }
    st.dataframe(
        before.rename(columns=titles),
        hide_index=True,
        height="content",
        key="best-before",
        placeholder="–",
        column_config=formats,
    )
    return [
        ChartFigure("published", None, figures),
        ChartFigure("trained", None, trained),
        ChartFigure("best-before", None, before),
    ]
