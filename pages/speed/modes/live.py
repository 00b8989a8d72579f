"""Two models timed against each other; the claims of DistilBERT's paper are in the drawer."""

from functools import partial

import streamlit as st

from cache.shipped.family import family_figures
from components.charts.files import ChartFigure
from components.model.checkpoints.family_figures import relative_quality
from components.speed.charts.bars import race_bars, speed_up_intervals
from components.speed.race import race
from components.speed.tables.claims import Claim, claim_table, claims, claims_finding, claims_note
from components.speed.tables.files import all_runs_table
from components.speed.tables.findings import (
    cell_text,
    head_finding,
    judged_cell,
    load_finding,
    operations_finding,
    random_weights_note,
    self_check_finding,
    speed_finding,
)
from components.speed.tables.measurements import cell_display_table, size_display_table, size_finding
from components.speed.tables.times import race_table, speed_table, speed_up_table
from pages.parts.findings import Findings
from pages.parts.layout import headline, in_drawer, note, try_this
from pages.speed.code import timing_code
from pages.speed.context import SpeedContext, benchmark_findings

HALF = "half the time"


def show(context: SpeedContext) -> Findings:
    """Show a finished benchmark: how long a pass of either model takes."""
    result, names = context.result, context.names
    quality = relative_quality(family_figures(), *(model.model_id for model in result.models))
    judged_claims = claims(result, quality=quality)
    finding = speed_finding(result.cells, names)
    headline(finding)
    note(
        random_weights_note(result.setup),
        claims_finding(result, judged_claims),
        claims_note(result),
        operations_finding(result),
        size_finding(result.setup),
        self_check_finding(result.self_check, names[0]),
        load_finding(result.cells),
    )
    race = _draw_race(context)
    try_this("Press Measure on this machine: are the bars the same here?")
    ratios = speed_up_table(result.cells)
    chart = speed_up_intervals(ratios)
    in_drawer("The paper’s three claims", partial(_draw_claims, judged_claims))
    in_drawer(
        f"How many times as fast {names[1]} is, by batch size × tokens (lines: 95% intervals)",
        partial(st.altair_chart, chart, key="live-ratios", alt=finding),
    )
    in_drawer("All measurements: spread, throughput, memory, operations", partial(_draw_tables, context))
    figures = [
        race,
        ChartFigure("speed-up", chart, ratios),
        ChartFigure("times", None, speed_table(result.cells, names)),
        ChartFigure("every-run", None, all_runs_table(result)),
    ]
    return benchmark_findings("live", context, figures, timing_code(result))


def _draw_race(context: SpeedContext) -> ChartFigure:
    """Draw a bar for either model, and a line where the second's would end if it were twice as fast."""
    judged, names = judged_cell(context.result.cells), context.names
    table = race_table(judged, names)
    first, second = table["figure"]
    caption = f"Time to read {cell_text(judged.cell)}. {head_finding(judged)}".strip()
    alt_text = f"{caption}: {first} for {names[0]}, {second} for {names[1]}."
    with st.container(key="race-place"):
        race(table, caption=caption, mark=HALF, alternative=alt_text, key="live-race")
    return ChartFigure("race", race_bars(table, models=names), table)


def _draw_claims(judged_claims: tuple[Claim, ...]) -> None:
    titles = {
        "claim": "Claim",
        "measured": "Measured here",
        "verdict": "Verdict",
        "paper": "In the paper, of its own models",
    }
    # Its lines wrap, as those of a data frame do not.
    st.table(claim_table(judged_claims).rename(columns=titles).set_index("Claim"))


def _draw_tables(context: SpeedContext) -> None:
    result, names = context.result, context.names
    st.dataframe(size_display_table(result.setup), hide_index=True, key="live-sizes", alt=size_finding(result.setup))
    st.dataframe(
        cell_display_table(result.cells, names), hide_index=True, key="live-cells", alt=load_finding(result.cells)
    )
