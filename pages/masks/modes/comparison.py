"""Compared line by line: encoder and decoder in one table whose rows are links, and when to use which."""

import re
from dataclasses import dataclass

import streamlit as st

from components.charts.files import ChartFigure
from components.masks.tables.compared import advice_table, comparison_table
from pages.masks.compared import ADVICE, COMPARED, LinkedLine, cost_line
from pages.parts.findings import Findings
from pages.parts.layout import headline, note
from pages.parts.rooms import MASKS
from pages.parts.snippets import snippet

WIDTHS = (1.1, 2.2, 2.2, 1.6)  # of property, encoder, decoder and link
ADVICE_WIDTHS = (2, 3.5, 1.6)
CODE_NOTE = "Sentence vectors with plain transformers, as sentence-transformers computes them:"


@dataclass(frozen=True)
class ComparisonConditions:
    """The origin of the table."""

    compiled_from: str = "the papers under Sources; multiply–adds by the formulas of components/family"


def show() -> Findings:
    """Draw the table, and the advice below it."""
    lines = (*COMPARED, cost_line())
    headline("An encoder reads a text at once from both sides; a decoder reads from the left and can write.")
    with st.container(key="compared"):
        for line in lines:
            _row(
                WIDTHS,
                (f"**{line.name}**", f":gray[Encoder:] {line.encoder}", f":gray[Decoder:] {line.decoder}"),
                line,
            )
    st.markdown("### When to use which")
    with st.container(key="advice"):
        for advice in ADVICE:
            _row(ADVICE_WIDTHS, (f"**{advice.need}**", advice.choice), advice)
    note("Every line links to the view that shows it.", "The code under Export computes sentence vectors.")
    table = comparison_table([(line.name, line.encoder, line.decoder) for line in lines])
    needs = advice_table([(advice.need, advice.choice) for advice in ADVICE])
    return Findings(
        "comparison",
        [ChartFigure("encoder-decoder", None, table), ChartFigure("advice", None, needs)],
        ComparisonConditions(),
        snippet(MASKS, "comparison"),
        code_note=CODE_NOTE,
    )


def _row(widths: tuple[float, ...], cells: tuple[str, ...], line: LinkedLine) -> None:
    *columns, link_column = st.container(key=_key(cells[0])).columns(widths, vertical_alignment="center")
    for column, cell in zip(columns, cells, strict=True):
        column.markdown(cell)
    link_column.page_link(
        line.room.file,
        label=f"{line.room.title}: {line.settings.get('work', line.view)}",
        icon=line.room.icon,
        query_params=line.link,
    )


def _key(title: str) -> str:
    """The key of a row, which a link can name: its title's words."""
    return "row-" + "-".join(re.findall(r"\w+", title.lower()))
