"""Inputs of the room: a word in all its forms, sentences with it, and a model."""

from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from cache.shipped.first_river import first_river
from components.model.checkpoints.records import ModelRecord, Role
from components.model.tokens.occurrences import SentenceWithSense, find_occurrences, parse_word_forms
from components.model.user_errors import UserError
from components.model.word_senses import SensePreset, concordance, sense_presets
from components.senses.map import MapView
from components.senses.model.request import SensesRequest
from components.senses.model.results import WordPooling
from components.senses.river import river_picture
from components.senses.tables.river import encode_river
from pages.parts.examples import Examples
from pages.parts.findings import Findings, precomputed_findings
from pages.parts.layout import draw_settings_in, rare_settings
from pages.parts.lecture.tour_stop import sentence_determiner
from pages.parts.links.address import remove_parameter, room_key
from pages.parts.links.parameters import MODE
from pages.parts.model_choice import choose_model
from pages.parts.presenting import hides_controls
from pages.parts.rooms import SENSES
from pages.parts.sentence.filled import bring_sentence
from pages.parts.settings import choice, text
from pages.senses.context import WordRequest

PRESETS = sense_presets()
KNOWN = (*PRESETS, *concordance())
FIRST = PRESETS[0]
MAP = "The map"  # the name of that view
FORMS, POOLING, SENTENCE, POINT = "forms", "pooled", "mine", "point"  # query parameters of the link
OCCURRENCE = "occurrence"  # likewise: which of several in that sentence
METHOD = "method"  # likewise, of the map
WIDTHS = (1, 0.9, 2.3)  # of the examples, the word and a sentence
CUSTOM_SENTENCES = "senses-own"  # key in the session state


def choose_models() -> ModelRecord | None:
    """Ask for a model of any kind."""
    bring_sentence(SENSES, SENTENCE, _word_boxes)
    return choose_model(*Role)


def _word_boxes(sentence: str) -> dict[str, str] | None:
    """The value of the box for the word: one of the room that is in ``sentence``; None without such a word."""
    try:
        preset = next((preset for preset in KNOWN if find_occurrences(sentence, preset.forms)), None)
    except UserError:
        return None  # the previous room has shown the error
    return None if preset is None else {FORMS: ", ".join(preset.forms)}


def read_inputs(model: ModelRecord) -> WordRequest:
    """Ask for the word."""
    label, default = "Word, with all its forms", ", ".join(FIRST.forms)
    if hides_controls():
        is_map = st.query_params.get(MODE) == MAP  # the river shows its word itself
        return WordRequest(model, text(label, FORMS, default, repeats=is_map))
    examples, word_box, sentence_box = st.container(key="word-row").columns(WIDTHS)
    with word_box, st.container(key="word-forms"):  # first: the examples' list reads it, also after the browser's Back
        typed = st.text_input("Forms", default, key=room_key(FORMS), bind="query-params", placeholder=default)
    with examples:
        EXAMPLES.draw_row()
    return WordRequest(model, typed or "", sentence_box)


def sentence_place(beside: DeltaGenerator | None) -> AbstractContextManager[object]:
    """Where the visitor's sentence and messages about it are drawn: beside the word."""
    return nullcontext() if beside is None else draw_settings_in(beside)


def ask_for_sentence(beside: DeltaGenerator | None, word: str) -> str:
    """Ask for a sentence with the word."""
    with sentence_place(beside):
        return text(f"{sentence_determiner()} sentence with “{word}”", SENTENCE, "", labelled=False)


def show_precomputed(request: WordRequest) -> Findings:
    """Show the precomputed river of the first word."""
    if preset_for(request.typed) != FIRST:
        st.caption(f"While the model loads, here is an example: “{FIRST.word}”.")
    first = first_river.read()
    river_picture(
        encode_river(first.river, first.points, FIRST.word), key="river", initial=MapView(first.river.last), plays=True
    )
    return precomputed_findings(first.conditions)


def choose_pooling() -> WordPooling:
    """Ask how a word of several pieces is reduced to one vector."""
    with rare_settings():
        return WordPooling(
            choice("Vector of the word", POOLING, [pooling.value for pooling in WordPooling], drawn_as="list")
        )


def current_sentences(typed: str) -> tuple[SentenceWithSense, ...]:
    """The visitor's own sentences if there are any, else the preset ones for the word; may be empty."""
    custom: tuple[SentenceWithSense, ...] | None = st.session_state.get(CUSTOM_SENTENCES)
    if custom is not None:
        return custom
    preset = _find_preset(typed, KNOWN)
    return (
        tuple(SentenceWithSense(sentence.sentence, sentence.sense) for sentence in preset.sentences) if preset else ()
    )


def senses_request(model: ModelRecord, typed: str, pooling: WordPooling) -> SensesRequest:
    """The request for the vectors of the word in the current sentences."""
    return SensesRequest(model.id, parse_word_forms(typed), current_sentences(typed), pooling)


def preset_for(typed: str) -> SensePreset | None:
    """The preset that has one of these forms, if any."""
    return _find_preset(typed, PRESETS)


def _find_preset(typed: str, presets: Sequence[SensePreset]) -> SensePreset | None:
    try:
        forms = {form.casefold() for form in parse_word_forms(typed)}
    except UserError:
        return None
    return next((preset for preset in presets if forms & set(preset.forms)), None)


def _use_preset(preset: SensePreset) -> None:
    st.session_state.pop(CUSTOM_SENTENCES, None)
    for name in (POINT, OCCURRENCE):
        st.query_params.pop(name, None)
    word = ", ".join(preset.forms)
    if hides_controls():  # the boxes that would hold the values are not drawn
        st.query_params[FORMS] = word
        st.query_params.pop(SENTENCE, None)
        return
    st.session_state[FORMS] = word
    if SENTENCE in st.session_state:
        st.session_state[SENTENCE] = ""  # the visitor's sentence was about the other word
    else:  # its box is not on the page and would start with the value in the link
        remove_parameter(SENTENCE)


def _current_preset() -> SensePreset | None:
    linked = st.query_params.get(FORMS, ", ".join(FIRST.forms))
    return preset_for(linked if hides_controls() else st.session_state.get(FORMS, linked))


EXAMPLES = Examples(PRESETS, use=_use_preset, current=_current_preset)
