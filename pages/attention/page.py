"""Who looks at whom: every attention head of a sentence, and what becomes of the answer without one."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

import streamlit as st

import cache
from cache import Drawn
from components.model.records import ModelRecord, Role
from components.model.refusal import NothingMasked, Refusal
from components.model.registry import record
from components.widgets.arrow_keys import arrow_keys
from components.widgets.attention_atlas import attention_atlas
from pages.attention.modes import ablation, bertviz, heads, scores, sentences, weight
from pages.attention.reading import Reading
from pages.attention.sentence import FIRST, notice, presets, second_box, sentence_box, step
from pages.parts.carried import bring, remember
from pages.parts.conditions import computed_by
from pages.parts.live import is_live
from pages.parts.model_choice import choose_model
from pages.parts.presenting import controls_hidden, guess_first, large_type, presenting, teachers_links
from pages.parts.rooms import ATTENTION
from pages.parts.ways import chosen_way

WORDS = Path(__file__).with_name("words.md").read_text(encoding="utf-8")
MODES: dict[str, Callable[[Reading], None]] = {
    "Every head": heads.show,
    "Averages": heads.averages,
    "Rollout": partial(heads.show, drawn=Drawn.ROLLOUT),
    "What heads do": scores.show,
    "Two sentences": sentences.show,
    "Switch heads off": ablation.show,
    "Into one weight": weight.show,
    "bertviz": bertviz.show,
}


def live_room(model: ModelRecord, sentence: str, second: str) -> None:
    """The sentence on the screen, looked at in the chosen way."""
    with st.spinner("Reading the sentence…"):
        trace = cache.trace(model.id, sentence, second)
    MODES[chosen_way(list(MODES), key="look")](Reading(model, sentence, second if trace.tokens.second else "", trace))
    notice(sentence)


def example(sentence: str) -> None:
    """What was computed beforehand, of the first preset."""
    if sentence != FIRST.sentence:
        st.caption(f"Until then, an example: {FIRST.sentence}")
    if guess_first():
        return  # a guess can be asked for once there is a model to compare it with
    found = cache.first_attention()
    attention_atlas(found.payload, key="example-atlas")
    computed_by(record(found.conditions.model_id), found.conditions, parameters=None, live=False)


large_type()
bring(ATTENTION.path, own=FIRST.sentence)
if presenting():
    arrow_keys(key="steps", on_step=step)
else:
    st.title(f"{ATTENTION.title} ({ATTENTION.technical})", anchor=False)
    st.markdown(
        "To understand a word, BERT mixes in what stands around it. Each **head** decides how much of which word. "
        "Point at one to see it, click to hold it."
    )
if controls_hidden():
    sentence, second = sentence_box(), st.query_params.get("second", "")
    model = choose_model(*Role, listed=False)
else:
    presets()
    box, pair, picker = st.columns([3, 2, 1.3], vertical_alignment="bottom")
    with box:
        sentence = sentence_box()
    with pair:
        second = second_box()
    with picker:
        model = choose_model(*Role)
remember(sentence, own=FIRST.sentence)
if model is not None:
    try:
        if is_live():
            live_room(model, sentence, second)
        else:
            example(sentence)
    except NothingMasked as refusal:
        st.info(str(refusal), icon=":material/touch_app:")
    except Refusal as refusal:
        st.warning(str(refusal), icon=":material/info:")
if not presenting():
    teachers_links(key="attention")
    st.markdown(WORDS)
