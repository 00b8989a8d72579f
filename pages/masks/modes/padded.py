"""Padding: two sentences in one batch, the shorter one filled up with tokens that nobody may look at."""

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

import cache
from cache import masks
from components.charts.attention import MOST_TOKENS, masked_heatmap
from components.charts.files import Figure
from components.model.attention_mask import Padding
from components.model.mask_reading import grid_weights
from components.model.mask_results import PaddedPair
from components.model.records import ModelRecord, Role
from components.tables.mask_cells import mask_formula
from components.tables.mask_matrix import mask_matrix_table
from components.tables.masks import padding_finding
from components.widgets.mask_grids import GridSelection
from pages.masks.cell import show_cell
from pages.masks.chosen import choose_head, draw_grids, kept
from pages.masks.snippets import padding_snippet
from pages.parts.conditions import computed_by
from pages.parts.presenting import linked_text
from pages.parts.take_away import take_away
from pages.parts.typeset import typeset

SHORTER = "It was late."
ABOUT = r"""
A batch is a rectangle of numbers, so a shorter sentence is filled up. Its padding is hidden from everybody
($m_{ij} = -\infty$ for every $j$ that is padding), and the shorter sentence has to come out as if it were alone. The
grids show the shorter one. Padding's own rows are computed too, and nobody reads them.

**What this does not show:** anything about meaning: this mask is bookkeeping, and every model needs it.
"""


def show(model: ModelRecord, sentence: str, controls: DeltaGenerator) -> None:
    """Draw the shorter sentence alone, and in the batch.

    Args:
        model: Which model reads.
        sentence: The one sentence of the batch.
        controls: Where the lists stand.
    """
    second = linked_text("The other sentence in the batch", SHORTER, key="batch")
    found = masks.padded_pair(model.id, sentence, second)
    with controls:
        layer, head = choose_head(found.alone.attention.shape[:2], usual=(0, 0))
    wanted = kept(found.kept, None)
    payload = masks.grids_of_padding(model.id, sentence, second, layer, head)
    draw_grids(payload, f"{model.id} {sentence} {second}", wanted)
    st.text(padding_finding(found))
    figures = [_figure(found, layer, head)]
    if layer is not None and head is not None and model.role is Role.MASKED:
        figures += _cell(model, sentence, second, found, wanted, layer, head)
    else:
        typeset(mask_formula(Padding(found.kept)))
    with st.expander("How this is computed, and what it does not show", key="padding-about"):
        st.markdown(ABOUT)
    computed_by(model, found.conditions, parameters=cache.parameters(model.id), live=True)
    snippet = padding_snippet(model, found, wanted.row, layer, head)
    take_away(figures, found.conditions, snippet=snippet, key="padding")


def _cell(
    model: ModelRecord, first: str, second: str, found: PaddedPair, wanted: GridSelection, layer: int, head: int
) -> list[Figure]:
    """The kept cell; where none is, the first padding as the first word sees it."""
    query = min(1, found.kept - 1) if wanted.row is None else wanted.row
    key = found.kept if wanted.column is None else wanted.column
    cell = masks.padded_cell(model.id, first, second, layer, head, query, key)
    return show_cell(cell, ("If padding were in sight", "With padding hidden"))


def _figure(found: PaddedPair, layer: int | None, head: int | None) -> Figure:
    tokens = found.padded.tokens
    weights = grid_weights(found.padded.attention, layer, head)
    table = mask_matrix_table(tokens, weights, found.mask.allowed(len(tokens)))
    return Figure("in-the-batch", masked_heatmap(table) if len(tokens) <= MOST_TOKENS else None, table)
