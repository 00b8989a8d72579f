"""Which part of the time is attention, feed-forward, embeddings and vocabulary head."""

import streamlit as st

from components.charts.files import Figure
from components.charts.speed import part_bars
from components.model.refusal import Refusal
from components.tables.speed import PLACES, part_table
from components.tables.speed_files import speed_conditions
from components.tables.speed_findings import part_finding
from pages.parts.presenting import controls_hidden, linked_choice
from pages.parts.take_away import take_away
from pages.parts.typeset import typeset
from pages.speed.shown import Shown, measured_by
from pages.speed.timing_snippets import CODE_NOTE, parts_snippet

UNITS = ("milliseconds", "shares of the time")
ABOUT = """
Before and behind every block of a model hangs a clock (a hook), and the time between the two counts for the block:
attention with its projections, feed-forward, embeddings, and the head that turns vectors into words of the vocabulary.
A layer norm counts with the block it belongs to. What is left is “other”: the adding of a block's input to its output,
the making of masks, and the clocks themselves.
"""
FORMULA = (
    r"t = t_\text{embeddings} + \sum_\text{layers} (t_\text{attention} + t_\text{feed-forward}) "
    r"+ t_\text{head} + t_\text{other}"
)
MORE = """
Half the layers halve the sum in the middle and nothing else. So where the head and the embeddings take much of the
time, half the layers are far from half the time.

**What this does not show:** what would be saved by leaving a part out: on a GPU parts overlap, and the clocks cost time
of their own, most with small inputs. A compiled model has no parts left to look at.
"""


def show(at: Shown) -> None:
    """Bars of parts, for both models."""
    st.subheader("Where does the time go?", anchor=False)
    result, names = at.result, at.names
    if result.benchmark.compiled:
        raise Refusal(f"{part_finding(result.cells, names)} Measure again without torch.compile.")
    with st.container(horizontal=True):
        batch = int(_choice("Sentences at once", [str(one) for one in sorted(result.benchmark.batches)], key="at-once"))
        unit = _choice("Shown as", list(UNITS), key="unit")
    cells = [found for found in result.cells if found.cell.batch == batch]
    finding = part_finding(cells, names)
    st.text(finding)
    st.caption("; ".join(f"“{place}” is {name}" for place, name in zip(PLACES, names, strict=True)) + ".")
    table = part_table(cells, names)
    chart = part_bars(table, share=unit == UNITS[1])
    st.altair_chart(chart, key="parts-bars", alt=finding)
    measured_by(at)
    with st.expander("How this is computed, and what it does not show", key="parts-about"):
        st.markdown(ABOUT)
        typeset(FORMULA)
        st.markdown(MORE)
    take_away(
        [Figure("parts-of-the-time", chart, table)],
        speed_conditions(result),
        snippet=parts_snippet(result),
        key="parts",
        link=at.link,
        code_note=CODE_NOTE,
    )


def _choice(label: str, options: list[str], *, key: str) -> str:
    if controls_hidden():
        return linked_choice(key, options)
    if st.session_state.get(key) not in (None, *options):
        st.session_state[key] = options[0]  # another benchmark has other batch sizes
    return st.selectbox(label, options, key=key, bind="query-params", width=240)
