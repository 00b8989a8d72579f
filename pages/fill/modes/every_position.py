"""Each token masked in turn: surprisal of every word, pseudo-log-likelihood of the sentence."""

import streamlit as st

import cache.fill
from components.charts.files import ChartFigure
from components.fill.charts.surprisal import surprisal_strip
from components.fill.tables.surprisal import surprisal_finding, surprisal_table, total_bits
from components.tables.numbers import fixed
from pages.parts.findings import Findings
from pages.parts.layout import headline, note, try_this
from pages.parts.long_work import confirm_long_run, run_in_batches
from pages.parts.sentence.context import BlankContext


def show(context: BlankContext) -> Findings | None:
    """Score every token, and draw the strip."""
    note(
        "Each token is masked in turn and predicted from all the others. In its cell: its rank among the model’s "
        "guesses. The colour is its surprisal, up to 16 bits; one bit is one halving of the probability."
    )
    positions = context.tokens.maskable
    if not positions:
        st.info("There is no word to mask. Type some words around the blank.")
        return None
    if context.tokens.typed_masks:
        st.caption("A typed [MASK] stays a blank: there is no word to score.")
    if context.masked:
        st.caption("The words that you masked are visible in this view.")
    if not confirm_long_run(len(positions), f"{context.model.id} {context.sentence}", key="every"):
        return None
    scores = run_in_batches(positions, lambda part: cache.fill.every_position(context.model.id, context.sentence, part))
    table = surprisal_table(context.tokens, scores)
    chart, total = surprisal_strip(table), total_bits(table)
    headline(surprisal_finding(table))
    try_this("Replace one word by an unusual one and watch its colour.")
    st.altair_chart(chart, key="every-strip", alt=surprisal_finding(table))
    note(
        f"The sentence: a pseudo-log-likelihood (PLL) of {fixed(-total, 1)} bits, on average "
        f"{fixed(total / len(positions), 2)} bits of surprisal per token."
    )
    inputs = {"sentence": context.sentence, "positions": list(positions)}
    return Findings("every", [ChartFigure("every-position", chart, table)], context.computed.conditions, inputs)
