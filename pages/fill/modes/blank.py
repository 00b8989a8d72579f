"""The likeliest words at every blank, of one sentence or of two, with the visitor's own words."""

from functools import partial

import streamlit as st

import cache.shared.blanks
import cache.takeaway
from components.charts.candidates import candidate_bars, shown_bars
from components.charts.files import ChartFigure
from components.model.results import Predictions
from components.tables.predictions import candidate_table, candidates_finding, end_mark_hint, entropy_text, top_finding
from pages.fill.guess import may_show_answer
from pages.fill.modes import my_list, sentences, several, word
from pages.fill.onward import link_to_senses
from pages.parts.export import PageExport
from pages.parts.findings import Findings
from pages.parts.foot import conclude_part
from pages.parts.layout import draw_chart, headline, in_drawer, note, rare_settings, try_this
from pages.parts.presenting import is_presenting
from pages.parts.rooms import FILL
from pages.parts.sentence.context import BlankContext
from pages.parts.settings import amount, choice, number

CHARTS_A_ROW = 3
ROW = 42  # pixels: ten words fill the page
CHART_LIMIT = 12  # each chart takes the server some hundredths of a second
DEFAULT_COUNT = 10
PROJECTOR_COUNT = 7  # on a projector
TEMPERATURE = (
    "The model’s scores (logits) are divided by the temperature before the softmax. 1 is the default. Below 1 the "
    "first choice gets a larger share; above 1 the probabilities move closer together. The order of the words stays "
    "the same."
)
ALONE, SECOND = "Nothing", "A second sentence"
TRY = "Change a word far from the blank and watch the bars."


def show(context: BlankContext) -> Findings | None:
    """Draw the prediction; the drawer has a panel for a list, which needs no blank."""
    try:
        with rare_settings():
            compares = choice("Compare with", "compare", [ALONE, SECOND]) == SECOND
        if not compares:
            return _prediction(context)
        return sentences.show(context) if may_show_answer(context) else None
    finally:
        my_list.panel(context)


def _prediction(context: BlankContext) -> Findings | None:
    """Draw candidates for every blank, and typed words at one blank; several blanks also together, in the drawer."""
    with rare_settings():
        count = choose_count()
        words = word.typed_words()
    chosen_temperature = choose_temperature()
    predictions = cache.shared.blanks.predictions(
        context.model.id, context.sentence, context.masked, chosen_temperature
    )
    if not may_show_answer(context, temperature=chosen_temperature):
        return None
    if words:
        candidates, named = st.columns(2)
        with candidates:
            figures = draw_predictions(predictions, count=count)
        with named:
            conclude_part(FILL, word.show(context, words))
    else:
        figures = draw_predictions(predictions, count=count)
    if len(context.blanks) > 1:
        in_drawer("", partial(several.show, context))
    inputs = {
        "sentence": context.sentence,
        "masked": list(context.masked),
        "blanks": list(context.blanks),
        "temperature": chosen_temperature,
        "count": len(figures[0].rows),
    }
    onward = partial(link_to_senses, context, predictions)
    page = _page(context)
    return Findings("blank", figures, predictions.conditions, inputs, onward=onward, page=page)


def _page(context: BlankContext) -> PageExport | None:
    """The view as a page with its model inside, where the model is one that a page can hold."""
    model = context.model
    if model.id not in cache.takeaway.PAGE_MODELS:
        return None

    def note() -> str:
        size = cache.takeaway.page_megabytes(model.id)
        return f"{model.name} in a file of about {size} MB. It fills any sentence on a phone, without a network."

    return PageExport("masked-words", partial(cache.takeaway.fill_page, model.id, context.masked_sentence), note)


def choose_temperature() -> float:
    """Choose the temperature, in the drawer."""
    with rare_settings():
        value = amount("Temperature", "temperature", low=0.25, high=4.0, default=1.0, step=0.25)
    note(TEMPERATURE)
    return value


def choose_count() -> int:
    """Choose how many words are shown."""
    default = PROJECTOR_COUNT if is_presenting() else DEFAULT_COUNT
    return number("Words shown (top k)", "k", low=1, high=50, default=default)


def draw_predictions(predictions: Predictions, *, count: int = DEFAULT_COUNT) -> list[ChartFigure]:
    """Draw the candidates for every blank, and return the figures."""
    blanks, drawn = len(predictions.masks), predictions.masks[:CHART_LIMIT]
    tables = [candidate_table(mask, count=count) for mask in drawn]
    if blanks == 1:
        headline(top_finding(tables[0], drawn[0].hidden))
        note(entropy_text(drawn[0]))
    else:
        headline(f"The likeliest words for {blanks} blanks, each filled without the others.")
    try_this(end_mark_hint(predictions) or TRY)
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
                bars = shown_bars(table, scale_max=longest, row_height=ROW)
                draw_chart(bars, key=f"bars-{place}", alt=candidates_finding(table))
    if len(drawn) < blanks:
        st.caption(f"Only the first {len(drawn)} of {blanks} blanks are shown.")
    return figures
