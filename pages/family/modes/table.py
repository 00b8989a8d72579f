"""One table: year, sizes, training text, published figures and the best use of every model, to sort and to filter."""

from collections.abc import Sequence
from typing import Any

import streamlit as st

from components.charts.files import ChartFigure
from components.family.charts.timeline import timeline
from components.family.model.members import FAMILY, FamilyMember
from components.family.model.needs import NEEDS, best_for, need_named
from components.family.model.published import TASKS
from components.family.tables.overview import (
    best_before_finding,
    best_before_table,
    overview_finding,
    overview_table,
    pre_training_table,
    small_model_finding,
    source_finding,
    source_table,
    timeline_finding,
    timeline_table,
)
from pages.family.code import COUNTED, code_of
from pages.family.context import FamilyContext, PaperConditions
from pages.parts.findings import Findings
from pages.parts.layout import headline, note
from pages.parts.presenting import shows_one_picture
from pages.parts.settings import choice, linked_expander

NEED, COLUMNS, TIMELINE, SOURCES = "need", "columns", "timeline", "sources"  # in the link
ANYTHING = "Anything"
ORDERS = {
    "Sizes and figures": ("name", "year", "million", "billion", "gigabytes", *TASKS, "vocabulary", "longest", "link"),
    "Kinds and uses": ("name", "best_for", "attention", "objective", "year", "link"),
}
BAR_WIDTH, WIDE, NAME_WIDTH = 118, 150, 170  # pixels: a title, and a bar beside its number; long titles; long names


def show(_: FamilyContext) -> Findings:
    """Draw the table, with the timeline and the sources below it for those who open them."""
    need = need_named(choice("I need", NEED, [ANYTHING, *(each_need.name for each_need in NEEDS)], drawn_as="list"))
    members = _members_to_show() if need is None else need.members
    columns = choice("Columns", COLUMNS, list(ORDERS))
    finding = overview_finding(members, need)
    headline(finding)
    table = overview_table(members)
    st.dataframe(
        table,
        hide_index=True,
        height="content",
        key="overview",
        alt=finding,
        placeholder="–",
        column_order=ORDERS[columns],
        column_config=_columns({str(name): top for name, top in overview_table(FAMILY).max(numeric_only=True).items()}),
    )
    st.caption("Click a column title to sort. Accuracy and F1 in percent; a dash or an empty cell: no figure.")
    note(
        "The papers measured on different splits, so do not rank the rows. “Sources” names the paper’s table for each "
        "figure."
    )
    figures = [ChartFigure("overview", None, table)]
    panel = linked_expander("Timeline: the papers by year", TIMELINE)
    if panel is not None:
        with panel:
            figures.append(_timeline())
    panel = linked_expander("Sources: the split and table of every figure, and how each model was trained", SOURCES)
    if panel is not None:
        with panel:
            figures += _sources()
    return Findings("table", figures, PaperConditions(), code_of(*members), code_note=COUNTED)


def _members_to_show() -> Sequence[FamilyMember]:
    """All models; at a tour's stop on a projector only those recommended for a use, so that the letters are large."""
    return [member for member in FAMILY if best_for(member)] if shows_one_picture() else FAMILY


def _columns(highest: dict[str, float]) -> dict[str, Any]:
    """Titles of the columns, and a small bar in each cell of a size."""

    def bar(column: str, title: str, form: str, about_it: str, width: int = BAR_WIDTH) -> Any:
        if shows_one_picture():  # beside a bar a number is smaller
            return st.column_config.NumberColumn(title, help=about_it, format=form)
        return st.column_config.ProgressColumn(
            title, help=about_it, format=form, min_value=0, max_value=highest[column], width=width
        )

    titles = {task: task.partition(",")[0] for task in TASKS}
    return {
        "name": st.column_config.TextColumn("Model", pinned=True, width=None if shows_one_picture() else NAME_WIDTH),
        "year": st.column_config.NumberColumn("Year", format="%d"),
        "million": bar("million", "Parameters (M)", "%.1f", "Millions of parameters, without the vocabulary head"),
        "billion": bar(
            "billion", "Multiply–adds (bn)", "%.1f", "Billions of multiply–adds for one pass over 128 tokens", WIDE
        ),
        "gigabytes": bar("gigabytes", "Text (GB)", "%d", "Size of the pre-training text in gigabytes"),
        "vocabulary": st.column_config.NumberColumn("Vocabulary", format="localized"),
        "longest": st.column_config.NumberColumn("Longest text", format="localized"),
        **{task: st.column_config.NumberColumn(titles[task], help=task, format="%.1f") for task in TASKS},
        "best_for": st.column_config.TextColumn("Best for"),
        "attention": st.column_config.TextColumn("A token sees"),
        "objective": st.column_config.TextColumn("Trained on"),
        "link": st.column_config.LinkColumn("Paper", display_text="open"),
    }


def _timeline() -> ChartFigure:
    members = [member for member in FAMILY if member.link]
    finding = timeline_finding(members)
    st.text(finding)
    table = timeline_table(members)
    chart = timeline(table)
    st.altair_chart(chart, key="timeline-chart", alt=finding)
    return ChartFigure("timeline", chart, table)


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
    formats = {
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
