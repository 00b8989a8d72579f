"""The probability of words that a visitor names."""

import streamlit as st

import cache
from components.charts.files import Figure
from components.charts.labelled import labelled_bars, log_dots
from components.model.named_words_results import NamedWords
from components.tables.named_words import named, named_word_finding, named_word_notes, named_word_table
from components.tables.predictions import sureness
from pages.fill.snippets import words_snippet
from pages.parts.asked import which_blank
from pages.parts.conditions import computed_by
from pages.parts.presenting import controls_hidden, linked_choice
from pages.parts.situation import Situation
from pages.parts.take_away import take_away
from pages.parts.typeset import typeset

PERCENT, LOGARITHMIC = "Percent", "Logarithmic"


def show(at: Situation) -> None:
    """Score the named words at one blank."""
    st.subheader("How likely is a word I name?", anchor=False)
    box, which = st.columns([3, 1.3], vertical_alignment="bottom")
    with which:
        position = which_blank(at, key="word")
    typed = box.text_input(
        "A word, or up to 8 with commas between them",
        "bank, house, hospital",
        key="word",
        bind="query-params",
        live="500ms",
    )
    words = named(typed or "")
    if not words:
        st.info("Name a word to see how likely the model finds it here.", icon=":material/edit:")
        return
    found = cache.named_words(at.model.id, at.sentence, at.masked, position, words)
    figure = draw(found)
    blank = next(m for m in cache.predictions(at.model.id, at.sentence, at.masked).masks if m.position == position)
    st.text(sureness(blank))
    explain(found)
    computed_by(at.model, found.conditions, parameters=cache.parameters(at.model.id), live=True)
    take_away([figure], found.conditions, snippet=words_snippet(at, found), key="word")


def draw(found: NamedWords) -> Figure:
    """The words side by side, and what to notice."""
    table = named_word_table(found)
    finding = named_word_finding(table)
    st.text(finding)
    scale = choose_scale()
    draw_rows = log_dots if scale == LOGARITHMIC else labelled_bars
    chart = draw_rows(table, value="probability", name="word", figure="chance", title="Probability")
    st.altair_chart(chart, key="word-chart", alt=finding)
    return Figure("named-words", chart, table)


def choose_scale() -> str:
    """Percent, or powers of ten."""
    if controls_hidden():
        return linked_choice("word-scale", (PERCENT, LOGARITHMIC))
    return st.segmented_control(
        "Scale", [PERCENT, LOGARITHMIC], default=PERCENT, key="word-scale", bind="query-params", required=True
    )


def explain(found: NamedWords) -> None:
    """The definition, and what it leaves out."""
    notes = named_word_notes(found)
    for note in notes:
        st.text(note)
    with st.expander("How this is computed, and what it does not show", key="word-about"):
        st.markdown(
            "A word that is one piece of the vocabulary has a probability of its own at the blank. A word of several "
            "pieces has none: the blank is widened to as many masks, and they are filled from left to right, the "
            "pieces before in place and the rest still masked."
        )
        typeset(r"P(w) = \prod_i P(\mathrm{piece}_i \mid \mathrm{pieces\ before\ it},\ \mathrm{the\ rest\ masked})")
        st.markdown(
            "Only words of one piece have a rank, since the vocabulary does not list the others. Words of different "
            "length are compared with care: telling the model how many pieces are missing tells it something about "
            "the word. The effective number of candidates is $e^{H}$, where $H$ is the entropy of the whole "
            "distribution in nats. **What this does not show:** whether the word is true or good here, only what was "
            "usual in such places. Pieces of a word from left to right, those to come still masked: Kauf and Ivanova "
            "2023, [A Better Way to Do Masked Language Model Scoring](https://arxiv.org/abs/2305.10588)."
        )
