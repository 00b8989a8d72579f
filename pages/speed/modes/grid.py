"""How time grows with the length of a sentence and with how many are read at once."""

from typing import Literal

import streamlit as st

from components.charts.files import Figure
from components.charts.speed_curves import speed_lines
from components.tables.speed import speed_table
from components.tables.speed_files import speed_conditions
from components.tables.speed_scaling import scaling_finding
from pages.parts.presenting import controls_hidden, linked_choice
from pages.parts.take_away import take_away
from pages.parts.typeset import typeset
from pages.speed.shown import Shown, measured_by
from pages.speed.timing_snippets import CODE_NOTE, timing_snippet

ACROSS: dict[str, Literal["length", "batch"]] = {"the length": "length", "the batch size": "batch"}
HEIGHTS = {
    "milliseconds": "p50",
    "sentences a second": "sentences_per_second",
    "tokens a second": "tokens_per_second",
}
ABOUT = """
Every point is the median of many runs. Both axes are logarithmic: there a line that rises one step for every step to
the right grows in proportion, and one that rises two grows with the square. A layer with width $d$ reads $n$ tokens in
about
"""
FORMULA = r"24\, n\, d^2 + 4\, n^2 d \quad\text{operations}"
MORE = """
The first part is the four projections of attention and the feed-forward block (whose inner width is $4d$), the second
what attention does with every pair of tokens: for long sentences it is the one that grows.

**What this does not show:** that a device takes as long as the operations say. Small inputs leave a fast device idle,
and large ones do not fit the memory that is close to it. Products of matrices are
counted as Kaplan et al. 2020, [Scaling laws for neural language models](https://arxiv.org/abs/2001.08361), table 1,
counts them, a multiplication and an addition as two; but every token looks at every other here, and both products of
attention are counted for all pairs, hence $4\\, n^2 d$ a layer.
"""


def show(at: Shown) -> None:
    """Lines over the length or over the batch size."""
    st.subheader("How does time grow?", anchor=False)
    result, names = at.result, at.names
    with st.container(horizontal=True):
        across = ACROSS[_choice("Across", list(ACROSS), key="across")]
        value = HEIGHTS[_choice("Shown", list(HEIGHTS), key="height")]
    finding = scaling_finding(result.cells, names, across)
    st.text(finding)
    table = speed_table(result.cells, names)
    chart = speed_lines(table, across=across, models=names, value=value)
    st.altair_chart(chart, key="grid-lines", alt=finding)
    measured_by(at)
    with st.expander("How this is computed, and what it does not show", key="grid-about"):
        st.markdown(ABOUT)
        typeset(FORMULA)
        st.markdown(MORE)
    take_away(
        [Figure("by-length-and-batch", chart, table)],
        speed_conditions(result),
        snippet=timing_snippet(result),
        key="grid",
        link=at.link,
        code_note=CODE_NOTE,
    )


def _choice(label: str, options: list[str], *, key: str) -> str:
    if controls_hidden():
        return linked_choice(key, options)
    return st.selectbox(label, options, key=key, bind="query-params", width=240)
