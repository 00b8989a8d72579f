"""Padding: two sentences in one batch, the shorter one padded with hidden tokens."""

from functools import partial

import cache.engine
import cache.masks
from components.charts.files import ChartFigure
from components.charts.heatmaps import TOKEN_LIMIT, masked_heatmap
from components.masks.grids import GridSelection
from components.masks.model.results import PaddedPair
from components.masks.model.weights import grid_weights
from components.masks.tables.cells import mask_formula
from components.masks.tables.findings import padding_finding
from components.masks.tables.grids import mask_matrix_table
from components.model.checkpoints.records import ModelRecord, Role
from components.model.inference.attention_mask import Padding
from pages.masks.cell import show_cell
from pages.masks.selections import choose_head, draw_grids, linked_selection, row_tiles
from pages.parts.findings import Findings
from pages.parts.layout import headline
from pages.parts.sentence.context import SentenceContext
from pages.parts.settings import text
from pages.parts.typeset import typeset

SHORTER = "It was late."


def show(context: SentenceContext) -> Findings:
    """Draw the shorter sentence alone and in the batch."""
    model, sentence = context.model, context.sentence
    second = text("Other sentence in the batch", "batch", SHORTER)
    pair = cache.masks.padded_pair(model.id, sentence, second)
    layer, head = choose_head(pair.alone.attention.shape[:2], default=(0, 0))
    selection = linked_selection(pair.text_length, None)
    row_tiles(pair.alone.tokens, selection.row)
    payload = cache.masks.padding_grid_bytes(model.id, sentence, second, layer, head)
    draw_grids(payload, f"{model.id} {sentence} {second}", selection)
    headline(padding_finding(pair))
    figures = [_figure(pair, layer, head)]
    if layer is not None and head is not None and model.role is Role.MASKED:
        figures += _cell(model, sentence, second, pair, selection, layer, head)
    else:
        typeset(mask_formula(Padding(pair.text_length)))
    inputs = {
        "batch": [list(pair.padded.tokens.ids), list(pair.longer.ids)],
        "lengths": [pair.text_length, len(pair.longer)],
        "row": selection.row or 0,
        "layer": layer,
        "head": head,
    }
    return Findings("padding", figures, pair.conditions, inputs)


def _cell(
    model: ModelRecord, first: str, second: str, pair: PaddedPair, selection: GridSelection, layer: int, head: int
) -> list[ChartFigure]:
    """Draw the selected cell, or by default the first word's weight on the first padding token."""
    query = min(1, pair.text_length - 1) if selection.row is None else selection.row
    key = pair.text_length if selection.column is None else selection.column
    cell = cache.masks.padded_cell(model.id, first, second, layer, head, query, key)
    return show_cell(cell, ("If padding were visible", "With padding hidden"))


def _figure(pair: PaddedPair, layer: int | None, head: int | None) -> ChartFigure:
    tokens = pair.padded.tokens
    weights = grid_weights(pair.padded.attention, layer, head)
    table = mask_matrix_table(tokens, weights, pair.mask.allowed(len(tokens)))
    return ChartFigure("in-the-batch", partial(masked_heatmap, table) if len(tokens) <= TOKEN_LIMIT else None, table)
