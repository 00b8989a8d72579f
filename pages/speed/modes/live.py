"""Two models timed against each other: the speed-up, and how time grows with length and batch size."""

from typing import Literal

import streamlit as st

from components.charts.files import ChartFigure
from components.speed.charts.bars import latency_bars, race_lanes, speed_up_intervals
from components.speed.charts.curves import speed_lines
from components.speed.model.results import TimingResult
from components.speed.tables.files import all_runs_table
from components.speed.tables.findings import (
    cell_text,
    latency_finding,
    load_finding,
    random_weights_note,
    self_check_finding,
    speed_finding,
)
from components.speed.tables.measurements import cell_display_table, size_display_table, size_finding
from components.speed.tables.scaling import scaling_finding
from components.speed.tables.times import (
    Names,
    race_caption,
    race_cell,
    race_table,
    race_text,
    speed_table,
    speed_up_table,
)
from pages.parts.findings import Findings
from pages.parts.layout import draw_settings_in, headline, note
from pages.parts.settings import choice
from pages.speed.code import timing_code
from pages.speed.context import SpeedContext, benchmark_findings

COMPARE = "compare"  # in the link
RACE, GRID = "model against model", "lengths and batches"
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
    """Show a finished benchmark: the two models compared, or times by length and batch size."""
    with draw_settings_in(st.container(key="switch-compare")):
        chosen = choice("Compare", COMPARE, [RACE, GRID])
    return _draw_grid(context) if chosen == GRID else _compare_models(context)


def _compare_models(context: SpeedContext) -> Findings:
    result, names = context.result, context.names
    if weights_note := random_weights_note(result.setup):
        st.text(weights_note)
    finding = speed_finding(result.cells, names)
    headline(finding)
    race = _draw_race(result, names)
    st.markdown("**Speed-up**")
    st.caption(f"How many times as fast {names[1]} is, by batch size × tokens. Lines are 95% intervals.")
    ratios = speed_up_table(result.cells)
    chart = speed_up_intervals(ratios)
    st.altair_chart(chart, key="live-ratios", alt=finding)
    note(self_check_finding(result.self_check, names[0]), load_finding(result.cells))
    st.markdown("**Time for one pass**")
    times = speed_table(result.cells, names)
    note(latency_finding(result.cells, names))
    bars = latency_bars(times, models=names)
    st.altair_chart(bars, key="live-times", alt=latency_finding(result.cells, names))
    note(size_finding(result.setup))
    st.dataframe(size_display_table(result.setup), hide_index=True, key="live-sizes", alt=size_finding(result.setup))
    with st.expander("All measurements: spread, throughput, memory, operations", key="live-figures"):
        st.dataframe(cell_display_table(result.cells, names), hide_index=True, key="live-cells", alt=finding)
    figures = [
        race,
        ChartFigure("speed-up", chart, ratios),
        ChartFigure("times", bars, times),
        ChartFigure("every-run", None, all_runs_table(result)),
    ]
    return benchmark_findings("live", context, figures, timing_code(result))


def _draw_race(result: TimingResult, names: Names) -> ChartFigure:
    """Draw two lanes with a dot for every pass, and the speed-up in large type."""
    cell_result = race_cell(result.cells)
    table = race_table(cell_result, names)
    number, lanes = st.columns([1, 3.4], vertical_alignment="center")
    with number, st.container(key="race-number"):
        st.text(race_text(cell_result))
    caption = race_caption(cell_result, cell_text(cell_result.cell))
    number.caption(caption)
    chart = race_lanes(table, models=names)
    first, second = (table[table["row"] == row].iloc[0] for row in (1, 2))
    alt_text = f"{second['model']} is {race_text(cell_result)} {caption}: {first['figure']} against {second['figure']}."
    lanes.altair_chart(chart, key="live-race", alt=alt_text)
    return ChartFigure("race", chart, table)


def _draw_grid(context: SpeedContext) -> Findings:
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
