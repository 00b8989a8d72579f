"""What hiding a side does over the probe set, with its spread: shipped for the twins, asked for elsewhere."""

import time

import streamlit as st

import cache
from cache import sides as side_cache
from cache.side_effects import shipped_side_effects
from components.charts.files import Figure
from components.charts.sides import effect_strips
from components.model.records import ModelRecord
from components.model.sides_results import Side, SideEffects
from components.tables.side_effects import (
    STRIP_KEY,
    amount_finding,
    effect_finding,
    effect_table,
    group_finding,
    rank_finding,
    skipped_finding,
    strip_in_words,
    twins_finding,
    twins_table,
)
from pages.masks.side_snippet import many_snippet
from pages.parts.conditions import computed_by
from pages.parts.presenting import controls_hidden, linked_choice
from pages.parts.take_away import take_away

LEFT, RIGHT, TWINS = "the right side hidden", "the left side hidden", "against the model beside it"
ABOUT = r"""
Sentences written for this project, each with one blank and the word that stood there; no model was trained on them.
They come in eight groups, given by hand before any model was asked. For every sentence
$\log_2 p_{\text{both}}(w) - \log_2 p_{\text{one}}(w)$ is one dot: to the right of the line the word **lost** that many
bits. The interval is a percentile bootstrap over sentences ([Efron 1979](https://doi.org/10.1214/aos/1176344552)).
Against the model beside it a dot is a **gain** of the model trained to read from the left over this one with its right
side hidden, $\log_2 p_{\text{causal}}(w) - \log_2 p_{\text{left only}}(w)$.

**What this does not show:** English at large. The groups were chosen to show where a side matters, so the figure over
all of them is of this choice of sentences. The two sides are not of the same length either, as said above.
"""


def show(model: ModelRecord, beside: ModelRecord | None) -> None:
    """The strips for one side, and what they say."""
    st.subheader("Over many sentences", anchor=False)
    effects = _effects(model)
    if effects is None:
        return
    options = [LEFT, RIGHT] if beside is None else [LEFT, RIGHT, TWINS]
    if controls_hidden():
        chosen = linked_choice("hidden", options)
    else:
        chosen = str(
            st.segmented_control(
                "What is compared", options, default=options[0], key="hidden", bind="query-params", required=True
            )
        )
    if chosen == TWINS and beside is not None:
        other = _effects(beside)
        if other is None:
            return
        side = Side.LEFT
        table, finding = twins_table(effects, other), twins_finding(effects, other, (model.name, beside.name))
        spreads = side_cache.spreads(model.id, beside.id)
        ranks, what = rank_finding(table, f"for {beside.name}", f"for {model.name}"), f"gain of {beside.name}"
        title = f"Bits that {beside.name} gives the word more than {model.name} with its right side hidden"
    else:
        other, side = None, Side.LEFT if chosen == LEFT else Side.RIGHT
        table, finding = effect_table(effects, side), effect_finding(effects, side, model=model.name)
        spreads = side_cache.spreads(model.id, side)
        ranks, what = rank_finding(table, "with both sides", f"with the {side.value}"), "loss"
        title = f"Bits the word loses with the {side.value}"
    amount, groups = amount_finding(effects), group_finding(spreads, what)
    for text in (finding, ranks, amount, groups, skipped_finding(effects)):
        if text:
            st.text(text)
    st.caption(STRIP_KEY)
    chart = effect_strips(table, spreads, title=title)
    st.altair_chart(chart, key="many-strips", alt=strip_in_words(spreads, title))
    with st.expander("How this is computed, and what it does not show", key="many-about"):
        st.markdown(ABOUT)
    for one, of in ((model, effects), (beside, other)):
        if one is not None and of is not None:
            live = shipped_side_effects(one.id) is None
            computed_by(one, of.conditions, parameters=cache.parameters(one.id), live=live)
    figures = [Figure("every-sentence", chart, table), Figure("spread", None, spreads)]
    take_away(
        figures,
        effects.conditions,
        snippet=many_snippet(model, side, None if other is None else beside),
        key="many",
        code_note="The median over all sentences from plain transformers code, for a notebook:",
        label="Take away the figures of all sentences",
    )


def _effects(model: ModelRecord) -> SideEffects | None:
    """What ships with the app, or what is worked out when a visitor asks for it."""
    shipped = shipped_side_effects(model.id)
    if shipped is not None:
        return shipped
    asked: set[str] = st.session_state.setdefault("effects-asked", set())
    if model.id not in asked:
        st.info(
            f"{model.name} has not been asked the probe sentences on this machine. It takes the model through some "
            "hundred sentences, each of them up to three times.",
            icon=":material/hourglass_top:",
        )
        st.button(f"Ask {model.name}", key=f"effects-run-{model.id}", on_click=asked.add, args=(model.id,))
        return None
    place, stop = st.empty(), st.empty()
    stop.button("Stop", key=f"effects-stop-{model.id}", on_click=asked.discard, args=(model.id,))
    bar, begun = place.progress(0.0, text="Asking…"), time.monotonic()

    def told(done: int, of: int) -> None:
        left = (time.monotonic() - begun) / done * (of - done)
        bar.progress(done / of, text=f"Sentence {done} of {of}" + (f", about {left:.0f} s left" if left > 1 else ""))

    try:
        return side_cache.side_effects(model.id, told)
    finally:
        place.empty()
        stop.empty()
