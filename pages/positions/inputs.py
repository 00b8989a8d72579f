"""What a visitor chooses in the room: a sentence and a model, and how many positions are compared, and by what."""

from contextlib import suppress

import streamlit as st

import cache.positions
from cache.shipped.first_answers import first_positions
from components.model.checkpoints.records import ModelRecord, Role
from components.model.user_errors import UserError
from components.positions.model.presets import POSITION_PRESETS, PositionPreset
from components.positions.model.results import PositionEncoding
from components.positions.model.similarity import SimilarityMeasure
from components.positions.panels import position_panels
from components.positions.tables.figure import MAX_SHOWN_POSITIONS
from pages.parts.findings import Findings, precomputed_findings
from pages.parts.model_choice import choose_model
from pages.parts.modes import MODE, go_to_mode
from pages.parts.sentence.box import SentenceBox, SentenceRequest
from pages.parts.sentence.masks import PARAMETER as MASK
from pages.parts.sentence.tiles import word_tiles
from pages.parts.settings import choice, number
from pages.positions.context import PositionsContext

ORDER, TABLES = "Does order matter?", "The tables and their similarity"
PAST_THE_END, BY_HAND = "Past the end", "RoPE by hand"
READING = (ORDER, PAST_THE_END, BY_HAND)  # modes that read the sentence
# Parameters that name words of one sentence.
ONE, TWO, QUERY, KEY, ORDER_OF_WORDS = "one", "two", "query", "key", "words"
USUAL_POSITIONS = 128
LEAST_POSITIONS = 8


def forget_words() -> bool:
    """Another sentence has other words. Says whether any was named."""
    held = [name for name in (MASK, ONE, TWO, QUERY, KEY, ORDER_OF_WORDS) if name in st.query_params]
    for name in held:
        st.query_params.pop(name)
    return bool(held)


def open_mode(example: PositionPreset) -> None:
    """Go where it can be seen what an example is about."""
    if st.query_params.get(MODE) not in READING:
        go_to_mode(PAST_THE_END if example.long else ORDER)


def keep_mode(_: PositionPreset) -> None:
    """Keep the mode that is shown."""


BOX = SentenceBox(POSITION_PRESETS, clear_selection=forget_words, on_use=open_mode, on_step=keep_mode)


def choose_any_model() -> ModelRecord | None:
    """Any model."""
    return choose_model(*Role)


def ask_sentence(model: ModelRecord) -> SentenceRequest:
    """The sentence."""
    return BOX.draw_with_examples(model)


def positions_context(asked: SentenceRequest) -> PositionsContext:
    """The model's positions; the sentence is read by the modes that need it."""
    return PositionsContext(asked.model, cache.positions.position_encoding(asked.model.id), asked.sentence)


def draw_tiles(at: PositionsContext) -> None:
    """The sentence to read and to edit; a text that cannot be read stays in its box, and who needs it says why."""
    with suppress(UserError):
        word_tiles(at.tokens)


def precomputed_example(_: SentenceRequest) -> Findings:
    """What was computed beforehand: a part of the panels."""
    found = first_positions()
    with st.container(key="stored-example"):
        st.caption("While the model loads, an example: 64 positions and 64 dimensions.")
        position_panels(found.payload, key="example-panels")
    return precomputed_findings("panels", found.conditions)


def choose_position_count(found: PositionEncoding) -> int:
    """How many positions, from the first."""
    most = min(found.max_positions, MAX_SHOWN_POSITIONS)
    least = min(LEAST_POSITIONS, most)
    return number("Positions", "positions", low=least, high=most, default=min(USUAL_POSITIONS, most))


def choose_dimension_count(found: PositionEncoding) -> int:
    """How many dimensions, from the first: they come in pairs."""
    width = found.width - found.width % 2
    return number("Dimensions", "dimensions", low=2, high=width, default=width, step=2)


def choose_similarity_measure() -> SimilarityMeasure:
    """How two position vectors are compared."""
    return SimilarityMeasure(choice("Compared by", "compared", [kind.value for kind in SimilarityMeasure]))
