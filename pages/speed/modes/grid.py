"""How time grows with sentence length and batch size."""

from typing import Literal

import streamlit as st

from components.charts.files import ChartFigure
from components.speed.charts.curves import speed_lines
from components.speed.tables.scaling import scaling_finding
from components.speed.tables.times import speed_table
from pages.parts.findings import Findings
from pages.parts.layout import headline
from pages.parts.settings import choice
from pages.speed.code import timing_code
from pages.speed.context import SpeedContext
from pages.speed.findings import benchmark_findings

ACROSS: dict[str, Literal["length", "batch"]] = {"the length": "length", "the batch size": "batch"}
VALUE_COLUMNS = {
    "milliseconds": "p50",
    "sentences a second": "sentences_per_second",
    "tokens a second": "tokens_per_second",
}

TITLES = {
    "p50": "Time for one pass",
    "sentences_per_second": "Sentences read per second",
    "tokens_per_second": "Tokens read per second",
}


def show(context: SpeedContext) -> Findings:
    """Draw lines by sentence length or by batch size."""
    result, names = context.result, context.names
    across = ACROSS[choice("Horizontal axis", "across", list(ACROSS), drawn_as="list")]
    value = VALUE_COLUMNS[choice("Vertical axis", "height", list(VALUE_COLUMNS), drawn_as="list")]
    finding = scaling_finding(result.cells, names, across)
    headline(finding)
    table = speed_table(result.cells, names)
    chart = speed_lines(table, across=across, models=names, value=value)
    st.markdown(f"**{TITLES[value]}**")
    st.altair_chart(chart, key="grid-lines", alt=finding)
    return benchmark_findings("grid", context, [ChartFigure("by-length-and-batch", chart, table)], timing_code(result))
