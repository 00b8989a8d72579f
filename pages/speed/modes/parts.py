"""The time that attention, feed-forward, embeddings and vocabulary head take."""

import streamlit as st

from components.charts.files import ChartFigure
from components.model.user_errors import UserError
from components.speed.charts.bars import part_bars
from components.speed.tables.findings import part_finding
from components.speed.tables.times import part_table
from pages.parts.findings import Findings
from pages.parts.layout import headline
from pages.parts.settings import choice
from pages.speed.code import parts_code
from pages.speed.context import SpeedContext, benchmark_findings

UNITS = ("milliseconds", "shares of the time")


def show(context: SpeedContext) -> Findings:
    """Draw stacked bars of the parts for both models."""
    result, names = context.result, context.names
    if result.benchmark.compiled:
        raise UserError(
            f"{part_finding(result.cells, names)} Switch torch.compile off in the settings and measure again."
        )
    batches = [str(size) for size in sorted(result.benchmark.batches)]
    batch = int(choice("Batch size (sentences)", "at-once", batches, drawn_as="list"))
    unit = choice("Show", "unit", list(UNITS), drawn_as="list")
    cells = [cell_result for cell_result in result.cells if cell_result.cell.batch == batch]
    finding = part_finding(cells, names)
    headline(finding)
    st.markdown("**Time by part of the model**")
    table = part_table(cells, names)
    chart = part_bars(table, share=unit == UNITS[1])
    st.altair_chart(chart, key="parts-bars", alt=finding)
    return benchmark_findings("parts", context, [ChartFigure("parts-of-the-time", chart, table)], parts_code(result))
