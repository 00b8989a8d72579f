"""Head ablation: what the answer at a blank loses when heads are switched off."""

import math
from functools import partial

import streamlit as st

import cache.attention
from components.attention.charts.ablation import change_bars, importance_heatmap
from components.attention.model.results import HeadImportance
from components.attention.switches import Head, HeadEffects, WordBar, head_switches
from components.attention.tables.ablation import (
    SLIGHT,
    ablation_finding,
    change_table,
    importance_alt_text,
    importance_finding,
    importance_table,
)
from components.charts.files import ChartFigure
from components.model.checkpoints.records import Role
from components.model.user_errors import NothingMasked, UserError
from components.tables.numbers import whole_percentage
from components.tables.phrases import word_label
from pages.attention.context import AttentionContext
from pages.attention.selection import linked_heads_off, write_heads_off
from pages.parts.findings import Findings
from pages.parts.layout import headline, note, rare_settings, settings_place, try_this
from pages.parts.long_work import confirm_long_run, run_in_batches
from pages.parts.presenting import hides_controls
from pages.parts.sentence.blank_choice import choose_answer, choose_blank
from pages.parts.sentence.context import BlankContext
from pages.parts.sentence.masks import mask_strip, masks_from_link

COUNT = 6


def show(context: AttentionContext) -> Findings:
    """Switch heads off, and see how the prediction at the blank changes."""
    if context.second:
        raise UserError("Heads can only be switched off in a single sentence. Empty the box “Sentence B”.")
    if context.model.role is not Role.MASKED:
        raise UserError(f"{context.model.name} does not fill in masked words. Choose a masked model.")
    tokens = context.trace.tokens
    masked = masks_from_link(tokens, needs_blank=True)
    mask_strip(tokens, masked, key="ablation-strip")
    blanked = BlankContext(context.model, tokens, masked)
    if not blanked.blanks:
        raise NothingMasked
    with rare_settings():
        blank = choose_blank(blanked, key="ablation")
        answer = choose_answer(blanked, blank, key="ablation")
    importance = _importance(context, masked, blank, answer.id)
    off = linked_heads_off(context.shape)
    if off is None:
        off = _most_important(importance)
    if off and not hides_controls():
        with rare_settings(), settings_place():
            st.button("Switch all heads on again", key="ablation-on", on_click=_all_on)
    result = cache.attention.head_ablation(context.model.id, context.sentence, masked, blank, answer.id, off)
    word, table = word_label(result.answer), change_table(result, count=COUNT)
    effects = None
    figures = [ChartFigure("without-heads", partial(change_bars, table), table)]
    if importance:
        heads = importance_table(importance, result.answer.first)
        effects = HeadEffects(whole_percentage(math.exp(result.answer.first)), heads["bits"], heads["percent"])
        finding = importance_finding(heads, word, result.answer.first)
        figures.append(ChartFigure("head-importance", partial(importance_heatmap, heads), heads))
        (note if off else headline)(finding)
        note(importance_alt_text(heads))
    if off or not importance:
        headline(ablation_finding(result))
    words = [
        WordBar(row["word"], row["first"], row["second"], row["first_chance"], row["second_chance"], row["followed"])
        for row in table.to_dict("records")
    ]
    head_switches(context.shape, off, words, effects=effects, answer=word, key="heads-off", on_switch=write_heads_off)
    try_this("Click a head to switch it off or on.")
    inputs = {
        "ids": list(tokens.ids),
        "blanks": list(blanked.blanks),
        "blank": blank,
        "answer": answer.id,
        "off": sorted(off),
    }
    return Findings("ablation", figures, result.conditions, inputs)


def _importance(context: AttentionContext, masked: tuple[int, ...], blank: int, answer: int) -> list[HeadImportance]:
    """The importance of every head, with progress; many heads need the visitor's consent first."""
    layers, heads = context.shape
    places: list[Head] = [(layer, head) for layer in range(layers) for head in range(heads)]
    if not confirm_long_run(len(places), f"{context.name} {masked} {blank} {answer}", key="ablation-grid"):
        return []

    def without(part: tuple[int, ...]) -> tuple[HeadImportance, ...]:
        tested = tuple(places[number] for number in part)
        return cache.attention.head_importance(context.model.id, context.sentence, masked, blank, answer, tested)

    return run_in_batches(range(len(places)), without)


def _most_important(importance: list[HeadImportance]) -> frozenset[Head]:
    """The heads that are off at first: the most important one, or none if none matters."""
    largest = max(importance, key=lambda importance_of_head: importance_of_head.bits, default=None)
    return frozenset() if largest is None or largest.bits < SLIGHT else frozenset({(largest.layer, largest.head)})


def _all_on() -> None:
    write_heads_off(frozenset())
