"""The word and the sentences on the screen: a preset's, or a visitor's own."""

import streamlit as st

from cache.senses import Question
from components.model.occurrences import LabelledSentence, forms_of
from components.model.records import ModelRecord
from components.model.refusal import Refusal
from components.model.senses import SensePreset, sense_presets
from components.model.word_vectors_results import Pooling
from pages.parts.presenting import controls_hidden, linked_choice, linked_text
from pages.parts.stepping import stepped

PRESETS = sense_presets()
FIRST = PRESETS[0]
FORMS, POOLED, MINE, POINT = "forms", "pooled", "mine", "point"  # in the link
OWN = "senses-own"  # in the visit


def use(preset: SensePreset) -> None:
    """Start from a preset."""
    st.session_state.pop(OWN, None)
    st.query_params.pop(POINT, None)
    word = ", ".join(preset.forms)
    if controls_hidden():  # no boxes are drawn that would hold them
        st.query_params[FORMS] = word
        st.query_params.pop(MINE, None)
        return
    st.session_state[FORMS] = word
    st.session_state[MINE] = ""  # a sentence of one's own was about the other word


def step(by: int) -> None:
    """Go to the next preset, or the one before; from a word of one's own, to the first or the last."""
    linked = st.query_params.get(FORMS, ", ".join(FIRST.forms))
    typed = linked if controls_hidden() else st.session_state.get(FORMS, linked)
    use(stepped(PRESETS, preset_of(typed), by))


def presets() -> None:
    """Words to start from."""
    with st.container(horizontal=True, gap="small"):
        for preset in PRESETS:
            st.button(
                preset.word,
                key=f"sense-{preset.word}",
                on_click=use,
                args=(preset,),
                help=f"{len(preset.sentences)} sentences: {', '.join(preset.senses)}",
            )


def preset_of(typed: str) -> SensePreset | None:
    """The preset that is about one of these forms."""
    try:
        named = {form.casefold() for form in forms_of(typed)}
    except Refusal:
        return None
    return next((preset for preset in PRESETS if named & set(preset.forms)), None)


def forms_box() -> str:
    """The word, in all forms that count; the link holds it."""
    return linked_text("The word, in all its forms", ", ".join(FIRST.forms), key=FORMS)


def pooling() -> Pooling:
    """What is done with a word of several pieces; an extra."""
    options = [one.value for one in Pooling]
    if controls_hidden():
        return Pooling(linked_choice(POOLED, options))
    with st.expander("An extra: words of several pieces", key="senses-extra"):
        return Pooling(st.selectbox("Its vector is", options, key=POOLED, bind="query-params", width=360))


def sentences(typed: str) -> tuple[LabelledSentence, ...]:
    """A visitor's own sentences where there are some, else those of the preset; empty where there is neither."""
    own: tuple[LabelledSentence, ...] | None = st.session_state.get(OWN)
    if own is not None:
        return own
    preset = preset_of(typed)
    return tuple(LabelledSentence(one.sentence, one.sense) for one in preset.sentences) if preset else ()


def question(model: ModelRecord, typed: str, pooled: Pooling) -> Question:
    """What is asked of a model."""
    return Question(model.id, forms_of(typed), sentences(typed), pooled)
