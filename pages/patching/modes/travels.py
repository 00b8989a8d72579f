"""Where the answer travels: the share that each vector brings back, by layer and token."""

from functools import partial

import streamlit as st

import cache.patching
from components.charts.files import ChartFigure
from components.patching.charts.paths import part_bars
from components.patching.model.results import PatchGrid, PatchSite, UnevenPair
from components.patching.tables.grid import (
    check_finding,
    default_cell,
    grid_finding,
    grid_table,
    odds_finding,
    parts_finding,
    parts_table,
)
from components.tables.phrases import word_label
from pages.parts.errors import show_error
from pages.parts.findings import Findings
from pages.parts.layout import headline, in_drawer, note, rare_settings, try_this
from pages.parts.long_work import run_with_progress
from pages.parts.markdown import escape_markdown
from pages.parts.presenting import hides_controls
from pages.parts.sentence.context import SentenceContext
from pages.parts.settings import choice, linked_number, write_number
from pages.patching.inputs import LAYER, TOKEN, read_pair, use_sentence
from pages.patching.picture import HOW_TO_READ, draw_grid

SNIPPET_SITES = {PatchSite.WHOLE: "layer", PatchSite.ATTENTION: "attention", PatchSite.FEED_FORWARD: "feed-forward"}


def show(context: SentenceContext) -> Findings | None:
    """Draw the grid, and the parts of the layer that is open."""
    try:
        pair = read_pair(context)
    except UnevenPair as error:
        show_error(error)
        if not hides_controls():
            st.button(f"Use “{error.suggestion}”", key="patching-even", on_click=use_sentence, args=(error.suggestion,))
        return None
    with rare_settings():
        site = PatchSite(choice("Vector that is put in", "vector", [site.value for site in PatchSite], drawn_as="list"))
    grid = run_with_progress("Patching", cache.patching.patch_grid, *pair, site, unit="cell", key="patching")
    headline(grid_finding(grid))
    note(odds_finding(grid))
    if grid.shares is None:
        return None
    layer, position = _open_cell(grid)
    draw_grid(grid, chosen=(layer, position), key="patching-grid", on_choose=partial(_choose, grid))
    note(HOW_TO_READ, check_finding(grid))
    try_this("Click a cell, then open “Why?” to take its layer apart.")
    table = grid_table(grid)
    figures = [ChartFigure("regained", None, table)]
    if layer > 0:
        parts = cache.patching.layer_parts(*pair, layer, position)
        rows, finding = parts_table(parts), parts_finding(parts, grid.pair)
        token = escape_markdown(word_label(grid.pair.clean.items[position]))
        bars = part_bars(rows)
        title = f"Layer {layer} at “{token}”, taken apart: each part put in alone"
        in_drawer(title, partial(st.altair_chart, bars, key="patching-parts", alt=finding))
        note("The shares of the parts need not add up to the cell: the vector also carries what earlier layers wrote.")
        note(finding)
        figures.append(ChartFigure("parts-of-the-layer", bars, rows))
    code = {
        "clean": list(grid.pair.clean.ids),
        "corrupt": list(grid.pair.corrupt.ids),
        "blank": grid.pair.blank,
        "answers": [word.id for word in grid.words],
        "part": SNIPPET_SITES[site],
        "layer": layer,
        "token": position,
    }
    return Findings("travels", figures, grid.conditions, code)


def _open_cell(grid: PatchGrid) -> tuple[int, int]:
    """Layer and token of the cell in the link, or of the default one."""
    layer, position = default_cell(grid)
    return (
        linked_number(LAYER, low=grid.layers[0], high=grid.layers[-1], default=layer),
        linked_number(TOKEN, low=1, high=len(grid.pair.clean), default=position + 1) - 1,
    )


def _choose(grid: PatchGrid, layer: int, token: int) -> None:
    default_layer, default_token = default_cell(grid)
    write_number(LAYER, layer, default=default_layer)
    write_number(TOKEN, token + 1, default=default_token + 1)
