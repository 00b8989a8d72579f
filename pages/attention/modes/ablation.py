"""Heads switched off: what becomes of the answer at a blank?"""

import streamlit as st

import cache
from cache import Drawn
from components.charts.ablation import change_bars, importance_heatmap
from components.charts.files import Figure
from components.model.ablation_results import HeadImportance
from components.model.records import Role
from components.model.refusal import NothingMasked, Refusal
from components.tables.ablation import change_table, importance_in_words, importance_table, mattering, moved, piece
from pages.attention.chosen import OFF, draw_atlas
from pages.attention.reading import Reading
from pages.attention.snippets import ablation_snippet
from pages.parts.asked import which_answer, which_blank
from pages.parts.conditions import computed_by
from pages.parts.long_work import agreed, in_parts
from pages.parts.masks import mask_strip, masks_from_link
from pages.parts.presenting import controls_hidden
from pages.parts.situation import Situation
from pages.parts.take_away import take_away

COUNT = 8
ABOUT = """
A head that is **off** adds nothing: the part of the layer's output that comes from it is zero, and every other head
goes on as before. With all heads of a layer off, only the bias of its attention is left. The grid switches off one head
at a time and counts what the answer loses: $\\log_2 p - \\log_2 p_{\\text{without the head}}$, in bits. After
[Michel et al. 2019](https://arxiv.org/abs/1905.10650).

**What this does not show:** what the heads do together. Two heads that do the same can each be spared, and a model
was never trained with a head missing: some of what is lost is the surprise.
"""


def show(reading: Reading) -> None:
    """Switch heads off, and see what the blank becomes."""
    st.subheader("Which heads does the answer need?", anchor=False)
    if reading.second:
        raise Refusal("Heads are switched off in one sentence. Please empty the box of the second sentence above.")
    if reading.model.role is not Role.MASKED:
        raise Refusal(f"{reading.model.name} fills no blanks. Please choose a masked model.")
    tokens = reading.trace.tokens
    masked = masks_from_link(tokens)
    st.markdown("Hide a word; then **click heads to switch them off** (or a row's name, for the whole layer).")
    mask_strip(tokens, masked, key="ablation-strip")
    at = Situation(reading.model, tokens, masked)
    if not at.blanks:
        raise NothingMasked("Nothing is masked yet. Click a word above, or type [MASK] in the sentence.")
    with st.container(horizontal=True, vertical_alignment="bottom"):
        blank = which_blank(at, key="ablation")
        answer = which_answer(at, blank, key="ablation")
    chosen = draw_atlas(reading, Drawn.HEADS, can_switch_off=True)
    if chosen.off and not controls_hidden():
        st.button("Switch all heads on again", key="ablation-on", on_click=_all_on)
    found = cache.without_heads(reading.model.id, reading.sentence, masked, blank, answer.id, chosen.off)
    table = change_table(found, count=COUNT)
    st.text(moved(found))
    chart = change_bars(table)
    st.altair_chart(chart, key="ablation-change", alt=moved(found))
    figures = [
        Figure("without-heads", chart, table),
        *_importance(reading, masked, blank, answer.id, piece(found.answer)),
    ]
    with st.expander("How this is computed, and what it does not show", key="ablation-about"):
        st.markdown(ABOUT)
    computed_by(reading.model, found.conditions, parameters=cache.parameters(reading.model.id), live=True)
    snippet = ablation_snippet(at, blank, answer.id, chosen.off)
    take_away(figures, found.conditions, snippet=snippet, key="ablation")


def _importance(reading: Reading, masked: tuple[int, ...], blank: int, answer: int, word: str) -> list[Figure]:
    """Every head switched off by itself, with progress; asked for first where the model has many."""
    st.markdown("#### Each head by itself")
    layers, heads = reading.shape
    places = [(layer, head) for layer in range(layers) for head in range(heads)]
    if not agreed(len(places), f"{reading.name} {masked} {blank} {answer}", key="ablation-grid"):
        return []

    def without(part: tuple[int, ...]) -> tuple[HeadImportance, ...]:
        tested = tuple(places[number] for number in part)
        return cache.head_importance(reading.model.id, reading.sentence, masked, blank, answer, tested)

    table = importance_table(in_parts(range(len(places)), without))
    st.text(mattering(table, word))
    chart = importance_heatmap(table)
    st.altair_chart(chart, key="ablation-heat", alt=importance_in_words(table))
    return [Figure("head-importance", chart, table)]


def _all_on() -> None:
    st.query_params.pop(OFF, None)
