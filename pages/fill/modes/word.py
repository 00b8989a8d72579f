"""The probability of words that a visitor types."""

import streamlit as st

import cache.fill
from components.charts.files import ChartFigure
from components.charts.labelled import labelled_bars
from components.fill.model.results import NamedWords
from components.fill.tables.named_words import named_word_finding, named_word_notes, named_word_table, parse_words
from pages.parts.findings import Findings
from pages.parts.layout import note, rare_settings
from pages.parts.sentence.blank_choice import choose_blank
from pages.parts.sentence.context import BlankContext
from pages.parts.settings import text


def typed_words() -> tuple[str, ...]:
    """Ask for words to score; none by default."""
    return parse_words(text("My own words, separated by commas", "word", ""))


def show(context: BlankContext, words: tuple[str, ...]) -> Findings:
    """Score the typed words at one blank."""
    with rare_settings():
        blank = choose_blank(context, key="word")
    result = cache.fill.named_words(context.model.id, context.sentence, context.masked, blank, words)
    figure = draw_words(result)
    return Findings("word", [figure], result.conditions, _code_inputs(context, result))


def _code_inputs(context: BlankContext, named_words: NamedWords) -> dict[str, object]:
    token = context.tokens.items[named_words.blank]
    return {
        "ids": list(context.tokens.ids),
        "blanks": list(context.blanks),
        "blank": named_words.blank,
        "around": (context.sentence[: token.start], context.sentence[token.end :]),
        "words": [named.word for named in named_words.words],
    }


def draw_words(named_words: NamedWords) -> ChartFigure:
    """Draw the words as bars."""
    table = named_word_table(named_words)
    finding = named_word_finding(table)
    note(finding, *named_word_notes(named_words))
    st.markdown("**Your own words**")
    chart = labelled_bars(table, value="probability", name="word", figure="chance", title="Probability")
    st.altair_chart(chart, key="word-chart", alt=finding)
    return ChartFigure("named-words", chart, table)
