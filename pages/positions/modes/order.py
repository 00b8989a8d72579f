"""Does order matter? The words shuffled, two of them swapped, or everything moved on by k positions."""

import streamlit as st

import cache
from cache.positions import order_effect
from components.charts.candidates import candidate_bars
from components.charts.files import Figure
from components.charts.labelled import labelled_bars
from components.charts.position_order import attention_change_bars
from components.model.position_order_results import Change, OrderEffect
from components.model.registry import record
from components.tables.position_order import (
    attention_change_table,
    order_finding,
    order_table,
    orders_in_words,
    twins_finding,
    twins_table,
)
from components.tables.predictions import candidate_table, finding
from pages.parts.asked import which_blank
from pages.parts.conditions import computed_by
from pages.parts.masks import mask_strip, masks_from_link
from pages.parts.presenting import controls_hidden, guess_first
from pages.parts.reveal import revealed
from pages.parts.situation import Situation
from pages.parts.take_away import take_away
from pages.parts.typeset import typeset
from pages.positions.changes import change_made
from pages.positions.sentence import notice
from pages.positions.situation import Here
from pages.positions.snippets import order_snippet

COUNT = 5
TWINS = ("pocket-bert", "pocket-sinusoidal", "pocket-rope", "pocket-nopos")
TWIN_NAMES = 190  # pixels
FORMULA = (
    r"\begin{gathered}\mathrm{JSD} = \tfrac12 [\mathrm{KL}(p \,\|\, m) + \mathrm{KL}(q \,\|\, m)]\\ "
    r"m = \tfrac{p+q}{2}\\ \text{moved} = \tfrac12 \sum_j \lvert a_{ij} - a'_{ij} \rvert\end{gathered}"
)
ABOUT = """
Words move with all their pieces; blanks and marks stay where they are. The two predictions are compared over the whole
vocabulary, in bits (0: the same, 1: nothing in common). For attention every token is followed to where it stands now:
what moved is the half of the sum of all differences of its row, averaged over tokens and heads. Shifting puts tokens in
front that nobody may look at, as padding does. Without positions attention is a sum over a set, so a model that
looks to both sides and is told none gives the same answer in every order; one that reads from left to right does not,
for its mask tells it what comes first ([Vaswani et al. 2017](https://arxiv.org/abs/1706.03762), section 3.5).
How little masked models lean on order was tested by [Sinha et al. 2021](https://arxiv.org/abs/2104.06644).

**What this does not show:** what the model would do had it been trained on shuffled words. And one sentence is one
sentence: an answer that stays may be a habit of this blank rather than blindness to order.
"""


def show(here: Here) -> None:
    """Change the order, and see what becomes of the blank and of attention."""
    st.subheader("What does another order change?", anchor=False)
    here.fills_blanks()
    tokens = here.tokens
    masked = masks_from_link(tokens)
    mask_strip(tokens, masked, key="order-strip")
    at = Situation(here.model, tokens, masked)
    blank = which_blank(at, key="order")
    change = change_made(here, at)
    found = order_effect(here.model.id, here.sentence, masked, blank, change)
    before, after = orders_in_words(tokens, found)
    st.text(f"Before: {before}")
    st.text(f"Now: {after}")
    question = f"{here.model.id} {here.sentence} {masked} {blank} {change}"
    if guess_first() and not revealed(question, found.after, key="order", blank="the blank as the words stand now"):
        return
    st.text(order_finding(found))
    figures = [*_predictions(found), _attention(found), Figure("words", None, order_table(tokens, found))]
    figures += _twins(here, masked, blank, change)
    with st.expander("How this is computed, and what it does not show", key="order-about"):
        typeset(FORMULA)
        st.markdown(ABOUT)
    computed_by(here.model, found.conditions, parameters=cache.parameters(here.model.id), live=True)
    take_away(figures, found.conditions, snippet=order_snippet(at, found), key="order")
    notice(here.sentence)


def _predictions(found: OrderEffect) -> list[Figure]:
    """The likeliest words before and after, on one scale."""
    tables = [candidate_table(mask, count=COUNT) for mask in (found.before, found.after)]
    most = max(float(table["probability"].max()) for table in tables)
    figures = []
    for column, name, table in zip(st.columns(2), ("Before", "After"), tables, strict=True):
        with column:
            st.markdown(f"**{name}**")
            chart = candidate_bars(table, most=most)
            st.vega_lite_chart(chart, key=f"order-{name.lower()}", alt=finding(table))
        figures.append(Figure(f"prediction-{name.lower()}", chart, table))
    return figures


def _attention(found: OrderEffect) -> Figure:
    st.markdown("**Attention that went elsewhere**, layer by layer")
    table = attention_change_table(found)
    chart = attention_change_bars(table)
    said = ", ".join(f"{name} {figure}" for name, figure in zip(table["name"], table["figure"], strict=True))
    st.altair_chart(chart, key="order-attention", alt=f"Attention that went elsewhere: {said}.")
    return Figure("attention-moved", chart, table)


def _twins(here: Here, masked: tuple[int, ...], blank: int, change: Change) -> list[Figure]:
    """The same change in models that differ in their positions: folded away, and computed when it is opened."""
    if controls_hidden() and st.query_params.get("twins") != "true":
        return []
    folded = st.expander("The same change in the twins", key="twins", bind="query-params", on_change="rerun")
    if not folded.open:
        return []
    with folded:
        effects = {
            record(model_id).name: order_effect(model_id, here.sentence, masked, blank, change) for model_id in TWINS
        }
        table = twins_table(effects)
        said = twins_finding(table)
        st.text(said)
        chart = labelled_bars(table, value="bits", name="name", figure="figure", title="Bits", name_width=TWIN_NAMES)
        st.altair_chart(chart, key="order-twins", alt=said)
        st.caption("How far the predictions before and after are apart, in each of four models of one size.")
    return [Figure("twins", chart, table)]
