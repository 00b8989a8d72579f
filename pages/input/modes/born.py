"""In the drawer: how a vocabulary is made, by the pairs that BPE and WordPiece would merge next."""

from functools import partial

import streamlit as st

import cache.input
from components.charts.labelled import labelled_bars
from components.input.tables.answers import ranked_table
from components.input.tables.findings import next_merges_finding
from components.model.checkpoints.catalogue import REFERENCE
from components.model.checkpoints.registry import model_record
from components.tables.phrases import possessive
from pages.parts.findings import room_prose
from pages.parts.layout import in_drawer, rare_settings
from pages.parts.rooms import INPUT
from pages.parts.sentence.context import SentenceContext
from pages.parts.settings import number

DONE = "merges"
DEFAULT, STEP = 100, 20
MERGE_COUNT = 8120  # of the vocabulary's 8,139 merges: a whole number of steps
WIDTH = 130  # pixels for "##tion ##al"


def make_vocabulary(context: SentenceContext) -> None:
    """Show in the drawer what either rule would merge next."""
    with rare_settings():
        done = number("Merges so far", DONE, low=0, high=MERGE_COUNT, default=DEFAULT, step=STEP)
    in_drawer("How a vocabulary is made", partial(_draw, context, done))


def _draw(context: SentenceContext, done: int) -> None:
    next_merges = cache.input.next_merges(done)
    st.text(next_merges_finding(next_merges))
    ranked = {
        "count": ("BPE (most frequent pair)", next_merges.by_count),
        "gain": ("WordPiece (likelihood)", next_merges.by_gain),
    }
    for column, (by, (title, pairs)) in zip(st.columns(2), ranked.items(), strict=True):
        table = ranked_table(pairs, by=by)
        chart = labelled_bars(table, value=by, name="pair", figure="figure", title=title, name_width=WIDTH)
        with column:
            st.markdown(f"**{title}:** next merge after {next_merges.done:,} merges")
            st.altair_chart(chart, key=f"next-{by}", alt=f"{title}: " + ", ".join(table["pair"]))
    model = model_record(REFERENCE)
    if context.model.id != REFERENCE:
        st.text(
            f"This is {possessive(model.name)} vocabulary: of {possessive(context.model.name)}, neither the text "
            "nor the merges are known."
        )
    room_prose(INPUT, "born").draw()
