"""Vocabularies: the tokens that two of them make of a sentence, word by word, and how one is made."""

import streamlit as st

import cache.engine
import cache.input
from components.charts.files import ChartFigure
from components.input.charts.pictures import piece_boxes
from components.input.cutting import aligned_pieces
from components.input.tables.cutting import aligned_words, piece_table
from components.input.tables.findings import vocabularies_finding
from components.model.checkpoints.records import Role
from pages.input.guess import has_guessed_tokens
from pages.input.modes import born
from pages.parts.findings import Findings, Provenance, joint_conditions
from pages.parts.layout import draw_settings_in, headline
from pages.parts.model_choice import choose_model, default_other_model
from pages.parts.sentence.context import SentenceContext
from pages.parts.sentence.tiles import word_tiles
from pages.parts.settings import choice
from pages.parts.snippets import model_source

SECOND, TWIN = "model2", "pocket-gpt"


PART = "part"  # in the link
COMPARE, MAKE = "Compare two", "How one is made"


def show(context: SentenceContext) -> Findings | None:
    """Compare two vocabularies, or show how one is made."""
    with draw_settings_in(st.container(key="vocabulary-part")):
        part = choice("Show", PART, [COMPARE, MAKE])
    if part == MAKE:
        return born.show(context)
    return _compare(context) if has_guessed_tokens(context) else None


def _compare(context: SentenceContext) -> Findings | None:
    """Tokenize the sentence with the vocabularies of two models."""
    word_tiles(context.tokens)
    other = choose_model(*Role, key=SECOND, label="Other vocabulary", default=default_other_model(context.model, TWIN))
    if other is None:
        return None
    if other.id == context.model.id:
        st.info(
            f"Both vocabularies are that of {other.name}. Choose another vocabulary.",
            icon=":material/compare_arrows:",
        )
        return None
    names = (context.model.name, other.name)
    cuts = [cache.input.tokenize_words(model.id, context.sentence) for model in (context.model, other)]
    sizes = [cache.input.vocabulary_size(model.id) for model in (context.model, other)]
    headline(vocabularies_finding(names, cuts, sizes))
    with st.container(key="cutting-place"):
        aligned_pieces(names, aligned_words(context.sentence, cuts), key="aligned")
    table = piece_table(names, cuts)
    second = Provenance(other, cache.engine.conditions(other.id))
    return Findings(
        "vocabularies",
        [ChartFigure("two-vocabularies", piece_boxes(table), table)],
        joint_conditions(context.computed.conditions, second.conditions),
        {"sentence": context.sentence, "models": [model_source(model) for model in (context.model, other)]},
        computed=(context.computed, second),
    )
