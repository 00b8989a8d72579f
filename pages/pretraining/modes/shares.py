"""Why not always [MASK]: what becomes of models whose chosen pieces were treated otherwise."""

import streamlit as st

import cache.engine
import cache.pretraining
from cache.shipped.family import masking_shares, shares_conditions
from components.charts.files import Figure
from components.model.checkpoints.catalogue import REFERENCE
from components.model.checkpoints.masking_shares import SHARES, shares_id
from components.model.checkpoints.registry import record
from components.pretraining.charts.curves import shares_bars
from components.pretraining.tables.findings import shares_finding
from components.pretraining.tables.replaced import as_read, by_shares_table
from components.pretraining.tables.tables import shares_table
from pages.parts.context import SentenceContext
from pages.parts.findings import Computed, Findings, about
from pages.parts.rooms import PRETRAINING
from pages.parts.sentence.blank_choice import which_blank
from pages.parts.snippets import snippet
from pages.parts.stage import headline, note


def show(at: SentenceContext) -> Findings:
    """Draw the losses of the four models, and ask each of them now."""
    asked = SentenceContext(record(REFERENCE), at.sentence).blanks()
    blank = which_blank(asked, key="shares")
    found = masking_shares()
    said = shares_finding(found)
    headline(said)
    table = shares_table(found)
    chart = shares_bars(table)
    st.caption("Shares of [MASK] / a random piece / left as it is, in training; each model asked in three ways")
    st.altair_chart(chart, key="shares", alt=said)
    live = by_shares_table(cache.pretraining.by_shares(at.sentence, asked.masked, blank))
    st.markdown("**The four on this sentence**: the blank, and the words that they can see")
    st.dataframe(as_read(live), hide_index=True, key="shares-live")
    conditions = shares_conditions()
    note(f"All four have pocket BERT’s size and read the same {conditions.pieces / 1e6:.0f} million pieces.")
    return Findings(
        "shares",
        [Figure("shares", chart, table), Figure("shares-live", None, live)],
        conditions,
        snippet(PRETRAINING, "shares", sentence=asked.sentence, masked=list(asked.masked), blank=blank),
        about=about(PRETRAINING, "shares"),
        computed=tuple(Computed(record(one), cache.engine.conditions(one)) for one in map(shares_id, SHARES)),
        note="The bars were measured once, by python -m training.figures shares.",
    )
