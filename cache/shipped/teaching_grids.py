"""Grids of runs that were done beforehand: ``python -m training.teaching_grid`` writes them."""

from pathlib import Path

import streamlit as st

from components.teaching.model.grid import Cell, cells_from

FOLDER = Path(__file__).with_name("runs")


@st.cache_resource(max_entries=2, show_spinner=False)
def teaching_grid(name: str) -> tuple[Cell, ...]:
    """The cells of ``rates`` or ``labels``."""
    return cells_from((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
