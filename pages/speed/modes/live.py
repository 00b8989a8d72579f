"""Two models timed against each other: how many times as fast one is, and how time grows with length and batch."""

import streamlit as st

from components.charts.files import ChartFigure
from components.speed.charts.bars import latency_bars, race_lanes, speed_up_intervals
from components.speed.model.results import TimingResult
from components.speed.tables.display import cell_display_table, size_display_table, size_finding
from components.speed.tables.files import all_runs_table, speed_conditions
from components.speed.tables.findings import (
    cell_text,
    latency_finding,
    load_finding,
    random_weights_note,
    self_check_finding,
    speed_finding,
)
from components.speed.tables.times import Names, race_cell, race_table, race_text, speed_table, speed_up_table
from pages.parts.findings import Findings, room_prose
from pages.parts.layout import draw_settings_in, headline, note
from pages.parts.rooms import SPEED
from pages.parts.settings import choice
from pages.speed.code import CODE_NOTE, timing_code
from pages.speed.context import SpeedContext, provenance_text
from pages.speed.modes import grid

COMPARE = "compare"  # in the link
RACE, GRID = "model against model", "lengths and batches"


def show(at: SpeedContext) -> Findings:
    """A finished benchmark: the two models against each other, or over lengths and batch sizes."""
    with draw_settings_in(st.container(key="switch-compare")):
        chosen = choice("Compare", COMPARE, [RACE, GRID])
    return grid.show(at) if chosen == GRID else _against_each_other(at)


def _against_each_other(at: SpeedContext) -> Findings:
    result, names = at.result, at.names
    if unknown := random_weights_note(result.setup):
        st.text(unknown)
    finding = speed_finding(result.cells, names)
    headline(finding)
    race = _race(result, names)
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
    return Findings(
        "live",
        figures,
        speed_conditions(result),
        timing_code(result),
        about=room_prose(SPEED, "live"),
        note=provenance_text(at),
        link=at.link,
        code_note=CODE_NOTE,
    )


def _race(result: TimingResult, names: Names) -> ChartFigure:
    """Two lanes, a dot for every pass, and the ratio in large type."""
    found = race_cell(result.cells)
    table = race_table(found, names)
    number, lanes = st.columns([1, 3.4], vertical_alignment="center")
    with number, st.container(key="race-number"):
        st.text(race_text(found))
    said = f"as fast, {cell_text(found.cell)}"
    number.caption(said)
    chart = race_lanes(table, models=names)
    one, other = (table[table["row"] == row].iloc[0] for row in (1, 2))
    alternative = f"{other['model']} is {race_text(found)} {said}: {one['figure']} against {other['figure']}."
    lanes.altair_chart(chart, key="live-race", alt=alternative)
    return ChartFigure("race", chart, table)
