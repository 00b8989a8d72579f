"""The likeliest words for every blank, each predicted for itself."""

import streamlit as st

import cache
from components.charts.candidates import candidate_bars
from components.charts.files import Figure
from components.model.results import Predictions
from components.tables.predictions import candidate_table, finding, lead, sureness
from pages.fill.guess import guessed
from pages.parts.conditions import computed_by
from pages.parts.presenting import controls_hidden, linked_amount, linked_number, presenting
from pages.parts.situation import Situation
from pages.parts.take_away import OPEN_MODEL, filled, take_away

CHARTS_A_ROW = 3
MOST_CHARTS = 12  # every chart takes the server some hundredths of a second
USUAL_COUNT = 10
FEW = 6  # on a projector
SNIPPET = (
    OPEN_MODEL
    + """\

text = $sentence.replace("[MASK]", tokenizer.mask_token)
encoded = tokenizer(text, return_tensors="pt")
encoded["input_ids"][0, $masked] = tokenizer.mask_token_id  # words hidden by a click
with torch.no_grad():
    logits = model(**encoded).logits[0]  # (token, vocabulary)
for position in $blanks:
    for probability, piece in zip(*(logits[position] / $temperature).softmax(dim=-1).topk($count)):
        print(position, tokenizer.decode(piece), round(probability.item(), 4))
"""
)


def show(at: Situation) -> None:
    """Ask the model now."""
    bars, extra = st.container(), st.container()
    with extra:
        degree = temperature()
    found = cache.predictions(at.model.id, at.sentence, at.masked, degree)
    with bars:
        if not guessed(at, temperature=degree):
            return
        figures = draw(found)
    computed_by(at.model, found.conditions, parameters=cache.parameters(at.model.id), live=True)
    snippet = filled(
        SNIPPET,
        at.model,
        sentence=at.written,
        masked=list(at.masked),
        blanks=list(at.blanks),
        temperature=degree,
        count=len(figures[0].table),
    )
    take_away(figures, found.conditions, snippet=snippet, key="blank")


def temperature() -> float:
    """The extra that is folded away: what the model's scores are divided by."""
    if controls_hidden():
        return linked_amount("temperature", low=0.25, high=4.0, usual=1.0)
    with st.expander("An extra: temperature", key="blank-extra"):
        degree = st.slider("Temperature", 0.25, 4.0, 1.0, 0.25, key="temperature", bind="query-params")
        st.caption(
            "The model’s scores (logits) are divided by the temperature before they become probabilities (softmax). "
            "1 is what it was trained with; below 1 the first choice takes more, above 1 the others come closer. "
            "The order of the words never changes."
        )
    return degree


def draw(found: Predictions) -> list[Figure]:
    """The candidates for every blank, drawn and given back."""
    blanks = len(found.masks)
    first, count = found.masks[0], usual_count()
    if controls_hidden():
        above = st.container()
    else:
        above, amount = st.columns([3, 1.3], vertical_alignment="center")
        count = amount.slider("How many words to show (top k)", 1, 50, USUAL_COUNT, key="k", bind="query-params")
    said = lead(candidate_table(first, count=count), first.hidden) if blanks == 1 else f"Words for the {blanks} blanks"
    above.text(said)
    figures = []
    drawn = found.masks[:MOST_CHARTS]
    for start in range(0, len(drawn), CHARTS_A_ROW):
        row = drawn[start : start + CHARTS_A_ROW]
        for number, (column, mask) in enumerate(zip(st.columns(len(row)), row, strict=True), start + 1):
            table = candidate_table(mask, count=count)
            chart = candidate_bars(table)
            figures.append(Figure(f"blank-{number}", chart, table))
            with column:
                if blanks > 1:
                    st.text(f"{number}. {lead(table, mask.hidden)}")
                st.vega_lite_chart(chart, key=f"bars-{number}", alt=finding(table))
                st.caption(sureness(mask))
    if len(drawn) < blanks:
        st.caption(f"The first {len(drawn)} of {blanks} blanks are shown.")
    return figures


def usual_count() -> int:
    """How many words to show where nobody is asked: what the link says, or what fits the screen."""
    return linked_number("k", low=1, high=50, usual=FEW if presenting() else USUAL_COUNT)
