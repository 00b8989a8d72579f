"""Does order matter? The words shuffled, two of them swapped, or everything moved on by k positions."""

import streamlit as st

from cache.positions import order_effect
from components.charts.candidates import candidate_bars
from components.charts.files import ChartFigure
from components.charts.labelled import labelled_bars
from components.model.checkpoints.registry import model_record
from components.positions.charts.order import attention_change_bars
from components.positions.model.results import OrderChange, OrderEffect
from components.positions.tables.order import (
    attention_change_table,
    order_finding,
    order_table,
    twins_finding,
    twins_table,
    words_in_order,
)
from components.tables.predictions import candidate_table, candidates_finding
from components.widgets.word_order import Tile, word_order
from pages.parts.findings import Findings, room_prose
from pages.parts.layout import headline
from pages.parts.lecture.reveal import guess_then_reveal
from pages.parts.presenting import asks_for_guess
from pages.parts.rooms import POSITIONS
from pages.parts.sentence.blank_choice import choose_blank
from pages.parts.sentence.context import BlankContext
from pages.parts.sentence.masks import mask_strip, masks_from_link
from pages.parts.settings import linked_expander
from pages.parts.snippets import snippet
from pages.positions.changes import choose_change, write_arrangement
from pages.positions.context import PositionsContext

COUNT = 5
TWINS = ("pocket-bert", "pocket-sinusoidal", "pocket-rope", "pocket-nopos")
TWIN_NAMES = 190  # pixels


def show(at: PositionsContext) -> Findings | None:
    """Change the order, and see what becomes of the blank and of attention."""
    at.require_masked_model()
    tokens = at.tokens
    masked = masks_from_link(tokens)
    mask_strip(tokens, masked, key="order-strip")
    blanked = BlankContext(at.model, tokens, masked)
    blank = choose_blank(blanked, key="order")
    change = choose_change(at, blanked)
    found = order_effect(at.model.id, at.sentence, masked, blank, change)
    tiles = [Tile(text, word, moved) for text, word, moved in words_in_order(tokens, found)]
    word_order(tiles, key="words-now", on_order=write_arrangement)
    if found.shift:
        st.caption(f"The first token is now at position {found.shift}. The positions before it are hidden.")
    question = f"{at.model.id} {at.sentence} {masked} {blank} {change}"
    if asks_for_guess() and not guess_then_reveal(
        question, found.after, key="order", blank="the masked word in the new order"
    ):
        return None
    headline(order_finding(found))
    figures = [*_predictions(found), _attention(found), ChartFigure("words", None, order_table(tokens, found))]
    figures += _twins(at, masked, blank, change)
    code = snippet(
        POSITIONS,
        "order",
        at.model,
        ids=list(tokens.ids),
        blanks=list(found.blanks),
        order=list(found.order),
        shift=found.shift,
        blank=found.position,
        moved_to=found.new_position,
    )
    return Findings(
        "order", figures, found.conditions, code, about=room_prose(POSITIONS, "order"), computed=(at.computed,)
    )


def _predictions(found: OrderEffect) -> list[ChartFigure]:
    """The likeliest words before and after, on one scale."""
    tables = [candidate_table(mask, count=COUNT) for mask in (found.before, found.after)]
    most = max(float(table["probability"].max()) for table in tables)
    figures = []
    for column, name, table in zip(st.columns(2), ("Before", "After"), tables, strict=True):
        with column:
            st.markdown(f"**Prediction {name.lower()}**")
            chart = candidate_bars(table, scale_max=most)
            st.vega_lite_chart(chart, key=f"order-{name.lower()}", alt=candidates_finding(table))
        figures.append(ChartFigure(f"prediction-{name.lower()}", chart, table))
    return figures


def _attention(found: OrderEffect) -> ChartFigure:
    st.markdown("**How much attention moved, by layer**")
    table = attention_change_table(found)
    chart = attention_change_bars(table)
    said = ", ".join(f"{name} {figure}" for name, figure in zip(table["name"], table["figure"], strict=True))
    st.altair_chart(chart, key="order-attention", alt=f"How much attention moved, by layer: {said}.")
    return ChartFigure("attention-moved", chart, table)


def _twins(at: PositionsContext, masked: tuple[int, ...], blank: int, change: OrderChange) -> list[ChartFigure]:
    """The same change in models that differ in their positions: folded away, and computed when it is opened."""
    panel = linked_expander("The same change in four models that differ only in their positions", "twins")
    if panel is None:
        return []
    with panel:
        effects = {
            model_record(model_id).name: order_effect(model_id, at.sentence, masked, blank, change)
            for model_id in TWINS
        }
        table = twins_table(effects)
        said = twins_finding(table)
        st.text(said)
        chart = labelled_bars(
            table,
            value="bits",
            name="name",
            figure="figure",
            title="Bits between the predictions",
            name_width=TWIN_NAMES,
        )
        st.altair_chart(chart, key="order-twins", alt=said)
        st.caption("Difference between the predictions before and after, in bits.")
    return [ChartFigure("twins", chart, table)]
