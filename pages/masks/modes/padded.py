"""Padding: two sentences in one batch, the shorter one filled up with tokens that nobody may look at."""

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
from components.masks.tables.matrix import mask_matrix_table
from components.model.checkpoints.records import ModelRecord, Role
from components.model.inference.attention_mask import Padding
from pages.masks.cell import show_cell
from pages.masks.selections import choose_head, draw_grids, linked_selection, row_tiles
from pages.parts.findings import Findings, room_prose
from pages.parts.layout import headline
from pages.parts.rooms import MASKS
from pages.parts.sentence.context import SentenceContext
from pages.parts.settings import text
from pages.parts.snippets import snippet
from pages.parts.typeset import typeset

SHORTER = "It was late."


def show(at: SentenceContext) -> Findings:
    """Draw the shorter sentence alone, and in the batch."""
    model, sentence = at.model, at.sentence
    second = text("Other sentence in the batch", "batch", SHORTER)
    found = cache.masks.padded_pair(model.id, sentence, second)
    layer, head = choose_head(found.alone.attention.shape[:2], default=(0, 0))
    wanted = linked_selection(found.text_length, None)
    row_tiles(found.alone.tokens, wanted.row)
    payload = cache.masks.padding_grid_bytes(model.id, sentence, second, layer, head)
    draw_grids(payload, f"{model.id} {sentence} {second}", wanted)
    headline(padding_finding(found))
    figures = [_figure(found, layer, head)]
    if layer is not None and head is not None and model.role is Role.MASKED:
        figures += _cell(model, sentence, second, found, wanted, layer, head)
    else:
        typeset(mask_formula(Padding(found.text_length)))
    code = snippet(
        MASKS,
        "padding",
        model,
        batch=[list(found.padded.tokens.ids), list(found.longer.ids)],
        lengths=[found.text_length, len(found.longer)],
        row=wanted.row or 0,
        layer=layer,
        head=head,
    )
    return Findings(
        "padding", figures, found.conditions, code, about=room_prose(MASKS, "padding"), computed=(at.computed,)
    )


def _cell(
    model: ModelRecord, first: str, second: str, found: PaddedPair, wanted: GridSelection, layer: int, head: int
) -> list[ChartFigure]:
    """The kept cell; where none is, the first padding as the first word sees it."""
    query = min(1, found.text_length - 1) if wanted.row is None else wanted.row
    key = found.text_length if wanted.column is None else wanted.column
    cell = cache.masks.padded_cell(model.id, first, second, layer, head, query, key)
    return show_cell(cell, ("If padding were visible", "With padding hidden"))


def _figure(found: PaddedPair, layer: int | None, head: int | None) -> ChartFigure:
    tokens = found.padded.tokens
    weights = grid_weights(found.padded.attention, layer, head)
    table = mask_matrix_table(tokens, weights, found.mask.allowed(len(tokens)))
    return ChartFigure("in-the-batch", partial(masked_heatmap, table) if len(tokens) <= TOKEN_LIMIT else None, table)
