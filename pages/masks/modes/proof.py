"""The proof: the vectors of a word whose meaning is decided on its right, under either mask."""

import streamlit as st

import cache.masks
from components.charts.files import ChartFigure
from components.masks.charts.shared_word import proof_curve
from components.masks.model.results import SharedWordProof
from components.masks.tables.shared_word import beginning_text, proof_finding, proof_table, right_side_texts
from components.model.tokens.text_limits import is_visually_empty
from components.model.user_errors import UserError
from pages.masks.inputs import BOX, second_sentence_box
from pages.masks.selections import WORD
from pages.parts.findings import Findings
from pages.parts.layout import draw_chart, headline, rare_settings, try_this
from pages.parts.markdown import escape_markdown
from pages.parts.presenting import shows_one_picture
from pages.parts.sentence.context import SentenceContext
from pages.parts.sentence.tiles import word_tiles
from pages.parts.settings import linked_index, write_number


def show(context: SentenceContext) -> Findings | None:
    """Draw both curves, and the words to choose from."""
    model, sentence = context.model, context.sentence
    with rare_settings():
        second = second_sentence_box(sentence)
    if not is_visually_empty(sentence) and is_visually_empty(second):
        beginning = " ".join(sentence.split()[:3])
        raise UserError(f"Type a second sentence under “Why?”. It begins like the first one: “{beginning} …”")
    example = BOX.find_example(sentence)
    is_example_pair = example is not None and example.second == second
    proof = cache.masks.shared_word_proof(
        model.id, sentence, second, example.word if example is not None and is_example_pair else None
    )
    chosen = linked_index(WORD, len(proof.words))
    if chosen is not None:
        proof = cache.masks.shared_word_proof(model.id, sentence, second, None, proof.words[chosen].start)
    _draw_tiles(proof)
    _draw_sentences(proof)
    table, finding = proof_table(proof), proof_finding(proof)
    headline(finding)
    try_this("Click another word.")
    chart = proof_curve(table, proof.word.text, is_low=shows_one_picture())
    draw_chart(chart, key="proof-curve", alt=finding)
    inputs = {
        "first": list(proof.first.ids),
        "second": list(proof.second.ids),
        "start": proof.word.start,
        "end": proof.word.end,
    }
    return Findings("proof", [ChartFigure("proof", chart, table)], proof.conditions, inputs)


def _draw_tiles(proof: SharedWordProof) -> None:
    """Draw the first sentence; a click on a shared word selects it. The link counts the shared words from 1."""
    words = proof.words

    def choose(position: int | None) -> None:
        places = [place for place, word in enumerate(words, 1) if position in range(word.start, word.end)]
        write_number(WORD, next(iter(places), None))

    word_tiles(proof.first, proof.word.start, choose, asks="click a word that both sentences share")


def _draw_sentences(proof: SharedWordProof) -> None:
    """Draw both sentences, one below the other, with their shared beginning in colour."""
    beginning = f":primary[**{escape_markdown(beginning_text(proof))}**]"
    with st.container(key="shown-sentences", gap="xxsmall"):
        for rest in right_side_texts(proof):
            st.markdown(f"{beginning} {escape_markdown(rest)}")
