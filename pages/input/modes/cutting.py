"""Tokenization: how a word becomes tokens, step by step, by the rule of the model's vocabulary."""

from functools import partial

import streamlit as st

import cache.input
from components.charts.files import ChartFigure
from components.input.charts.pictures import piece_boxes
from components.input.cutting import chosen_word, cutting
from components.input.model.cutting import CutWord
from components.input.tables.cutting import MOST_WORDS, piece_table, shown_words, step_table
from components.input.tables.findings import cut_finding
from pages.input.inputs import WORD
from pages.parts.findings import Findings, room_prose
from pages.parts.layout import headline
from pages.parts.rooms import INPUT
from pages.parts.selections import initial_selection, report_selection
from pages.parts.sentence.context import SentenceContext
from pages.parts.sentence.tiles import word_tiles
from pages.parts.settings import linked_index, write_number
from pages.parts.snippets import snippet


def show(at: SentenceContext) -> Findings:
    """Play how the chosen word is split."""
    word_tiles(at.tokens)
    words, rule = cache.input.cut_words(at.model.id, at.sentence), cache.input.rule(at.model.id)
    chosen = draw_words(at, words, key="cutting")
    headline(cut_finding(words, words[chosen], rule))
    table = piece_table([at.model.name], [words])
    code = snippet(INPUT, "cutting", at.model, sentence=at.sentence, word=words[chosen].read)
    return Findings(
        "cutting",
        [ChartFigure("pieces", piece_boxes(table), table), ChartFigure("steps", None, step_table(words))],
        at.computed.conditions,
        code,
        about=room_prose(INPUT, "cutting", rule=rule.value),
        computed=(at.computed,),
    )


def draw_words(at: SentenceContext, words: tuple[CutWord, ...], *, key: str) -> int:
    """The words and the steps of one, and which that is; the link holds it."""
    count = min(len(words), MOST_WORDS)
    usual = max(range(count), key=lambda number: len(words[number].steps))  # the one with most to see
    wanted = linked_index(WORD, count, default=usual)
    begin = initial_selection(key, f"{at.model.id} {at.sentence}", usual if wanted is None else wanted)
    shown = shown_words(words, cache.input.rule(at.model.id))
    with st.container(key="cutting-place"):
        cutting(shown, key=key, initial=begin, on_choose=partial(_follow, key, count))
    return usual if wanted is None else wanted


def _follow(key: str, count: int) -> None:
    chosen = chosen_word(key, count)
    if chosen is not None:
        write_number(WORD, chosen + 1)
        report_selection(key, chosen)
