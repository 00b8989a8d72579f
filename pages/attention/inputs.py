"""What a visitor chooses in the room: a sentence or a pair of them, and a model."""

import streamlit as st

import cache.traces
from cache.shipped.first_answers import first_attention
from components.attention.atlas import attention_atlas
from components.attention.model.presets import ATTENTION_PRESETS, AttentionPreset
from components.model.checkpoints.records import Role
from components.model.checkpoints.registry import record
from pages.attention.chosen import LAYER, forget_words
from pages.attention.context import AttentionContext
from pages.parts.conditions import computed_by
from pages.parts.presenting import guess_first
from pages.parts.sentence_box import Asked, SentenceBox

SECOND = "second"


def use_pair(example: AttentionPreset) -> None:
    """Take what an example has beside its sentence."""
    st.session_state[SECOND] = example.second or ""
    if example.layer_hint is not None and LAYER not in st.query_params:
        st.query_params[LAYER] = str(example.layer_hint + 1)


BOX = SentenceBox(ATTENTION_PRESETS, forget=forget_words, on_use=use_pair)


def ask() -> Asked | None:
    """The sentence, one to be read together with it, and a model."""
    return BOX.ask(list(Role), second=_second_box)


def context(asked: Asked) -> AttentionContext:
    """The sentence as the model reads it."""
    with st.spinner("Reading the sentence…"):
        trace = cache.traces.trace(asked.model.id, asked.sentence, asked.second)
    return AttentionContext(asked.model, asked.sentence, asked.second if trace.tokens.second else "", trace)


def beforehand(asked: Asked) -> None:
    """What was computed beforehand, of the first example."""
    if asked.sentence != BOX.first.sentence:
        st.caption(f"Until then, an example: {BOX.first.sentence}")
    if guess_first():
        return  # a guess can be asked for once there is a model to compare it with
    found = first_attention()
    attention_atlas(found.payload, key="example-atlas")
    computed_by(record(found.conditions.model_id), found.conditions, parameters=None, live=False)


def other_of(sentence: str) -> str:
    """What an example is to be compared with."""
    example = BOX.example_of(sentence)
    return (example and example.other) or BOX.first.other or ""


def _retyped() -> None:
    forget_words()


def _second_box() -> str:
    return st.text_input(
        "A second sentence, read together with it (optional)",
        key=SECOND,
        bind="query-params",
        on_change=_retyped,
        live="500ms",
    )
