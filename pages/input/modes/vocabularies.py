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
from pages.input.guess import pieces_guessed
from pages.input.modes import born
from pages.parts.findings import Findings, Provenance, joint_conditions, room_prose
from pages.parts.layout import draw_settings_in, headline
from pages.parts.model_choice import choose_model, default_other_model
from pages.parts.rooms import INPUT
from pages.parts.sentence.context import SentenceContext
from pages.parts.sentence.tiles import word_tiles
from pages.parts.settings import choice
from pages.parts.snippets import model_source, snippet

SECOND, TWIN = "model2", "pocket-gpt"


PART = "part"  # in the link
COMPARE, MAKE = "Compare two", "How one is made"


def show(at: SentenceContext) -> Findings | None:
    """Compare two vocabularies, or show how one is made."""
    with draw_settings_in(st.container(key="vocabulary-part")):
        part = choice("Show", PART, [COMPARE, MAKE])
    if part == MAKE:
        return born.show(at)
    return _compare(at) if pieces_guessed(at) else None


def _compare(at: SentenceContext) -> Findings | None:
    """Tokenize the sentence with the vocabularies of two models."""
    word_tiles(at.tokens)
    other = choose_model(*Role, key=SECOND, label="Other vocabulary", default=default_other_model(at.model, TWIN))
    if other is None:
        return None
    names = (at.model.name, other.name) if other.id != at.model.id else (at.model.name, f"{other.name} (again)")
    cuts = [cache.input.cut_words(model.id, at.sentence) for model in (at.model, other)]
    sizes = [cache.input.vocabulary_size(model.id) for model in (at.model, other)]
    headline(vocabularies_finding(names, cuts, sizes))
    with st.container(key="cutting-place"):
        aligned_pieces(names, aligned_words(at.sentence, cuts), key="aligned")
    table = piece_table(names, cuts)
    second = Provenance(other, cache.engine.conditions(other.id))
    return Findings(
        "vocabularies",
        [ChartFigure("two-vocabularies", piece_boxes(table), table)],
        joint_conditions(at.computed.conditions, second.conditions),
        snippet(
            INPUT, "vocabularies", sentence=at.sentence, models=[model_source(model) for model in (at.model, other)]
        ),
        about=room_prose(INPUT, "vocabularies"),
        computed=(at.computed, second),
    )
