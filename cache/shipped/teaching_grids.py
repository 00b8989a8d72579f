"""Precomputed grids of fine-tuning runs, written by ``python -m training.teaching_grid``."""

from pathlib import Path

import streamlit as st

from components.model.serialisation import from_json
from components.teaching.model.grid import GridCell

FOLDER = Path(__file__).with_name("runs")


@st.cache_resource(max_entries=2, show_spinner=False)
def teaching_grid(name: str) -> tuple[GridCell, ...]:
    """The cells of a grid: ``rates`` or ``labels``."""
    return from_json(tuple[GridCell, ...], (FOLDER / f"{name}.json").read_text(encoding="utf-8"))
