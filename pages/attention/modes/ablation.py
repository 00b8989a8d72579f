"""Heads switched off: what the answer at a blank loses without them."""

from functools import partial

import streamlit as st

import cache.attention
import cache.engine
from components.attention.charts.ablation import change_bars, importance_heatmap
from components.attention.model.results import HeadImportance
from components.attention.switches import Head, WordBar, head_switches
from components.attention.tables.ablation import (
    SLIGHT,
    ablation_finding,
    answer_text,
    change_table,
    importance_alt_text,
    importance_finding,
    importance_table,
)
from components.charts.files import ChartFigure
from components.model.checkpoints.records import Role
from components.model.user_errors import NothingMasked, UserError
from pages.attention.context import AttentionContext
from pages.attention.selection import linked_heads_off, write_heads_off
from pages.parts.findings import Findings, room_prose
from pages.parts.layout import headline, note, notes_place
from pages.parts.long_work import confirm_long_run, run_in_batches
from pages.parts.presenting import hides_controls
from pages.parts.rooms import ATTENTION
from pages.parts.sentence.blank_choice import choose_answer, choose_blank
from pages.parts.sentence.context import BlankContext
from pages.parts.sentence.masks import mask_strip, masks_from_link
from pages.parts.snippets import snippet

COUNT = 6


def show(at: AttentionContext) -> Findings:
    """Switch heads off, and see how the prediction at the blank changes."""
    if at.second:
        raise UserError("Heads can be switched off in one sentence only. Empty the second sentence box.")
    if at.model.role is not Role.MASKED:
        raise UserError(f"{at.model.name} does not fill in masked words. Choose a masked model.")
    tokens = at.trace.tokens
    masked = masks_from_link(tokens)
    mask_strip(tokens, masked, key="ablation-strip")
    blanked = BlankContext(at.model, tokens, masked)
    if not blanked.blanks:
        raise NothingMasked
    blank = choose_blank(blanked, key="ablation")
    answer = choose_answer(blanked, blank, key="ablation")
    importance = _importance(at, masked, blank, answer.id)
    off = linked_heads_off(at.shape)
    if off is None:
        off = _most_important(importance)
    if off and not hides_controls():
        with notes_place():
            st.button("Switch all heads on again", key="ablation-on", on_click=_all_on)
    found = cache.attention.head_ablation(at.model.id, at.sentence, masked, blank, answer.id, off)
    word, table = answer_text(found.answer), change_table(found, count=COUNT)
    losses = None
    figures = [ChartFigure("without-heads", partial(change_bars, table), table)]
    if importance:
        heads = importance_table(importance)
        losses = {(one.layer, one.head): one.bits for one in importance}
        finding = importance_finding(heads, word, found.answer.first)
        figures.append(ChartFigure("head-importance", partial(importance_heatmap, heads), heads))
        (note if off else headline)(finding)
        note(importance_alt_text(heads))
    if off or not importance:
        headline(ablation_finding(found))
    words = [
        WordBar(row["word"], row["first"], row["second"], row["first_chance"], row["second_chance"], row["followed"])
        for row in table.to_dict("records")
    ]
    head_switches(at.shape, off, words, bits=losses, answer=word, key="heads-off", on_switch=write_heads_off)
    code = snippet(
        ATTENTION,
        "ablation",
        at.model,
        ids=list(tokens.ids),
        blanks=list(blanked.blanks),
        blank=blank,
        answer=answer.id,
        off=sorted(off),
    )
    return Findings(
        "ablation", figures, found.conditions, code, about=room_prose(ATTENTION, "ablation"), computed=(at.computed,)
    )


def _importance(at: AttentionContext, masked: tuple[int, ...], blank: int, answer: int) -> list[HeadImportance]:
    """Every head switched off by itself, with progress; a model with many heads asks before it starts."""
    layers, heads = at.shape
    places: list[Head] = [(layer, head) for layer in range(layers) for head in range(heads)]
    if not confirm_long_run(len(places), f"{at.name} {masked} {blank} {answer}", key="ablation-grid"):
        return []

    def without(part: tuple[int, ...]) -> tuple[HeadImportance, ...]:
        tested = tuple(places[number] for number in part)
        return cache.attention.head_importance(at.model.id, at.sentence, masked, blank, answer, tested)

    return run_in_batches(range(len(places)), without)


def _most_important(importance: list[HeadImportance]) -> frozenset[Head]:
    """What is off when the view opens: the head that the answer loses most without; none where none matters."""
    most = max(importance, key=lambda one: one.bits, default=None)
    return frozenset() if most is None or most.bits < SLIGHT else frozenset({(most.layer, most.head)})


def _all_on() -> None:
    write_heads_off(frozenset())
