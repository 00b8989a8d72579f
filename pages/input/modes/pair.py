"""A pair: two sentences in one pass, the segments that tell them apart, and what the next-sentence head says."""

import streamlit as st

import cache.input
from components.charts.files import Figure
from components.charts.labelled import labelled_bars
from components.input.model.results import Pair, Part
from components.input.tables.answers import pair_table
from components.input.tables.findings import pair_finding, sum_finding
from pages.input.modes.total import code_of, draw_strips, figures_of
from pages.parts.context import SentenceContext
from pages.parts.findings import Findings, about
from pages.parts.rooms import INPUT
from pages.parts.sentence.box import second_sentence
from pages.parts.sentence.tiles import word_tiles
from pages.parts.snippets import snippet
from pages.parts.stage import headline, note

NAMES, FIGURES = 175, 70  # pixels for "sentences exchanged" and "97.4%"


def show(at: SentenceContext) -> Findings | None:
    """Draw the pair, and ask whether the second follows the first."""
    word_tiles(at.tokens)
    second = second_sentence(at.sentence)
    if not second.strip():
        st.info("Type a second sentence to see how two are read in one pass.", icon=":material/edit:")
        return None
    found = cache.input.input_vectors(at.model.id, at.sentence, second)
    said = cache.input.pair_readings(at.model.id, at.sentence, second)
    if said is None:
        headline(sum_finding(found))
        note(f"{at.model.name} has no next-sentence head: nobody asked it whether one sentence follows another.")
    else:
        headline(pair_finding(said))
    if not any(strip.name == Part.SEGMENT for strip in found.parts):
        note("This model is not told which sentence a piece is part of: the marks between them are all it has.")
    figures, code = figures_of(at, found, second), code_of(at, found)
    if said is not None:
        figures = [_answers(said), *figures]
        code = snippet(INPUT, "pair", at.model, first=at.sentence, second=second)
    draw_strips(at, found, second, key="pair-strips")
    return Findings("pair", figures, found.conditions, code, about=about(INPUT, "pair"), computed=(at.computed,))


def _answers(said: Pair) -> Figure:
    table = pair_table(said)
    chart = labelled_bars(
        table,
        value="probability",
        name="segments",
        figure="figure",
        title="Probability",
        name_width=NAMES,
        figure_width=FIGURES,
    )
    st.caption("How likely the model finds that the second sentence follows the first, by the segments it is told:")
    st.altair_chart(chart, key="pair-answers", alt=pair_finding(said))
    return Figure("next-sentence", chart, table)
