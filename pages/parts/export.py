"""The export panel: figures, their numbers, and code that reproduces them."""

import re
from collections.abc import Callable
from dataclasses import dataclass

import streamlit as st

from components.charts.files import ChartFigure, letters_without_font, png, svg
from components.tables.files import FileConditions, as_json, csv

_REPOSITORY_PATH = re.compile(r"""["'](?:cache|components)/""")
LINK_NOTE = (
    "PNG, SVG and JSON files keep your sentence and settings. Drop one anywhere on Riverbank to open this view again."
)
CODE_NOTE = "The same number in plain transformers code, for a notebook:"


@dataclass(frozen=True)
class PageExport:
    """A view as a page that computes in the browser, in one file.

    Attributes:
        name: Part of the file's name.
        content: Makes the file.
        note: Says what is in it, and how large it is. Both functions are called only where they are needed.
    """

    name: str
    content: Callable[[], bytes]
    note: Callable[[], str]


def export_panel(
    figures: list[ChartFigure],
    conditions: FileConditions,
    *,
    link: str,
    snippet: str,
    key: str,
    code_note: str = CODE_NOTE,
    page: PageExport | None = None,
) -> None:
    """Draw the panel's content. Files are made on download.

    Args:
        figures: The charts, with their tables.
        conditions: What the numbers were computed under; each field becomes a column or an entry of the files.
        link: The link to the view, which PNG, SVG and JSON files carry.
        snippet: The code.
        key: Prefix of the widgets' keys.
        code_note: What the code does, in words.
        page: The view as a page that computes in the browser, if there is one.
    """
    download_buttons(figures, conditions, link=link, key=key)
    if figures:
        st.caption(LINK_NOTE)
    if page is not None:
        _page_button(page, key=key)
    with st.container(key=f"{key}-code"):
        st.caption(code_note)
        if _REPOSITORY_PATH.search(snippet):
            st.caption("Run it from the root of this repository, where its paths begin.")
        st.code(snippet, language="python", wrap_lines=True)  # a line that scrolls is out of reach of a keyboard


def download_buttons(figures: list[ChartFigure], conditions: FileConditions, *, link: str, key: str) -> None:
    """Draw download buttons for the files of every figure. Files are made on download."""
    for number, figure in enumerate(figures):
        with st.container(horizontal=True, vertical_alignment="center"):
            if len(figures) > 1:
                st.text(figure.name)
            for kind, content in _contents(figure, conditions, link).items():
                st.download_button(
                    kind,
                    content,
                    file_name=f"riverbank-{figure.name}.{kind.lower()}",
                    key=f"{key}-{number}-{kind}",
                    on_click="ignore",
                )
    if missing := "".join(dict.fromkeys("".join(map(letters_without_font, figures)))):
        st.caption(
            f"This server has no font for some letters, such as “{missing[0]}”: a PNG shows boxes in their place. "
            "Take the SVG file, which keeps the letters."
        )


def _page_button(page: PageExport, *, key: str) -> None:
    with st.container(horizontal=True, vertical_alignment="center"):
        st.download_button(
            "Page (HTML)",
            page.content,
            file_name=f"riverbank-{page.name}.html",
            key=f"{key}-page",
            on_click="ignore",
        )
        st.caption(page.note())


def _contents(figure: ChartFigure, conditions: FileConditions, link: str) -> dict[str, Callable[[], bytes]]:
    chart = figure.chart
    pictures = {} if chart is None else {"PNG": lambda: png(chart, link=link), "SVG": lambda: svg(chart, link=link)}
    return {
        **pictures,
        "CSV": lambda: csv(figure.rows, conditions),
        "JSON": lambda: as_json(figure.rows, conditions, link=link),
    }
