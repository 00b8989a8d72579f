"""The probability of words that a visitor names."""

from functools import partial

import streamlit as st

import cache.blanks
import cache.engine
from components.charts.files import Figure
from components.charts.labelled import labelled_bars, log_dots
from components.fill.tables.named_words import named, named_word_finding, named_word_notes, named_word_table
from components.model.blanks.results import NamedWords
from components.tables.predictions import entropy_text
from pages.fill.onward import to_the_senses
from pages.parts.context import BlankContext
from pages.parts.findings import Findings, about
from pages.parts.rooms import FILL
from pages.parts.sentence.blank_choice import which_blank
from pages.parts.settings import choice
from pages.parts.snippets import snippet
from pages.parts.stage import beside, headline, settings_place

PERCENT, LOGARITHMIC = "Percent", "Logarithmic"


def show(at: BlankContext) -> Findings | None:
    """Score the named words at one blank."""
    position = which_blank(at, key="word")
    with settings_place():
        typed = st.text_input(
            "A word, or up to 8 with commas between them",
            "bank, house, hospital",
            key="word",
            bind="query-params",
            live="500ms",
        )
    words = named(typed or "")
    if not words:
        st.info("Name a word to see how likely the model finds it here.", icon=":material/edit:")
        return None
    found = cache.blanks.named_words(at.model.id, at.sentence, at.masked, position, words)
    figure = draw(found)
    blank = next(
        m for m in cache.blanks.predictions(at.model.id, at.sentence, at.masked).masks if m.position == position
    )
    with beside():
        st.text("\n".join([entropy_text(blank), *named_word_notes(found)]))
    return Findings(
        "word",
        [figure],
        found.conditions,
        _code(at, found),
        about=about(FILL, "word"),
        computed=(at.computed,),
        onward=partial(to_the_senses, at),
    )


def _code(at: BlankContext, found: NamedWords) -> str:
    token = at.tokens.items[found.position]
    around = (at.sentence[: token.start], at.sentence[token.end :])
    words = [named.word for named in found.words]
    ids, blanks = list(at.tokens.ids), list(at.blanks)
    return snippet(FILL, "word", at.model, ids=ids, blanks=blanks, blank=found.position, around=around, words=words)


def draw(found: NamedWords) -> Figure:
    """The words side by side, and what to notice."""
    table = named_word_table(found)
    finding = named_word_finding(table)
    headline(finding)
    scale = choice("Scale", "word-scale", [PERCENT, LOGARITHMIC])
    draw_rows = log_dots if scale == LOGARITHMIC else labelled_bars
    chart = draw_rows(table, value="probability", name="word", figure="chance", title="Probability")
    st.altair_chart(chart, key="word-chart", alt=finding)
    return Figure("named-words", chart, table)
