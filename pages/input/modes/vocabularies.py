"""In the drawer: the tokens that another vocabulary makes of the sentence, word by word."""

import streamlit as st

import cache.engine
import cache.input
from components.charts.files import ChartFigure
from components.input.charts.pictures import piece_boxes
from components.input.cutting import aligned_pieces
from components.input.model.cutting import TokenizedWord
from components.input.tables.cutting import aligned_words, piece_table
from components.input.tables.findings import vocabularies_finding
from components.model.checkpoints.records import Role
from pages.parts.layout import in_drawer, rare_settings
from pages.parts.model_choice import choose_model, default_other_model
from pages.parts.sentence.context import SentenceContext

SECOND, TWIN = "model2", "pocket-gpt"


def compare_vocabularies(context: SentenceContext, words: tuple[TokenizedWord, ...]) -> list[ChartFigure]:
    """Show in the drawer the tokens that another vocabulary needs; nothing if there is no other.

    The other model is opened only there, or for a file.
    """
    with rare_settings():
        other = choose_model(
            *Role, key=SECOND, label="Other vocabulary", default=default_other_model(context.model, TWIN)
        )
    if other is None or other.id == context.model.id:
        return []
    names = (context.model.name, other.name)

    def cuts() -> tuple[tuple[TokenizedWord, ...], ...]:
        return words, cache.input.tokenize_words(other.id, context.sentence)

    def draw() -> None:
        sizes = [cache.engine.vocabulary_size(model.id) for model in (context.model, other)]
        st.text(vocabularies_finding(names, cuts(), sizes))
        with st.container(key="aligned-place"):
            aligned_pieces(names, aligned_words(context.sentence, cuts()), key="aligned")

    in_drawer("The same words in two vocabularies", draw)
    return [
        ChartFigure(
            "two-vocabularies", lambda: piece_boxes(piece_table(names, cuts())), lambda: piece_table(names, cuts())
        )
    ]
