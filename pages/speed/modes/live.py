"""Two models timed against each other: how many times as fast, and what each takes up."""

import streamlit as st

from components.charts.files import Figure
from components.charts.speed import latency_bars, speed_up_intervals
from components.tables.speed import speed_table, speed_up_table
from components.tables.speed_files import all_runs_table, speed_conditions
from components.tables.speed_findings import (
    latency_finding,
    load_finding,
    random_note,
    self_check_finding,
    speed_finding,
)
from components.tables.speed_readable import readable_cells, readable_sizes, size_finding
from pages.parts.take_away import take_away
from pages.parts.typeset import typeset
from pages.speed.shown import Shown, measured_by
from pages.speed.timing_snippets import CODE_NOTE, timing_snippet

ABOUT = """
Both models read the same random pieces, in turns: first, second, first, second, so that a machine that slows down does
it to both. Warm-up runs come first and do not count. Then every cell goes on until both the number of runs and the
seconds are reached. The clock is read when the device has finished its work. The speed-up is the ratio of the two
medians, and its 95% interval is a bootstrap: runs of both are drawn again and again with replacement,
"""
FORMULA = r"\text{times as fast} = \frac{\mathrm{median}(t_\mathrm{first})}{\mathrm{median}(t_\mathrm{second})}"
MORE = """
Operations are counted from the products of matrices of one pass, a multiplication and an addition as two; the peak is
the fastest such product that this device was seen to compute. The self-check times the first model against itself: its
99% interval has to hold 1.0.

**What this does not show:** another machine, another day, or other software. Times of a few milliseconds hold much that
is not arithmetic. A short sentence of a real text would be cut into pieces first, which is not timed here. Nor do times
say anything about answers: see “The claims” and what follows it. Sources: Sanh et al. 2019,
[DistilBERT](https://arxiv.org/abs/1910.01108); Efron 1979, [Bootstrap
methods](https://doi.org/10.1214/aos/1176344552).
"""


def show(at: Shown) -> None:
    """The whole of a finished benchmark."""
    st.subheader("How many times as fast?", anchor=False)
    result, names = at.result, at.names
    if note := random_note(result.ready):
        st.text(note)
    finding = speed_finding(result.cells, names)
    st.text(finding)
    measured_by(at)
    st.caption(f"Sentences × tokens, and how many times as fast {names[1]} is; lines are 95% intervals.")
    ratios = speed_up_table(result.cells)
    chart = speed_up_intervals(ratios)
    st.altair_chart(chart, key="live-ratios", alt=finding)
    st.text(self_check_finding(result.self_check, names[0]))
    st.text(load_finding(result.cells))
    st.markdown("**How long one pass takes**")
    times = speed_table(result.cells, names)
    st.text(latency_finding(result.cells, names))
    bars = latency_bars(times, models=names)
    st.altair_chart(bars, key="live-times", alt=latency_finding(result.cells, names))
    st.text(size_finding(result.ready))
    st.dataframe(readable_sizes(result.ready), hide_index=True, key="live-sizes", alt=size_finding(result.ready))
    with st.expander("Every figure: spread, throughput, memory, operations", key="live-figures"):
        st.dataframe(readable_cells(result.cells, names), hide_index=True, key="live-cells", alt=finding)
    with st.expander("How this is computed, and what it does not show", key="live-about"):
        st.markdown(ABOUT)
        typeset(FORMULA)
        st.markdown(MORE)
    figures = [
        Figure("speed-up", chart, ratios),
        Figure("times", bars, times),
        Figure("every-run", None, all_runs_table(result)),
    ]
    take_away(
        figures,
        speed_conditions(result),
        snippet=timing_snippet(result),
        key="live",
        link=at.link,
        code_note=CODE_NOTE,
    )
