"""The proof: the vectors of a word whose meaning is decided on its right, under either mask."""

import streamlit as st

import cache.engine
import cache.masks
from components.charts.files import ChartFigure
from components.masks.charts.shared_word import proof_curve
from components.masks.model.results import SharedWordProof
from components.masks.tables.shared_word import (
    MEASURES,
    beginning_text,
    proof_finding,
    proof_table,
    right_side_texts,
)
from components.model.tokens.text_limits import is_visually_empty
from components.model.user_errors import UserError
from pages.masks.inputs import BOX, second_sentence_box
from pages.masks.selections import WORD
from pages.parts.findings import Findings
from pages.parts.layout import headline
from pages.parts.presenting import shows_one_picture
from pages.parts.sentence.context import SentenceContext
from pages.parts.sentence.tiles import word_tiles
from pages.parts.settings import choice, option, write_number


def show(context: SentenceContext) -> Findings | None:
    """Draw both curves, and the words to choose from."""
    model, sentence = context.model, context.sentence
    second = second_sentence_box(sentence)
    if not is_visually_empty(sentence) and is_visually_empty(second):
        beginning = " ".join(sentence.split()[:3])
        raise UserError(f"Type a second sentence that begins like the first one: “{beginning} …”")
    example = BOX.find_example(sentence)
    is_example_pair = example is not None and example.second == second
    proof = cache.masks.shared_word_proof(
        model.id, sentence, second, example.word if example is not None and is_example_pair else None
    )
    position, measure = _choose_word_and_measure(proof)
    if position != proof.word.start:
        proof = cache.masks.shared_word_proof(model.id, sentence, second, None, position)
    _draw_tiles(proof)
    _draw_sentences(proof)
    table, finding = proof_table(proof), proof_finding(proof, measure=measure)
    headline(finding)
    chart = proof_curve(table, measure=measure, is_low=shows_one_picture())
    st.markdown(f"**Distance between the two vectors of the word, layer by layer** ({measure})")
    st.altair_chart(chart, key="proof-curve", alt=finding)
    inputs = {
        "first": list(proof.first.ids),
        "second": list(proof.second.ids),
        "start": proof.word.start,
        "end": proof.word.end,
    }
    return Findings("proof", [ChartFigure("proof", chart, table)], proof.conditions, inputs)


def _choose_word_and_measure(proof: SharedWordProof) -> tuple[int, str]:
    """Choose the word and the distance measure; returns the word's first position. The link counts words from 1."""
    starts = [word.start for word in proof.words]
    labels = [f"{word.start + 1}. {word.text}" for word in proof.words]  # numbered as everywhere in this room
    chosen = option("Word in both sentences", WORD, labels, default=starts.index(proof.word.start), first=1)
    return starts[chosen], choice("Distance", "measure", list(MEASURES))


def _draw_tiles(proof: SharedWordProof) -> None:
    """Draw the first sentence; a click on a shared word selects it."""
    words = proof.words

    def choose(position: int | None) -> None:
        places = [place for place, word in enumerate(words, 1) if position in range(word.start, word.end)]
        write_number(WORD, next(iter(places), None))

    word_tiles(proof.first, proof.word.start, choose, asks="click a word that both sentences share")


def _draw_sentences(proof: SharedWordProof) -> None:
    """Draw both sentences, split where they begin to differ."""
    beginning = beginning_text(proof)
    for column, name, rest in zip(st.columns(2), ("first", "second"), right_side_texts(proof), strict=True):
        with column.container(key=f"shown-{name}", gap=None):
            if not shows_one_picture():
                st.caption(f"{name.capitalize()} sentence: the shared beginning | the rest")
            st.text(f"{beginning} | {rest}")
