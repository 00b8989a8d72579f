"""The likeliest words at every blank, with the visitor's own words and joint fills."""

from functools import partial

import streamlit as st

import cache.blanks
import cache.engine
from components.charts.candidates import candidate_bars, shown_bars
from components.charts.files import ChartFigure
from components.model.results import Predictions
from components.tables.predictions import candidate_table, candidates_finding, end_mark_hint, entropy_text, top_finding
from pages.fill.guess import may_show_answer
from pages.fill.modes import my_list, several, word
from pages.fill.onward import link_to_senses
from pages.parts.findings import Findings
from pages.parts.foot import conclude_part
from pages.parts.layout import headline
from pages.parts.presenting import is_presenting
from pages.parts.rooms import FILL
from pages.parts.sentence.context import BlankContext
from pages.parts.settings import extra_amount, number

CHARTS_A_ROW = 3
CHART_LIMIT = 12  # each chart takes the server some hundredths of a second
DEFAULT_COUNT = 10
TEMPERATURE = (
    "The model’s scores (logits) are divided by the temperature before the softmax. 1 is the default. Below 1 the "
    "first choice gets a larger share; above 1 the probabilities move closer together. The order of the words stays "
    "the same."
)
PROJECTOR_COUNT = 6  # on a projector


def show(context: BlankContext) -> Findings | None:
    """Draw the prediction, and below it the panel for a list, which needs no blank."""
    try:
        return _prediction(context)
    finally:
        my_list.panel(context)


def _prediction(context: BlankContext) -> Findings | None:
    """Draw candidates for every blank, typed words at one blank, and joint fills of several."""
    count = choose_count()
    words = word.typed_words()
    chosen_temperature = choose_temperature()
    predictions = cache.blanks.predictions(context.model.id, context.sentence, context.masked, chosen_temperature)
    if not may_show_answer(context, temperature=chosen_temperature):
        return None
    if words:
        candidates, named = st.columns(2)
        with candidates:
            figures = draw_predictions(predictions, count=count)
    else:
        figures = draw_predictions(predictions, count=count)
    inputs = {
        "sentence": context.sentence,
        "masked": list(context.masked),
        "blanks": list(context.blanks),
        "temperature": chosen_temperature,
        "count": len(figures[0].rows),
    }
    onward = partial(link_to_senses, context, predictions)
    result = Findings("blank", figures, predictions.conditions, inputs, onward=onward)
    if words:
        with named:
            conclude_part(FILL, word.show(context, words))
    if len(context.blanks) > 1:
        several.show(context)
    return result


def choose_temperature() -> float:
    """Choose the temperature, in a folded panel."""
    return extra_amount(
        "Temperature",
        "temperature",
        low=0.25,
        high=4.0,
        default=1.0,
        step=0.25,
        panel="Extra: temperature",
        about=TEMPERATURE,
    )


def choose_count() -> int:
    """Choose how many words are shown."""
    default = PROJECTOR_COUNT if is_presenting() else DEFAULT_COUNT
    return number("Words shown (top k)", "k", low=1, high=50, default=default)


def draw_predictions(predictions: Predictions, *, count: int = DEFAULT_COUNT) -> list[ChartFigure]:
    """Draw the candidates for every blank, and return the figures."""
    blanks, drawn = len(predictions.masks), predictions.masks[:CHART_LIMIT]
    tables = [candidate_table(mask, count=count) for mask in drawn]
    title = (
        top_finding(tables[0], drawn[0].hidden)
        if blanks == 1
        else f"The likeliest words for each of the {blanks} blanks, predicted independently"
    )
    headline(title)
    if hint := end_mark_hint(predictions):
        st.caption(hint)
    # Charts side by side are compared by eye: a bar twice as long is twice as likely in all of them.
    longest = max((float(table["probability"].max()) for table in tables), default=1.0)
    figures = []
    for start in range(0, len(drawn), CHARTS_A_ROW):
        row = list(zip(drawn, tables, strict=True))[start : start + CHARTS_A_ROW]
        columns = st.columns(len(row)) if blanks > 1 else [st.container()]
        for place, (column, (mask, table)) in enumerate(zip(columns, row, strict=True), start + 1):
            figures.append(ChartFigure(f"blank-{place}", partial(candidate_bars, table, scale_max=longest), table))
            with column:
                if blanks > 1:
                    st.text(f"{place}. {top_finding(table, mask.hidden)}")
                bars = shown_bars(table, scale_max=longest)
                st.vega_lite_chart(bars, key=f"bars-{place}", alt=candidates_finding(table))
                st.caption(entropy_text(mask))
    if len(drawn) < blanks:
        st.caption(f"Only the first {len(drawn)} of {blanks} blanks are shown.")
    return figures
