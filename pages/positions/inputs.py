"""The room's inputs: a model, a sentence, the number of positions and dimensions, and the similarity measure."""

from contextlib import suppress
from functools import partial

import streamlit as st

import cache.positions
from cache.shipped.first_answers import first_positions
from components.model.user_errors import UserError
from components.positions.model.presets import POSITION_PRESETS, PositionPreset
from components.positions.model.results import PositionEncoding
from components.positions.model.similarity import SimilarityMeasure
from components.positions.panels import position_panels
from components.positions.tables.figure import MAX_SHOWN_POSITIONS
from pages.parts.findings import Findings, precomputed_findings
from pages.parts.links.address import clear_parameters
from pages.parts.links.parameters import MODE
from pages.parts.modes import go_to_mode
from pages.parts.sentence.box import SentenceBox
from pages.parts.sentence.context import SentenceContext
from pages.parts.sentence.masks import PARAMETER as MASK
from pages.parts.sentence.tiles import word_tiles
from pages.parts.settings import choice, number
from pages.positions.context import PositionsContext

ORDER, TABLES, BY_HAND = "Does order matter?", "Near and far", "RoPE by hand"
SWAP_FIRST, SWAP_SECOND, QUERY, KEY, ORDER_OF_WORDS = "one", "two", "query", "key", "words"
OF_ONE_SENTENCE = (MASK, SWAP_FIRST, SWAP_SECOND, QUERY, KEY, ORDER_OF_WORDS)
METHODS = "methods"  # in the link
DEFAULT_POSITIONS = 128
MIN_POSITIONS = 8


def open_mode(_: PositionPreset) -> None:
    """Leave the one mode that does not read the sentence."""
    if st.query_params.get(MODE) == TABLES:
        go_to_mode(ORDER)


def keep_mode(_: PositionPreset) -> None:
    """Stay in the current mode."""


BOX = SentenceBox(
    POSITION_PRESETS, clear_selection=partial(clear_parameters, *OF_ONE_SENTENCE), on_use=open_mode, on_step=keep_mode
)


def positions_context(context: SentenceContext) -> PositionsContext:
    """The model's position encoding and the sentence, which modes tokenize if they need it."""
    return PositionsContext(context.model, cache.positions.position_encoding(context.model.id), context.sentence)


def draw_tiles(context: PositionsContext) -> None:
    """Draw the sentence's tokens, or nothing if it cannot be tokenized: modes that need it raise the error."""
    with suppress(UserError):
        word_tiles(context.tokens)


def show_precomputed(_: SentenceContext) -> Findings:
    """Draw precomputed panels of the first model."""
    panels = first_positions()
    with st.container(key="stored-example"):
        st.caption("While the model loads, an example: 64 positions and 64 dimensions.")
        position_panels(panels.payload, key="example-panels")
    return precomputed_findings(panels.conditions)


def choose_position_count(encoding: PositionEncoding) -> int:
    """Draw a slider for the number of positions."""
    limit = min(encoding.max_positions, MAX_SHOWN_POSITIONS)
    least = min(MIN_POSITIONS, limit)
    return number("Positions", "positions", low=least, high=limit, default=min(DEFAULT_POSITIONS, limit))


def choose_dimension_count(encoding: PositionEncoding) -> int:
    """Draw a slider for the number of dimensions, which is even."""
    width = encoding.width - encoding.width % 2
    return number("Dimensions", "dimensions", low=2, high=width, default=width, step=2)


def choose_similarity_measure() -> SimilarityMeasure:
    """Draw the choice of the similarity measure."""
    return SimilarityMeasure(choice("Compared by", "compared", [measure.value for measure in SimilarityMeasure]))
