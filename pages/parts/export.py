"""What a visitor can take away from a room: the link, the figure, its numbers, and code that computes them again."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

import streamlit as st

from components.charts.files import ChartFigure, png, svg
from components.tables.files import as_json, csv
from components.widgets.copy_link import copy_link

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

EXPORT_LABEL = "Export"
CODE_NOTE = "The same number in plain transformers code, for a notebook:"


def export_panel(
    figures: list[ChartFigure],
    conditions: "DataclassInstance",
    *,
    snippet: str,
    key: str,
    link: Mapping[str, str] | None = None,
    code_note: str = CODE_NOTE,
) -> None:
    """Link, files and code. Files are made when they are asked for.

    Args:
        figures: What is drawn.
        conditions: What it was computed under: a column, or an entry, for each field.
        snippet: The code.
        key: Prefix of the widgets' keys.
        link: What the link says beside what the address does.
        code_note: What the code does, in words.
    """
    copy_link("Copy the link to this view", key=f"{key}-link", parameters=link)
    download_buttons(figures, conditions, key=key)
    st.caption(code_note)
    st.code(snippet, language="python")


def download_buttons(figures: list[ChartFigure], conditions: "DataclassInstance", *, key: str) -> None:
    """Buttons for the files of every figure; they are made when they are asked for."""
    for number, figure in enumerate(figures):
        with st.container(horizontal=True, vertical_alignment="center"):
            if len(figures) > 1:
                st.text(figure.name)
            for kind, content in _contents(figure, conditions).items():
                st.download_button(
                    kind,
                    content,
                    file_name=f"riverbank-{figure.name}.{kind.lower()}",
                    key=f"{key}-{number}-{kind}",
                    on_click="ignore",
                )


def _contents(figure: ChartFigure, conditions: "DataclassInstance") -> dict[str, Callable[[], bytes]]:
    chart = figure.chart
    pictures = {} if chart is None else {"PNG": lambda: png(chart), "SVG": lambda: svg(chart)}
    return {**pictures, "CSV": lambda: csv(figure.rows, conditions), "JSON": lambda: as_json(figure.rows, conditions)}
