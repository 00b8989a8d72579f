"""Does order matter? Words swapped, shuffled or dragged, and what becomes of the prediction."""

from functools import partial

import streamlit as st

from cache.positions import order_effect
from components.charts.candidates import candidate_bars
from components.charts.files import ChartFigure
from components.charts.labelled import labelled_bars
from components.charts.theme import COLOUR, GREY
from components.model.checkpoints.registry import model_record
from components.positions.model.results import OrderChange, OrderEffect
from components.positions.tables.order import (
    order_finding,
    order_table,
    twins_finding,
    twins_table,
    words_in_order,
)
from components.positions.word_order import Tile, word_order
from components.tables.predictions import candidate_table, candidates_finding
from pages.parts.findings import Findings
from pages.parts.layout import draw_chart, headline, in_drawer, try_this
from pages.parts.lecture.reveal import guess_then_reveal
from pages.parts.presenting import asks_for_guess
from pages.parts.sentence.blank_choice import choose_blank
from pages.parts.sentence.context import BlankContext
from pages.parts.sentence.masks import mask_strip, masks_from_link
from pages.positions.changes import choose_change, write_arrangement
from pages.positions.context import PositionsContext

COUNT = 5
ROW = 52  # pixels: the bars fill the page
TWINS = ("pocket-sinusoidal", "pocket-rope", "pocket-nopos")  # trained alike
TWIN_NAMES = 190  # pixels


def show(context: PositionsContext) -> Findings | None:
    """Draw a change of order, and its effect on the blank."""
    context.require_masked_model()
    tokens = context.tokens
    masked = masks_from_link(tokens, needs_blank=True)
    mask_strip(tokens, masked, key="order-strip")
    blank_context = BlankContext(context.model, tokens, masked)
    blank = choose_blank(blank_context, key="order")
    change = choose_change(blank_context)
    effect = order_effect(context.model.id, context.sentence, masked, blank, change)
    tiles = [Tile(text, word, moved) for text, word, moved in words_in_order(tokens, effect)]
    word_order(tiles, key="words-now", on_order=write_arrangement)
    question = f"{context.model.id} {context.sentence} {masked} {blank} {change}"
    if asks_for_guess() and not guess_then_reveal(
        question, effect.after, key="order", blank="the masked word in the new order", is_word=True
    ):
        return None
    headline(order_finding(tokens, effect))
    figures = [*_draw_predictions(effect), ChartFigure("words", None, order_table(tokens, effect))]
    try_this("Drag a word onto another one to swap them.")
    in_drawer(
        "The same change in three models that differ only in their positions",
        partial(_draw_twins, context, masked, blank, change),
    )
    inputs = {
        "ids": list(tokens.ids),
        "blanks": list(effect.blanks),
        "order": list(effect.order),
        "blank": effect.position,
        "moved_to": effect.new_position,
    }
    return Findings("order", figures, effect.conditions, inputs)


def _draw_predictions(effect: OrderEffect) -> list[ChartFigure]:
    """Draw the likeliest words before the change, in grey, and after it, on one scale."""
    tables = [candidate_table(mask, count=COUNT) for mask in (effect.before, effect.after)]
    limit = max(float(table["probability"].max()) for table in tables)
    figures = []
    for column, name, table in zip(st.columns(2), ("Before", "After"), tables, strict=True):
        with column:
            st.markdown(f"**{name}**")
            chart = candidate_bars(table, scale_max=limit, colour=GREY if name == "Before" else COLOUR, row_height=ROW)
            draw_chart(chart, key=f"order-{name.lower()}", alt=candidates_finding(table))
        figures.append(ChartFigure(f"prediction-{name.lower()}", chart, table))
    return figures


def _draw_twins(context: PositionsContext, masked: tuple[int, ...], blank: int, change: OrderChange) -> None:
    """Draw the same change in models that differ only in their kind of positions."""
    effects = {
        model_record(model_id).name: order_effect(model_id, context.sentence, masked, blank, change)
        for model_id in TWINS
    }
    table = twins_table(effects)
    description = twins_finding(table)
    st.text(description)
    chart = labelled_bars(
        table, value="bits", name="name", figure="figure", title="Bits between the predictions", name_width=TWIN_NAMES
    )
    st.altair_chart(chart, key="order-twins", alt=description)
    st.text(
        "Difference between the predictions before and after, in bits. All three were trained alike, on 4 million "
        "tokens. Pocket BERT, with learned positions, was trained on 64 million, so it is left out."
    )
