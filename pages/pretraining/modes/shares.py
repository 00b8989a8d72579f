"""Why not always [MASK]: what becomes of models whose chosen pieces were treated otherwise."""

import streamlit as st

from cache.shipped.family import masking_shares, shares_conditions
from components.charts.files import Figure
from components.pretraining.charts.curves import shares_bars
from components.pretraining.tables.findings import shares_finding
from components.pretraining.tables.tables import shares_table
from pages.parts.context import SentenceContext
from pages.parts.findings import Findings, about
from pages.parts.rooms import PRETRAINING
from pages.parts.stage import headline, note
from pages.parts.tiles import word_tiles


def show(at: SentenceContext) -> Findings:
    """Draw the losses of the four models."""
    word_tiles(at.tokens)
    found = masking_shares()
    said = shares_finding(found)
    headline(said)
    table = shares_table(found)
    chart = shares_bars(table)
    st.caption("Shares of [MASK] / a random piece / left as it is, in training; each model asked in three ways")
    st.altair_chart(chart, key="shares", alt=said)
    note("Measured in training, on the family’s first text; these four models do not come along.")
    return Findings(
        "shares",
        [Figure("shares", chart, table)],
        shares_conditions(),
        about=about(PRETRAINING, "shares"),
        note="Made by python -m training.figures shares: four models of pocket BERT’s size on 6 million pieces each.",
    )
