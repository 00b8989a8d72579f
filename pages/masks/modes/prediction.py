"""What a mask does to prediction: one blank with either side out of sight, and a model that reads from the left."""

import streamlit as st

import cache
from cache import sides as side_cache
from components.charts.files import Figure
from components.charts.sides import view_bars
from components.model.records import ModelRecord, Role
from components.model.refusal import Refusal
from components.model.sides_results import NextWord
from components.tables.sides import sides_finding, view_table
from pages.masks.guess import guessed
from pages.masks.modes import over_many
from pages.masks.sentence import word_of_preset
from pages.masks.side_snippet import sides_snippet
from pages.parts.asked import which_answer, which_blank
from pages.parts.conditions import computed_by
from pages.parts.masks import mask_strip, masks_from_link
from pages.parts.model_choice import choose_model
from pages.parts.presenting import controls_hidden
from pages.parts.situation import Situation
from pages.parts.take_away import take_away

ABOUT = r"""
**What is hidden:** with the left side only, no token looks at any token to the right of the blank
($m_{ij} = -\infty$ for each of them), and the other way round; the tokenizer's own marks stay in sight. Every token
keeps its place, so the end mark still tells **how long the sentence is**: that much of the right side stays. What a
side is worth is $\log_2 p_{\text{both}}(w) - \log_2 p_{\text{one}}(w)$, in bits.

The last bar is of another model, which was **trained** to say the next word, $p(w \mid w_1 \ldots w_{i-1})$; it reads a
start mark and the words to the left, and knows nothing of the sentence's length.

**What this does not show:** what BERT could do had it been trained with one side. It was always shown both ([Devlin et
al. 2019](https://arxiv.org/abs/1810.04805)), and part of what it loses is the surprise.
"""


def show(model: ModelRecord, sentence: str) -> None:
    """One blank under three views, then the probe set."""
    if model.role is Role.CAUSAL:
        raise Refusal(
            f"{model.name} reads from left to right: it never sees the right side, so there is nothing to hide. Please "
            "choose a masked model; this one can stand beside it."
        )
    tokens = cache.tokens(model.id, sentence)
    word = word_of_preset(tokens)
    at = Situation(model, tokens, masks_from_link(tokens, usual=() if word is None else (word,)))
    st.markdown("**Click a word to hide it**, then see it with one side of the sentence out of sight.")
    mask_strip(tokens, at.masked, key="sides-strip", says_none=word is not None)
    if not at.blanks:
        st.info(
            "Nothing is masked yet. Click a word above, or type [MASK] in the sentence.", icon=":material/touch_app:"
        )
        over_many.show(model, _beside())
        return
    first, other = st.columns(2, vertical_alignment="bottom")
    controls = first.container(horizontal=True, vertical_alignment="bottom")
    with controls:
        blank = which_blank(at, key="sides")
    if not guessed(at, blank):
        return
    with controls:
        answer = which_answer(at, blank, key="sides", hidden_first=True)
    with other:
        beside = _beside()
    found = side_cache.sides(model.id, sentence, at.masked, blank, answer.id)
    said = None if beside is None else _next_word(beside, at, blank, answer.id)
    name = "" if beside is None else beside.name
    table, finding = view_table(found, said, causal=name), sides_finding(found, said, causal=name)
    st.text(finding)
    chart = view_bars(table)
    st.altair_chart(chart, key="sides-views", alt=finding)
    with st.expander("How this is computed, and what it does not show", key="sides-about"):
        st.markdown(ABOUT)
    computed_by(model, found.conditions, parameters=cache.parameters(model.id), live=True)
    if said is not None and beside is not None:
        computed_by(beside, said.conditions, parameters=cache.parameters(beside.id), live=True)
    snippet = sides_snippet(at, found, answer.id, None if said is None else beside, said)
    take_away([Figure("sides", chart, table)], found.conditions, snippet=snippet, key="sides")
    over_many.show(model, beside)


def _beside() -> ModelRecord | None:
    label = "Beside it, a model trained to read from the left"
    return choose_model(Role.CAUSAL, key="causal", label=label, listed=not controls_hidden())


def _next_word(causal: ModelRecord, at: Situation, blank: int, answer: int) -> NextWord | None:
    try:
        return side_cache.next_word(causal.id, at.model.id, at.sentence, at.masked, blank, answer)
    except Refusal as refusal:
        st.info(str(refusal), icon=":material/info:")
        return None
