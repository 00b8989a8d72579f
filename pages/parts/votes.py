"""What the nearest sentences mean, as a bar a sense."""

import streamlit as st

from components.senses.model.results import Vote
from pages.parts.literal import literal


def vote_bars(vote: Vote) -> None:
    """A bar for each sense that one of the neighbours has."""
    count = len(vote.neighbours)
    for sense, share in vote.shares:
        st.progress(share, text=f"{literal(sense)}: {round(share * count)} of the {count} nearest")
