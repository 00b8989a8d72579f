"""One sentence, two grids, the same weights: without a mask on the left, under the chosen one on the right."""

from functools import partial

import streamlit as st

import cache.engine
import cache.masks
from components.charts.files import ChartFigure
from components.charts.heatmaps import TOKEN_LIMIT, masked_heatmap
from components.masks.grids import GridSelection
from components.masks.model.results import MaskComparison, TokenView
from components.masks.model.weights import grid_weights, lookahead_head
from components.masks.tables.cells import mask_formula
from components.masks.tables.findings import comparison_finding, right_finding, token_view_table
from components.masks.tables.grids import mask_matrix_table
from components.model.checkpoints.records import ModelRecord
from components.model.inference.attention_mask import AttentionMask, Bidirectional, Causal
from components.model.results import Trace
from pages.masks.cell import show_cell
from pages.masks.inputs import example_word_position
from pages.masks.masking import MaskKind, choose_mask, choose_mask_kind, starting_mask_buttons, toggle_drawn_cells
from pages.masks.modes import models, padded
from pages.masks.selections import choose_head, draw_grids, linked_selection, row_tiles
from pages.parts.findings import Findings
from pages.parts.layout import headline, note, notes_place
from pages.parts.sentence.context import SentenceContext
from pages.parts.settings import choice
from pages.parts.typeset import typeset

SAME_MODEL, OTHER_MODEL = "Another mask", "Another model"


def show(context: SentenceContext) -> Findings | None:
    """Draw both grids and the steps of the selected cell."""
    model, sentence = context.model, context.sentence
    if choice("Compare with", "right", [SAME_MODEL, OTHER_MODEL]) == OTHER_MODEL:
        return models.show(context)
    kind = choose_mask_kind()
    if kind is MaskKind.PADDING:
        return padded.show(context)
    without = cache.masks.mask_comparison(model.id, sentence, Causal()).bidirectional
    tokens = without.tokens
    mask = choose_mask(kind, len(tokens))
    layer, head = choose_head(without.attention.shape[:2], default=lookahead_head(without))
    if kind is MaskKind.DRAWN:
        with notes_place():
            st.markdown("**Click a cell in the right grid** to hide it or show it.")
            starting_mask_buttons(len(tokens))
    comparison = cache.masks.mask_comparison(model.id, sentence, mask)
    selection = linked_selection(len(tokens), example_word_position(tokens))
    row_tiles(tokens, selection.row)
    draw_grids(
        cache.masks.grid_bytes(model.id, sentence, mask, layer, head),
        f"{model.id} {sentence}",
        selection,
        can_draw=kind is MaskKind.DRAWN,
        on_drawn=partial(toggle_drawn_cells, mask, len(tokens)),
    )
    headline(comparison_finding(comparison, layer, head))
    figures = [_figure(name, *of, layer, head) for name, of in _traces_by_name(comparison).items()]
    if selection.row is not None:
        view = cache.masks.token_view(model.id, sentence, mask, selection.row, layer, head)
        note(right_finding(view))
        figures.append(ChartFigure("row", None, token_view_table(view)))
        figures += _cell(model, sentence, view, selection, layer, head)
    inputs = {"ids": list(tokens.ids), "row": selection.row, "layer": layer, "head": head, **mask.rule}
    return Findings("grids", figures, comparison.conditions, inputs)


def _cell(
    model: ModelRecord, sentence: str, view: TokenView, selection: GridSelection, layer: int | None, head: int | None
) -> list[ChartFigure]:
    """Draw the selected cell, or by default the one on the right with most weight without the mask."""
    if layer is None or head is None:
        typeset(mask_formula(view.mask))
        st.caption("An average has no score. Choose one layer and one head to see the numbers of a cell.")
        return []
    strongest = view.query if view.largest_right is None else view.largest_right
    column = strongest if selection.column is None else selection.column
    cell = cache.masks.mask_cell(model.id, sentence, view.mask, layer, head, view.query, column)
    return show_cell(cell, ("Without a mask", "Under the mask"))


def _traces_by_name(comparison: MaskComparison) -> dict[str, tuple[Trace, AttentionMask]]:
    return {
        "without-mask": (comparison.bidirectional, Bidirectional()),
        "under-mask": (comparison.masked, comparison.mask),
    }


def _figure(name: str, trace: Trace, mask: AttentionMask, layer: int | None, head: int | None) -> ChartFigure:
    count = len(trace.tokens)
    table = mask_matrix_table(trace.tokens, grid_weights(trace.attention, layer, head), mask.allowed(count))
    return ChartFigure(name, partial(masked_heatmap, table) if count <= TOKEN_LIMIT else None, table)
