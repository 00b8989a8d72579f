"""The inputs of the room: a model, and a sentence or a pair of sentences."""

from contextlib import nullcontext
from functools import partial

import streamlit as st

import cache.shared.traces
from cache.shipped.first_answers import first_attention
from components.attention.atlas import Selection, attention_atlas
from components.attention.model.presets import ATTENTION_PRESETS, AttentionPreset
from components.widgets.canvas import header_of
from pages.attention.context import AttentionContext
from pages.attention.selection import FROM, HEAD, LAYER, STRONGEST, TO, forget_head, keep_head
from pages.parts.findings import Findings, precomputed_findings
from pages.parts.layout import rare_settings, settings_place
from pages.parts.links.address import clear_parameters, room_key
from pages.parts.presenting import asks_for_guess, hides_controls
from pages.parts.sentence.box import SentenceBox
from pages.parts.sentence.context import SentenceContext
from pages.parts.settings import linked_index

SECOND = "second"


def use_pair(example: AttentionPreset) -> None:
    """Apply an example's second sentence, and forget the chosen head."""
    st.session_state[SECOND] = example.second or ""
    for name in (LAYER, HEAD):
        st.query_params.pop(name, None)


LONG = 300  # characters; about half a second of computing
_forget_words = partial(clear_parameters, FROM, TO, STRONGEST)
BOX = SentenceBox(ATTENTION_PRESETS, clear_selection=_forget_words, on_use=use_pair, on_retype=keep_head)


def attention_context(context: SentenceContext) -> AttentionContext:
    """Ask for sentence B, and trace the input."""
    forget_head()
    second = _second_box()
    # A short sentence takes less time than showing the spinner.
    long = len(context.sentence) + len(second) > LONG
    with st.spinner("Reading the sentence…") if long else nullcontext():
        trace = cache.shared.traces.trace(context.model.id, context.sentence, second)
    example = BOX.find_example(context.sentence)
    looks, remark = (None, "") if example is None else (example.word_pair, example.remark)
    word = linked_index(STRONGEST, len(trace.tokens.items))
    return AttentionContext(
        context.model, context.sentence, second if trace.tokens.second else "", trace, looks, word, remark
    )


def show_precomputed(context: SentenceContext) -> Findings | None:
    """Draw the shipped atlas of the first example."""
    if context.sentence != BOX.first.sentence:
        st.caption(f"While the model loads, an example: {BOX.first.sentence}")
    if asks_for_guess():
        return None  # a guess can be asked for once there is a model to compare it with
    first = first_attention()
    attention_atlas(first.payload, key="example-atlas", initial=_opening(first.payload), view="arcs")
    return precomputed_findings(first.conditions)


def head_names() -> list[str]:
    """The heads of a layer of the default model."""
    return [f"head {column}" for column in header_of(first_attention().payload)["columns"]]


def _opening(payload: bytes) -> Selection:
    """The selection of the shipped atlas: the panel in full precision, and the query of the example."""
    header = header_of(payload)
    row, column = header["chosen"]
    word = BOX.first.word_pair
    query = None if word is None else header["tokens"].index(word[0])
    return Selection(row, column, query=query)


def comparison_sentence(sentence: str) -> str:
    """The other sentence of an example's minimal pair; any other sentence itself, to change a word of it."""
    example = BOX.find_example(sentence)
    return (example and example.other) or sentence


def _retyped() -> None:
    keep_head()
    _forget_words()


def _second_box() -> str:
    if hides_controls():
        return st.query_params.get(SECOND, "")
    with rare_settings(), settings_place():
        return st.text_input(
            "Sentence B (optional)",
            help="A second text after the first: the model reads both as one input.",
            key=room_key(SECOND),
            bind="query-params",
            on_change=_retyped,
            live="500ms",
        )
