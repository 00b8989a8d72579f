"""The guesses of visitors, of this process or of all processes that share a store."""

import streamlit as st

from components.classroom.shared import SharedTally, guess_tally
from components.model.tally import Tally


@st.cache_resource(max_entries=1, show_spinner=False)
def tally() -> Tally | SharedTally:
    """One tally for all visitors."""
    return guess_tally()
