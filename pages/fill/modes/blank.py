"""The likeliest words for every blank, each predicted for itself."""

from functools import partial

import streamlit as st

import cache.blanks
import cache.engine
from components.charts.candidates import candidate_bars
from components.charts.files import Figure
from components.model.results import Predictions
from components.tables.predictions import candidate_table, entropy_text, finding, top_finding
from pages.fill.guess import guessed
from pages.fill.onward import to_the_senses
from pages.parts.context import BlankContext
from pages.parts.findings import Findings
from pages.parts.lecture.presenting import presenting
from pages.parts.rooms import FILL
from pages.parts.settings import extra_amount, number
from pages.parts.snippets import snippet
from pages.parts.stage import headline

CHARTS_A_ROW = 3
MOST_CHARTS = 12  # every chart takes the server some hundredths of a second
USUAL_COUNT = 10
TEMPERATURE = (
    "The model’s scores (logits) are divided by the temperature before they become probabilities (softmax). "
    "1 is what it was trained with; below 1 the first choice takes more, above 1 the others come closer. "
    "The order of the words never changes."
)
FEW = 6  # on a projector


def show(at: BlankContext) -> Findings | None:
    """Ask the model now."""
    count = how_many()
    chosen_temperature = temperature()
    found = cache.blanks.predictions(at.model.id, at.sentence, at.masked, chosen_temperature)
    if not guessed(at, temperature=chosen_temperature):
        return None
    figures = draw(found, count=count)
    code = snippet(
        FILL,
        "blank",
        at.model,
        sentence=at.sentence,
        masked=list(at.masked),
        blanks=list(at.blanks),
        temperature=chosen_temperature,
        count=len(figures[0].rows),
    )
    return Findings(
        "blank", figures, found.conditions, code, computed=(at.computed,), onward=partial(to_the_senses, at)
    )


def temperature() -> float:
    """The extra that is folded away: what the model's scores are divided by."""
    return extra_amount(
        "Temperature",
        "temperature",
        low=0.25,
        high=4.0,
        usual=1.0,
        step=0.25,
        panel="An extra: temperature",
        about=TEMPERATURE,
    )


def how_many() -> int:
    """How many words are shown."""
    usual = FEW if presenting() else USUAL_COUNT
    return number("How many words to show (top k)", "k", low=1, high=50, usual=usual)


def draw(found: Predictions, *, count: int = USUAL_COUNT) -> list[Figure]:
    """The candidates for every blank, drawn and given back."""
    blanks, first = len(found.masks), found.masks[0]
    said = (
        top_finding(candidate_table(first, count=count), first.hidden)
        if blanks == 1
        else f"Words for the {blanks} blanks"
    )
    headline(said)
    figures = []
    drawn = found.masks[:MOST_CHARTS]
    for start in range(0, len(drawn), CHARTS_A_ROW):
        row = drawn[start : start + CHARTS_A_ROW]
        for place, (column, mask) in enumerate(zip(st.columns(len(row)), row, strict=True), start + 1):
            table = candidate_table(mask, count=count)
            chart = candidate_bars(table)
            figures.append(Figure(f"blank-{place}", chart, table))
            with column:
                if blanks > 1:
                    st.text(f"{place}. {top_finding(table, mask.hidden)}")
                st.vega_lite_chart(chart, key=f"bars-{place}", alt=finding(table))
                st.caption(entropy_text(mask))
    if len(drawn) < blanks:
        st.caption(f"The first {len(drawn)} of {blanks} blanks are shown.")
    return figures
