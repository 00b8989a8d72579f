"""Every model in the drawer: what each is good for, and figures of the papers, with their sources."""

from functools import partial
from typing import Any

import streamlit as st

from components.charts.files import ChartFigure
from components.family.tables.overview import (
    best_before_finding,
    best_before_table,
    need_table,
    overview_table,
    pre_training_table,
    small_model_finding,
    source_finding,
    source_table,
    text_finding,
    year_finding,
)
from components.model.family_members import FAMILY
from pages.parts.settings import linked_expander

EVERY, SOURCES = "every", "sources"  # in the link
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


def model_panels() -> list[ChartFigure]:
    """Draw the two panels, and return their tables."""
    figures = [ChartFigure("overview", None, partial(overview_table, FAMILY)), ChartFigure("needs", None, need_table)]
    panel = linked_expander("Which model for what? Every model, with year and training text", EVERY)
    if panel is not None:
        with panel:
            with st.container(key="needs"):
                st.text(f"{text_finding()} {year_finding([member for member in FAMILY if member.link])}")
                titles = {"need": "I need", "models": "Choose", "reason": "Why"}
                st.table(need_table().rename(columns=titles).set_index("I need"))
            st.text("The papers measured on different splits, so do not rank the rows.")
            table = overview_table(FAMILY).rename(columns=TITLES)
            st.dataframe(table, hide_index=True, height="content", key="every-column", placeholder="–")
    panel = linked_expander("Sources: the split and table of every figure, and how each model was trained", SOURCES)
    if panel is not None:
        with panel:
            figures += _sources()
    return figures


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
