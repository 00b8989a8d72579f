"""Left to right: the same sentence as next-word prediction, every piece a target and seen from one side alone."""

import streamlit as st

import cache.engine
import cache.pretraining
from components.charts.files import Figure
from components.charts.labelled import labelled_bars
from components.model.checkpoints.registry import record
from components.pretraining.tables.findings import next_finding
from components.pretraining.tables.tables import next_table
from pages.parts.context import SentenceContext
from pages.parts.findings import Computed, Findings, about
from pages.parts.rooms import PRETRAINING
from pages.parts.sentence.tiles import word_tiles
from pages.parts.snippets import snippet
from pages.parts.stage import headline, note

TWIN = record("pocket-gpt")  # trained to read from the left


def show(at: SentenceContext) -> Findings:
    """What each piece costs the twin that reads from the left."""
    word_tiles(at.tokens)
    found = cache.pretraining.next_pieces(TWIN.id, at.sentence)
    said = next_finding(found)
    headline(said)
    note(f"{TWIN.name} answers: pocket BERT’s twin, trained on the next word.")
    table = next_table(found)
    chart = labelled_bars(table, value="nats", name="piece", figure="figure", title="Nats")
    st.caption("What each piece costs, in nats, given those above it alone; on the right, what the model expected")
    st.altair_chart(chart, key="next-pieces", alt=said)
    return Findings(
        "next",
        [Figure("next-pieces", chart, table)],
        found.conditions,
        snippet(PRETRAINING, "left_to_right", TWIN, ids=list(found.tokens.ids)),
        about=about(PRETRAINING, "left_to_right"),
        computed=(Computed(TWIN, cache.engine.conditions(TWIN.id)),),
    )
