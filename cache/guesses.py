"""The guesses of this process's visitors."""

import streamlit as st

from components.model.tally import Tally


@st.cache_resource(max_entries=1, show_spinner=False)
def tally() -> Tally:
    """One tally for all visitors."""
    return Tally()
