"""One token's vector on its way through the layers."""

import streamlit as st

import cache.shared.passes
from components.charts.files import ChartFigure
from components.inside.charts.way import guess_bars, written_bars
from components.inside.tables.way import guess_table, way_finding, way_table
from components.model.checkpoints.records import Role
from pages.inside.selection import choose_token
from pages.parts.findings import Findings
from pages.parts.layout import draw_chart, headline, in_drawer, note, try_this
from pages.parts.markdown import escape_markdown
from pages.parts.sentence.context import BlankContext

ADDED = "Length of what each part adds, and of the vector after it"
LENS = (
    "The logit lens reads the vector with the vocabulary head, which was trained on the last layer only. So its top "
    "guess is rough."
)


def show(context: BlankContext) -> Findings:
    """Draw the guess at every stop of the chosen token's vector, and in the drawer what each part adds to it."""
    question = context.model.id, context.sentence, context.masked
    traced = cache.shared.passes.traced_pass(*question)
    token, word = choose_token(context, traced)
    stops = cache.shared.passes.word_way(*question, token)
    finding, table = way_finding(stops, word), way_table(stops)
    is_causal = context.model.role is Role.CAUSAL
    headline(finding)
    lengths, figures = written_bars(table), []
    if traced.facts.has_head:
        read = guess_table(stops)
        guesses = guess_bars(read)
        last = escape_markdown(read["guess"].iloc[-1])
        st.markdown(f"**Left: the guess, if the model stopped there.** Bar: how likely “{last}” is.")
        draw_chart(guesses, key="way-nearest", alt=finding)
        figures.append(ChartFigure("nearest-tokens", guesses, read))
        in_drawer(ADDED, lambda: st.altair_chart(lengths, key="way-written", alt=finding))
        note(LENS)
    else:
        st.altair_chart(lengths, key="way-written", alt=finding)
    figures.append(ChartFigure("written", lengths, table))
    try_this("Change a word of the sentence." if is_causal else "Click a word to hide it.")
    return Findings("way", figures, traced.conditions, {"input_ids": list(traced.ids), "token": token})
