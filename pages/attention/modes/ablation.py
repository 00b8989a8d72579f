"""Heads switched off: what becomes of the answer at a blank?"""

import streamlit as st

import cache.attention
import cache.engine
from cache.attention import Drawn
from components.attention.charts.ablation import change_bars, importance_heatmap
from components.attention.model.results import HeadImportance
from components.attention.tables.ablation import (
    change_table,
    importance_in_words,
    importance_table,
    mattering,
    moved,
    piece,
)
from components.charts.files import Figure
from components.model.checkpoints.records import Role
from components.model.user_errors import NothingMasked, UserError
from pages.attention.chosen import OFF, draw_atlas
from pages.attention.context import AttentionContext
from pages.parts.context import BlankContext
from pages.parts.findings import Findings, about
from pages.parts.lecture.presenting import controls_hidden
from pages.parts.long_work import agreed, in_parts
from pages.parts.rooms import ATTENTION
from pages.parts.sentence.blank_choice import which_answer, which_blank
from pages.parts.sentence.masks import mask_strip, masks_from_link
from pages.parts.snippets import snippet
from pages.parts.stage import beside, headline, note

COUNT = 8


def show(at: AttentionContext) -> Findings:
    """Switch heads off, and see what the blank becomes."""
    if at.second:
        raise UserError("Heads are switched off in one sentence. Please empty the box of the second sentence.")
    if at.model.role is not Role.MASKED:
        raise UserError(f"{at.model.name} fills no blanks. Please choose a masked model.")
    tokens = at.trace.tokens
    masked = masks_from_link(tokens)
    note("Hide a word; then click heads to switch them off (or a row's name, for the whole layer).")
    mask_strip(tokens, masked, key="ablation-strip")
    blanked = BlankContext(at.model, tokens, masked)
    if not blanked.blanks:
        raise NothingMasked
    blank = which_blank(blanked, key="ablation")
    answer = which_answer(blanked, blank, key="ablation")
    chosen = draw_atlas(at, Drawn.HEADS, can_switch_off=True)
    if chosen.off and not controls_hidden():
        with beside():
            st.button("Switch all heads on again", key="ablation-on", on_click=_all_on)
    found = cache.attention.without_heads(at.model.id, at.sentence, masked, blank, answer.id, chosen.off)
    table = change_table(found, count=COUNT)
    if chosen.off:
        headline(moved(found))
    chart = change_bars(table)
    st.altair_chart(chart, key="ablation-change", alt=moved(found))
    figures = [
        Figure("without-heads", chart, table),
        *_importance(at, masked, blank, answer.id, piece(found.answer), says=not chosen.off),
    ]
    code = snippet(
        ATTENTION,
        "ablation",
        at.model,
        ids=list(tokens.ids),
        blanks=list(blanked.blanks),
        blank=blank,
        answer=answer.id,
        off=sorted(chosen.off),
    )
    return Findings(
        "ablation", figures, found.conditions, code, about=about(ATTENTION, "ablation"), computed=(at.computed,)
    )


def _importance(
    at: AttentionContext, masked: tuple[int, ...], blank: int, answer: int, word: str, *, says: bool
) -> list[Figure]:
    """Every head switched off by itself, with progress; asked for first where the model has many.

    It is what the mode ``says`` as long as no head is off.
    """
    st.markdown("**Each head by itself**")
    layers, heads = at.shape
    places = [(layer, head) for layer in range(layers) for head in range(heads)]
    if not agreed(len(places), f"{at.name} {masked} {blank} {answer}", key="ablation-grid"):
        return []

    def without(part: tuple[int, ...]) -> tuple[HeadImportance, ...]:
        tested = tuple(places[number] for number in part)
        return cache.attention.head_importance(at.model.id, at.sentence, masked, blank, answer, tested)

    table = importance_table(in_parts(range(len(places)), without))
    if says:
        headline(mattering(table, word))
    else:
        note(mattering(table, word))
    chart = importance_heatmap(table)
    st.altair_chart(chart, key="ablation-heat", alt=importance_in_words(table))
    return [Figure("head-importance", chart, table)]


def _all_on() -> None:
    st.query_params.pop(OFF, None)
