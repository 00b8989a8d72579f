"""One sentence, two grids, the same weights: without a mask on the left, under the chosen one on the right."""

from functools import partial

import streamlit as st

import cache.engine
import cache.masks
from components.charts.files import ChartFigure
from components.charts.heatmaps import TOKEN_LIMIT, masked_heatmap
from components.masks.model.results import MaskComparison, TokenView
from components.masks.model.weights import grid_weights, lookahead_head
from components.masks.tables.cells import cell_table, mask_formula
from components.masks.tables.findings import comparison_finding, right_finding, token_view_table
from components.masks.tables.grids import mask_matrix_table
from components.model.inference.attention_mask import AttentionMask, Bidirectional
from components.model.results import Trace
from pages.masks.cell import draw_cell
from pages.masks.inputs import example_word_position
from pages.masks.masking import choose_mask
from pages.masks.selections import FROM, choose_head, draw_grids, linked_selection, row_tiles
from pages.parts.findings import Findings
from pages.parts.layout import headline, in_drawer, note, rare_settings, try_this
from pages.parts.markdown import typeset
from pages.parts.sentence.context import SentenceContext
from pages.parts.settings import linked_index


def show(context: SentenceContext) -> Findings | None:
    """Draw both grids, and in the drawer the steps of the selected cell."""
    model, sentence = context.model, context.sentence
    tokens = cache.engine.tokens(model.id, sentence)
    with rare_settings():
        mask = choose_mask(len(tokens))
    comparison = cache.masks.mask_comparison(model.id, sentence, mask)
    without = comparison.bidirectional
    with rare_settings():
        layer, head = choose_head(without.attention.shape[:2], lookahead_head(without))
    selection = linked_selection(len(tokens))
    row_tiles(tokens, selection.row)
    draw_grids(cache.masks.grid_bytes(model.id, sentence, mask, layer, head), f"{model.id} {sentence}", selection)
    try_this("Click a word: its row shows where it may look.")
    figures = [_figure(name, *of, layer, head) for name, of in _traces_by_name(comparison).items()]
    headline(comparison_finding(comparison, layer, head))
    row = linked_index(FROM, len(tokens), default=example_word_position(tokens))
    if row is not None:
        view = cache.masks.token_view(model.id, sentence, mask, row, layer, head)
        note(right_finding(view))
        figures.append(ChartFigure("row", None, token_view_table(view)))
        if layer is None or head is None:
            in_drawer("", partial(_draw_average, mask))
        else:
            column = _strongest(view) if selection.column is None else selection.column
            cell = cache.masks.mask_cell(model.id, sentence, mask, layer, head, view.query, column)
            in_drawer("One attention weight, step by step", partial(draw_cell, cell))
            figures.append(ChartFigure("cell", None, cell_table(cell)))
    inputs = {"ids": list(comparison.tokens.ids), "row": row, "layer": layer, "head": head, **mask.rule}
    return Findings("grids", figures, comparison.conditions, inputs)


def _strongest(view: TokenView) -> int:
    """The token on the right that gets most weight without the mask; the last token itself."""
    return view.query if view.largest_right is None else view.largest_right


def _draw_average(mask: AttentionMask) -> None:
    typeset(mask_formula(mask))
    st.caption("An average has no score. Choose one layer and one head to see the numbers of a cell.")


def _traces_by_name(comparison: MaskComparison) -> dict[str, tuple[Trace, AttentionMask]]:
    return {
        "without-mask": (comparison.bidirectional, Bidirectional()),
        "under-mask": (comparison.masked, comparison.mask),
    }


def _figure(name: str, trace: Trace, mask: AttentionMask, layer: int | None, head: int | None) -> ChartFigure:
    count = len(trace.tokens)
    table = mask_matrix_table(trace.tokens, grid_weights(trace.attention, layer, head), mask.allowed(count))
    return ChartFigure(name, partial(masked_heatmap, table) if count <= TOKEN_LIMIT else None, table)
