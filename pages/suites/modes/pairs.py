"""Pairs: which of two sentences a model prefers, by phenomenon and model."""

import streamlit as st

from components.charts.files import ChartFigure
from components.model.checkpoints.records import ModelRecord
from components.suites.model.pairs import shipped_pairs
from components.suites.tables.pairs import pair_table, pairs_finding
from pages.parts.findings import Findings
from pages.parts.layout import headline


def show(_: ModelRecord) -> Findings:
    """Draw the pairs."""
    table = pair_table(shipped_pairs())
    headline(pairs_finding(shipped_pairs()))
    st.dataframe(table, hide_index=True, key="suite-pairs")
    return Findings("pairs", [ChartFigure("pairs", None, table)], {"written_for": "this room"})
