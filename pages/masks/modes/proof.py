"""The proof: a word whose meaning is settled on its right, under either mask."""

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
from components.model.user_errors import UserError
from pages.masks.inputs import BOX, second_sentence_box
from pages.masks.selections import WORD
from pages.parts.findings import Findings, room_prose
from pages.parts.layout import headline
from pages.parts.rooms import MASKS
from pages.parts.sentence.context import SentenceContext
from pages.parts.sentence.tiles import word_tiles
from pages.parts.settings import choice, option, write_number
from pages.parts.snippets import snippet


def show(at: SentenceContext) -> Findings | None:
    """Both curves, and the words to choose from."""
    model, sentence = at.model, at.sentence
    second = second_sentence_box(sentence)
    if sentence.strip() and not second.strip():
        beginning = " ".join(sentence.split()[:3])
        raise UserError(f"Type a second sentence that begins like the first one: “{beginning} …”")
    example = BOX.find_example(sentence)
    own_pair = example is not None and example.second == second
    found = cache.masks.shared_word_proof(
        model.id, sentence, second, example.word if example is not None and own_pair else None
    )
    position, measure = _settings(found)
    if position != found.word.start:
        found = cache.masks.shared_word_proof(model.id, sentence, second, None, position)
    _tiles(found)
    _sentences(found)
    table, finding = proof_table(found), proof_finding(found, measure=measure)
    headline(finding)
    chart = proof_curve(table, measure=measure)
    st.markdown(f"**Distance between the two vectors of the word, layer by layer** ({measure})")
    st.altair_chart(chart, key="proof-curve", alt=finding)
    code = snippet(
        MASKS,
        "proof",
        model,
        first=list(found.first.ids),
        second=list(found.second.ids),
        start=found.word.start,
        end=found.word.end,
    )
    return Findings(
        "proof",
        [ChartFigure("proof", chart, table)],
        found.conditions,
        code,
        about=room_prose(MASKS, "proof"),
        computed=(at.computed,),
    )


def _settings(found: SharedWordProof) -> tuple[int, str]:
    """Where the word begins, and how distance is measured. The link counts the shared words from 1."""
    starts = [word.start for word in found.words]
    labels = [f"{word.start + 1}. {word.text}" for word in found.words]  # numbered as everywhere in this room
    chosen = option("Word in both sentences", WORD, labels, default=starts.index(found.word.start), first=1)
    return starts[chosen], choice("Distance", "measure", list(MEASURES))


def _tiles(found: SharedWordProof) -> None:
    """The first sentence: a click on a word that both share follows that one."""
    words = found.words

    def choose(position: int | None) -> None:
        places = [place for place, word in enumerate(words, 1) if position in range(word.start, word.end)]
        write_number(WORD, next(iter(places), None))

    word_tiles(found.first, found.word.start, choose, asks="click a word that both sentences share")


def _sentences(found: SharedWordProof) -> None:
    """Where the two part."""
    beginning = beginning_text(found)
    for column, name, rest in zip(st.columns(2), ("first", "second"), right_side_texts(found), strict=True):
        with column.container(key=f"shown-{name}", gap=None):
            st.caption(f"{name.capitalize()} sentence: the shared beginning | the rest")
            st.text(f"{beginning} | {rest}")
