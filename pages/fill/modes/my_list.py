"""A list of sentences of one's own: a small test of the model, with its figures."""

import time

import streamlit as st

import cache
from components.charts.files import Figure
from components.model.listed import MOST_SENTENCES, ListItem, ListRow, parse_list
from components.tables.sentence_list import list_finding, list_table
from pages.fill.snippets import list_snippet
from pages.parts.conditions import computed_by
from pages.parts.situation import Situation
from pages.parts.take_away import take_away

PART = 24  # sentences between two steps of the progress bar
EXAMPLE = """\
Paris is the capital of [MASK].\tfrance
The opposite of cold is [MASK].\thot
A week has seven [MASK].\tdays
The birds [MASK] in the tree.\tsing
"""


def show(at: Situation) -> None:
    """Take a list, ask it, and show what came out."""
    st.subheader("A list of my own", anchor=False)
    st.markdown(
        f"One sentence a line, each with one `[MASK]`, at most {MOST_SENTENCES:,}. Put the right word after a tab or a "
        "comma, if you know it: then its rank is counted too."
    )
    typed = st.text_area("Sentences", EXAMPLE, height=170, key="list-typed", persist_state="session")
    uploaded = st.file_uploader("Or a file: .txt, .csv or .tsv", type=["txt", "csv", "tsv"], key="list-file")
    text = typed if uploaded is None else uploaded.getvalue().decode("utf-8", errors="replace")
    items = parse_list(text)
    left, right = st.columns([1, 3], vertical_alignment="center")
    if left.button(f"Ask all {len(items):,} sentences", key="list-ask"):
        st.session_state["list-asked"] = (at.model.id, text)
    if st.session_state.get("list-asked") != (at.model.id, text):
        return
    rows = _asked(at.model.id, items, right)
    st.text(list_finding(rows))
    table = list_table(rows)
    st.dataframe(table, hide_index=True, key="list-table")
    conditions = cache.conditions(at.model.id)
    computed_by(at.model, conditions, parameters=cache.parameters(at.model.id), live=True)
    take_away([Figure("list", None, table)], conditions, snippet=list_snippet(at.model, rows), key="list")


def _stop() -> None:
    st.session_state.pop("list-asked", None)


def _asked(model_id: str, items: tuple[ListItem, ...], place: "st.delta_generator.DeltaGenerator") -> list[ListRow]:
    """The rows of all items, part by part, with progress, time left and a way to stop."""
    rows: list[ListRow] = []
    begun = time.monotonic()
    progress = place.empty()
    stop = place.empty()
    stop.button("Stop", key="list-stop", on_click=_stop)
    for start in range(0, len(items), PART):
        done = start / len(items)
        left = (time.monotonic() - begun) * (1 - done) / done if done else None
        progress.progress(done, f"{start:,} of {len(items):,}" + ("" if left is None else f", {left:.0f} s left"))
        rows += cache.list_rows(model_id, tuple((item.sentence, item.word) for item in items[start : start + PART]))
    progress.empty()
    stop.empty()
    return rows
