"""Tokenization: how a word becomes tokens, step by step; in the drawer, other vocabularies and how one is made."""

from functools import partial

import streamlit as st

import cache.input
from components.charts.files import ChartFigure
from components.input.charts.pictures import piece_boxes
from components.input.cutting import chosen_word, cutting
from components.input.model.cutting import TokenizedWord
from components.input.tables.cutting import WORD_LIMIT, displayed_words, piece_table, step_table
from components.input.tables.findings import tokenization_finding
from pages.input.inputs import WORD, most_steps
from pages.input.modes.born import make_vocabulary
from pages.input.modes.vocabularies import compare_vocabularies
from pages.parts.findings import Findings, room_prose
from pages.parts.layout import headline, try_this
from pages.parts.rooms import INPUT
from pages.parts.selections import initial_selection, report_selection, times_begun
from pages.parts.sentence.context import SentenceContext
from pages.parts.settings import linked_index, write_number


def show(context: SentenceContext) -> Findings:
    """Play how the chosen word is split."""
    words, rule = cache.input.tokenize_words(context.model.id, context.sentence), cache.input.rule(context.model.id)
    chosen = draw_words(context, words, key="cutting")
    headline(tokenization_finding(words, words[chosen], rule))
    try_this("Press Play and watch how the word is cut; then type a name.")
    table = piece_table([context.model.name], [words])
    inputs = {"sentence": context.sentence, "word": words[chosen].normalized}
    figures = [ChartFigure("pieces", piece_boxes(table), table), ChartFigure("steps", None, step_table(words))]
    figures += compare_vocabularies(context, words)
    make_vocabulary(context)
    return Findings(
        "cutting",
        figures,
        context.computed.conditions,
        inputs,
        about=room_prose(INPUT, "cutting", rule=rule.value),
    )


def draw_words(context: SentenceContext, words: tuple[TokenizedWord, ...], *, key: str) -> int:
    """The words and the steps of one, and which that is; the link holds it."""
    count = min(len(words), WORD_LIMIT)
    default = most_steps(words)
    wanted = linked_index(WORD, count, default=default)
    current = default if wanted is None else wanted
    begin = initial_selection(key, f"{context.model.id} {context.sentence}", current)
    shown = displayed_words(words, cache.input.rule(context.model.id))
    with st.container(key="cutting-place"):
        cutting(
            shown,
            key=key,
            initial=begin,
            begun=times_begun(key),
            current=current,
            on_choose=partial(_follow, key, count),
        )
    return current


def _follow(key: str, count: int) -> None:
    chosen = chosen_word(key, count)
    if chosen is not None:
        write_number(WORD, chosen + 1)
        report_selection(key, chosen)
