"""Precomputed grids of fine-tuning runs, written by ``python -m training.teaching_grid``."""

from pathlib import Path

import streamlit as st

from cache.shipped.first_runs import first_run
from components.model.serialisation import from_json
from components.teaching.model.grid import GridCell
from components.teaching.model.presets import DEFAULT_PLAN

FOLDER = Path(__file__).with_name("runs")


@st.cache_resource(max_entries=3, show_spinner=False)
def teaching_grid(name: str) -> tuple[GridCell, ...]:
    """The cells of a grid: ``rates``, ``labels`` or ``starts``."""
    return from_json(tuple[GridCell, ...], (FOLDER / f"{name}.json").read_text(encoding="utf-8"))


def rate_cells() -> tuple[GridCell, ...]:
    """The grid of learning rates."""
    return teaching_grid("rates")


def label_cells() -> tuple[GridCell, ...]:
    """The grid of training sizes."""
    return teaching_grid("labels")


def start_cells() -> tuple[GridCell, ...]:
    """The grid of starts: pre-trained, half pre-trained and random weights, by training sizes."""
    return teaching_grid("starts")


def initial_blank_loss() -> float:
    """The loss on masked words before fine-tuning, in nats."""
    default_run = first_run(DEFAULT_PLAN.key)
    assert default_run is not None  # it ships
    assert default_run.blank_losses is not None  # of a model that fills blanks
    return default_run.blank_losses[0]
