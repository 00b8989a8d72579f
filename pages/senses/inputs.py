"""What a visitor chooses in the room: a word in all its forms, sentences with it, and a model."""

from collections.abc import Sequence

import streamlit as st

from cache.senses import SensesRequest
from cache.shipped.first_answers import first_example
from cache.shipped.sense_pictures import first_sense_map
from components.model.checkpoints.records import ModelRecord, Role
from components.model.tokens.occurrences import LabelledSentence, find_occurrences, parse_word_forms
from components.model.user_errors import UserError
from components.senses.map import last_layer, sense_map
from components.senses.model.presets import SensePreset, concordance, sense_presets
from components.senses.model.results import WordPooling
from pages.parts.examples import Examples
from pages.parts.findings import Findings, precomputed_findings
from pages.parts.layout import settings_expander
from pages.parts.links.address import remove_parameter
from pages.parts.links.carried_over import carried_sentence
from pages.parts.model_choice import choose_model
from pages.parts.presenting import hides_controls
from pages.parts.rooms import SENSES
from pages.parts.sentence.box import EXAMPLES_AND_BOX
from pages.parts.settings import choice, text
from pages.senses.context import WordRequest

PRESETS = sense_presets()
KNOWN = (*PRESETS, *concordance())
FIRST = PRESETS[0]
FORMS, POOLING, SENTENCE, POINT = "forms", "pooled", "mine", "point"  # in the link
CUSTOM_SENTENCES = "senses-own"  # in the visit


def choose_any_model() -> ModelRecord | None:
    """Any model."""
    _bring_along()
    return choose_model(*Role)


def _bring_along() -> None:
    """Begin with the sentence of another room, if a word of this one stands in it and the link says nothing else."""
    sentence = carried_sentence(SENSES.path)
    if sentence is None or {FORMS, SENTENCE} & set(st.query_params):
        return
    try:
        preset = next((preset for preset in KNOWN if find_occurrences(sentence, preset.forms)), None)
    except UserError:
        return  # the room that it comes from has said why
    if preset is not None:
        place = st.query_params if hides_controls() else st.session_state
        place[FORMS], place[SENTENCE] = ", ".join(preset.forms), sentence


def ask_word(model: ModelRecord) -> WordRequest:
    """The word."""
    label, usual = "Word, with all its forms", ", ".join(FIRST.forms)
    if hides_controls():
        return WordRequest(model, text(label, FORMS, usual))
    examples, box = st.columns(EXAMPLES_AND_BOX)
    with examples:
        EXAMPLES.draw_row()
    with box:
        typed = st.text_input(label, usual, key=FORMS, bind="query-params", label_visibility="collapsed")
    return WordRequest(model, typed or "")


def context(asked: WordRequest) -> WordRequest:
    """The word as it is asked for: most modes go on to read its sentences."""
    return asked


def show_precomputed(asked: WordRequest) -> Findings:
    """What was computed beforehand, of the first word."""
    if preset_for(asked.typed) != FIRST:
        st.caption(f"While the model loads, here is an example: “{FIRST.word}”.")
    payload = first_sense_map()
    sense_map(payload, key="map", initial=last_layer(payload), plays=True)
    conditions = first_example().conditions
    return precomputed_findings("map", conditions)


def choose_pooling() -> WordPooling:
    """What is done with a word of several pieces; an extra."""
    with settings_expander("Words of several word pieces", key="senses-extra"):
        return WordPooling(choice("Vector of the word", POOLING, [one.value for one in WordPooling], drawn_as="list"))


def current_sentences(typed: str) -> tuple[LabelledSentence, ...]:
    """A visitor's own sentences where there are some, else those that ship with the word, if any do."""
    own: tuple[LabelledSentence, ...] | None = st.session_state.get(CUSTOM_SENTENCES)
    if own is not None:
        return own
    preset = _known(typed, KNOWN)
    return tuple(LabelledSentence(one.sentence, one.sense) for one in preset.sentences) if preset else ()


def senses_request(model: ModelRecord, typed: str, pooled: WordPooling) -> SensesRequest:
    """What is asked of a model."""
    return SensesRequest(model.id, parse_word_forms(typed), current_sentences(typed), pooled)


def preset_for(typed: str) -> SensePreset | None:
    """The example that is about one of these forms."""
    return _known(typed, PRESETS)


def _known(typed: str, words: Sequence[SensePreset]) -> SensePreset | None:
    try:
        named = {form.casefold() for form in parse_word_forms(typed)}
    except UserError:
        return None
    return next((word for word in words if named & set(word.forms)), None)


def _use(preset: SensePreset) -> None:
    st.session_state.pop(CUSTOM_SENTENCES, None)
    st.query_params.pop(POINT, None)
    word = ", ".join(preset.forms)
    if hides_controls():  # no boxes are drawn that would hold them
        st.query_params[FORMS] = word
        st.query_params.pop(SENTENCE, None)
        return
    st.session_state[FORMS] = word
    if SENTENCE in st.session_state:
        st.session_state[SENTENCE] = ""  # a sentence of one's own was about the other word
    else:  # its box is not on the screen, and would begin with what the link says
        remove_parameter(SENTENCE)


def _here() -> SensePreset | None:
    linked = st.query_params.get(FORMS, ", ".join(FIRST.forms))
    return preset_for(linked if hides_controls() else st.session_state.get(FORMS, linked))


EXAMPLES = Examples(PRESETS, use=_use, current=_here)
