"""The sum: every vector of every piece, in columns, down to what layer 1 gets."""

from functools import partial

import streamlit as st

import cache.input
from components.charts.files import Figure
from components.input.charts.pictures import strips_picture
from components.input.model.results import InputVectors
from components.input.strips import input_strips, kept_column
from components.input.tables.findings import sum_finding
from components.input.tables.strips import MOST_COLUMNS, lengths_table, vector_table
from pages.input.inputs import COLUMN
from pages.parts.context import SentenceContext
from pages.parts.findings import Findings, about
from pages.parts.rooms import INPUT
from pages.parts.selections import initial_selection, reported
from pages.parts.sentence.tiles import word_tiles
from pages.parts.settings import linked_place, write
from pages.parts.snippets import snippet
from pages.parts.stage import headline


def show(at: SentenceContext) -> Findings:
    """Draw the strips of a sentence."""
    word_tiles(at.tokens)
    found = cache.input.input_vectors(at.model.id, at.sentence)
    draw_strips(at, found, "", key="strips")
    headline(sum_finding(found))
    return Findings(
        "sum",
        figures_of(at, found, ""),
        found.conditions,
        code_of(at, found),
        about=about(INPUT, "sum"),
        computed=(at.computed,),
    )


def draw_strips(at: SentenceContext, found: InputVectors, second: str, *, key: str) -> None:
    """The strips; the link holds the column that is kept."""
    payload = cache.input.strips(at.model.id, at.sentence, second)
    items = found.tokens.items[:MOST_COLUMNS]
    usual = max(range(len(items)), key=lambda place: (not items[place].special, len(items[place].text), place))
    wanted = linked_place(COLUMN, len(items), first=0, usual=usual)
    begin = initial_selection(key, f"{at.model.id} {at.sentence} {second}", usual if wanted is None else wanted)
    with st.container(key="strips-place"):
        input_strips(payload, key=key, initial=begin, on_keep=partial(_follow, key, payload))


def _follow(key: str, payload: bytes) -> None:
    kept = kept_column(key, payload)
    if kept is not None:
        write(COLUMN, kept)
        reported(key, kept)


def figures_of(at: SentenceContext, found: InputVectors, second: str) -> list[Figure]:
    """The strips to take away: every number, and the lengths of the vectors."""
    names = cache.input.piece_names(at.model.id, at.sentence, second)
    numbers = partial(vector_table, found, names)
    return [
        Figure("strips", lambda: strips_picture(numbers()), numbers),
        Figure("lengths", None, lengths_table(found, names)),
    ]


def code_of(at: SentenceContext, found: InputVectors) -> str:
    """Code that adds the vectors up again."""
    segments = [token.segment for token in found.tokens.items]
    return snippet(INPUT, "sum", at.model, ids=list(found.tokens.ids), segments=segments)
