"""What a visitor chooses in the room: a sentence, the one beside it, and a model."""

import streamlit as st

from cache.shipped.first_answers import first_masks
from components.masks.grids import mask_grids
from components.masks.model.presets import PROOF_PRESETS, ProofPreset
from components.model.checkpoints.records import ModelRecord, Role
from components.model.results import Tokens
from pages.masks.selections import forget_words
from pages.parts.findings import Findings, precomputed_findings
from pages.parts.model_choice import choose_model
from pages.parts.presenting import asks_for_guess, hides_controls
from pages.parts.sentence.box import SentenceBox, SentenceRequest
from pages.parts.sentence.context import SentenceContext
from pages.parts.settings import text

BESIDE = "beside"
OTHER_END = "and then it began to rain."  # for the second sentence, where a visitor has typed only the first
_DEFAULT = "beside-default"
_SHORTEST_TO_PART = 2  # words


def use_second_sentence(example: ProofPreset) -> None:
    """Take an example's second sentence too."""
    if hides_controls():
        st.query_params.pop(BESIDE, None)
    else:
        st.session_state[BESIDE] = example.second


BOX = SentenceBox(PROOF_PRESETS, clear_selection=forget_words, on_use=use_second_sentence)


def choose_any_model() -> ModelRecord | None:
    """Any model."""
    return choose_model(*Role)


def ask_sentence(model: ModelRecord) -> SentenceRequest:
    """The sentence."""
    return BOX.draw_with_examples(model)


def sentence_context(asked: SentenceRequest) -> SentenceContext:
    """Sentence and model: every mode reads them in a way of its own."""
    return SentenceContext(asked.model, asked.sentence)


def precomputed_example(asked: SentenceRequest) -> Findings | None:
    """What was computed beforehand, of the first example."""
    if asked.sentence != BOX.first.sentence:
        st.caption(f"Until then, an example: {BOX.first.sentence}")
    if asks_for_guess():
        return None  # a guess can be asked for once there is a model to compare it with
    found = first_masks()
    mask_grids(found.payload, key="example-grids")
    return precomputed_findings("grids", found.conditions)


def example_word_position(tokens: Tokens) -> int | None:
    """Where the word that an example is about stands; None in a sentence of a visitor's own."""
    example = BOX.find_example(tokens.sentence)
    places = (place for place, token in enumerate(tokens.items) if example and token.text.casefold() == example.word)
    return next(places, None)


def second_sentence_box(sentence: str) -> str:
    """A sentence that begins like the first one; the link holds it. One's own sentence is given another end."""
    example = BOX.find_example(sentence)
    default = example.second if example else _other_end(sentence)
    if BESIDE not in st.query_params and default != st.session_state.get(_DEFAULT):  # the visitor has typed none
        st.session_state[BESIDE] = default
    st.session_state[_DEFAULT] = default
    return text("Second sentence, with the same beginning", BESIDE, default)


def _other_end(sentence: str) -> str:
    """The first half of a sentence, going on in another way; empty where no two words are shared."""
    words = sentence.split()
    return " ".join([*words[: (len(words) + 1) // 2], OTHER_END]) if len(words) >= _SHORTEST_TO_PART else ""
