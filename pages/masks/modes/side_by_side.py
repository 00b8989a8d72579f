"""One sentence, two grids, the same weights: without a mask on the left, under the chosen one on the right."""

from functools import partial

import streamlit as st

import cache
from cache import masks
from components.charts.attention import MOST_TOKENS, masked_heatmap
from components.charts.files import Figure
from components.model.attention_mask import AttentionMask, Bidirectional, Causal
from components.model.mask_reading import grid_weights, head_looking_ahead
from components.model.mask_results import MaskComparison, TokenView
from components.model.records import ModelRecord
from components.model.results import Trace
from components.tables.mask_cells import mask_formula
from components.tables.mask_matrix import mask_matrix_table
from components.tables.masks import comparison_finding, right_finding, view_table
from components.widgets.mask_grids import GridSelection
from pages.masks.cell import show_cell
from pages.masks.chosen import choose_head, draw_grids, kept
from pages.masks.masking import Kind, choose_kind, follow_drawing, mask_of, starting_points
from pages.masks.modes import padded
from pages.masks.sentence import word_of_preset
from pages.masks.snippets import row_snippet
from pages.parts.conditions import computed_by
from pages.parts.take_away import take_away
from pages.parts.typeset import typeset

ABOUT = r"""
A mask is added to the scores before the softmax: $\alpha_{ij} = \mathrm{softmax}_j\!\left( q_i \cdot k_j / \sqrt{d} +
m_{ij} \right)$ with $m_{ij} = 0$ where token $i$ may see token $j$ and $-\infty$ where it may not ([Vaswani et al.
2017](https://arxiv.org/abs/1706.03762), section 3.2.3). Both grids come from **the same weights**; every layer has the
same mask, so from the second layer on the scores differ as well. The head drawn first is the one whose words give most
weight further right than to the next word. The step slider shows the finished sentence's weights, part by part.

**What this does not show:** how good a model is that was *trained* under the mask. This one never was: what it says
under a foreign mask is what is taken away, and not what could be learned. “Two models” sets one beside it.
"""


def show(model: ModelRecord, sentence: str) -> None:
    """Draw both grids, and take the chosen cell apart."""
    controls = st.container(horizontal=True, vertical_alignment="bottom")
    with controls:
        kind = choose_kind()
    if kind is Kind.PADDING:
        padded.show(model, sentence, controls)
        return
    without = masks.comparison(model.id, sentence, Causal()).bidirectional
    tokens = without.tokens
    with controls:
        mask = mask_of(kind, len(tokens))
        layer, head = choose_head(without.attention.shape[:2], usual=head_looking_ahead(without))
    if kind is Kind.DRAWN:
        st.markdown("**Click a cell of the right grid** to hide it, or to let it be seen.")
        starting_points(len(tokens))
    found = masks.comparison(model.id, sentence, mask)
    wanted = kept(len(tokens), word_of_preset(tokens))
    draw_grids(
        masks.grids(model.id, sentence, mask, layer, head),
        f"{model.id} {sentence}",
        wanted,
        can_draw=kind is Kind.DRAWN,
        on_drawn=partial(follow_drawing, mask, len(tokens)),
    )
    st.text(comparison_finding(found, layer, head))
    figures = [_figure(name, *of, layer, head) for name, of in _both(found).items()]
    if wanted.row is not None:
        view = masks.token_view(model.id, sentence, mask, wanted.row, layer, head)
        st.text(right_finding(view))
        figures.append(Figure("row", None, view_table(view)))
        figures += _cell(model, sentence, view, wanted, layer, head)
    with st.expander("How this is computed, and what it does not show", key="grids-about"):
        st.markdown(ABOUT)
    computed_by(model, found.conditions, parameters=cache.parameters(model.id), live=True)
    snippet = row_snippet(model, found, wanted.row, layer, head)
    take_away(figures, found.conditions, snippet=snippet, key="grids")


def _cell(
    model: ModelRecord, sentence: str, view: TokenView, wanted: GridSelection, layer: int | None, head: int | None
) -> list[Figure]:
    """The kept cell; where none is, the one to the right that has most weight without the mask."""
    if layer is None or head is None:
        typeset(mask_formula(view.mask))
        st.caption("An average has no score: choose one layer and one head to see a cell's numbers.")
        return []
    strongest = view.query if view.largest_right is None else view.largest_right
    column = strongest if wanted.column is None else wanted.column
    cell = masks.mask_cell(model.id, sentence, view.mask, layer, head, view.query, column)
    return show_cell(cell, ("Without a mask", "Under the mask"))


def _both(found: MaskComparison) -> dict[str, tuple[Trace, AttentionMask]]:
    return {"without-mask": (found.bidirectional, Bidirectional()), "under-mask": (found.masked, found.mask)}


def _figure(name: str, trace: Trace, mask: AttentionMask, layer: int | None, head: int | None) -> Figure:
    count = len(trace.tokens)
    table = mask_matrix_table(trace.tokens, grid_weights(trace.attention, layer, head), mask.allowed(count))
    return Figure(name, masked_heatmap(table) if count <= MOST_TOKENS else None, table)
