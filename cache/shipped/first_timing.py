"""The precomputed benchmark of the room “Speed and size”, measured on the machine that it names.

``python -m benchmarks.speed --models pocket-bert pocket-distilbert --device cpu --first`` writes it.
"""

from pathlib import Path

import streamlit as st

from components.speed.model.files import parse_result
from components.speed.model.results import TimingResult

FIRST_TIMING = Path(__file__).with_name("first_timing.json")


@st.cache_resource(max_entries=1, show_spinner=False)
def first_timing() -> TimingResult:
    """A finished benchmark of two bundled models."""
    return parse_result(FIRST_TIMING.read_text(encoding="utf-8"))
