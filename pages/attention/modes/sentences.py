"""Two sentences side by side in one head: what does a word look at when another word changes?"""

import streamlit as st

import cache
from components.charts.attention import MOST_TOKENS, attention_heatmap, changed_head_bars, difference_heatmap
from components.charts.files import Figure
from components.model.attention_comparison import aligned, attention_difference, heads_by_change
from components.model.refusal import Refusal
from components.tables.attention import head_name, matrix_finding, matrix_table, token_label
from components.tables.attention_pairs import (
    changed_heads_finding,
    changed_heads_table,
    difference_finding,
    difference_table,
)
from pages.attention.chosen import FROM, choose_head, choose_word, last_word
from pages.attention.reading import Reading
from pages.attention.sentence import FIRST, other_of
from pages.attention.snippets import difference_snippet
from pages.parts.conditions import computed_by
from pages.parts.presenting import linked_text
from pages.parts.take_away import take_away

MOST_HEADS = 10
ABOUT = """
Tokens of the two sentences are put side by side where they are the same, or stand in each other's place. The map shows
the second sentence's weight less the first's. For one word, heads are put in order by the **total variation distance**
of its two rows: how much of its attention would have to move to make one of the other.

**What this does not show:** that the changed weights are why the model answers differently. Switch the head off to test
that.
"""


def show(reading: Reading) -> None:
    """Compare the sentence on the screen with another one."""
    st.subheader("What does a changed word change?", anchor=False)
    if reading.second:
        raise Refusal("Two sentences are compared one by one. Please empty the box of the second sentence above.")
    usual = other_of(reading.sentence) or FIRST.other or ""
    typed = linked_text("The sentence to compare with", usual, key="other")
    other = Reading(reading.model, typed, "", cache.trace(reading.model.id, typed))
    if max(len(reading.tokens), len(other.tokens)) > MOST_TOKENS:
        raise Refusal(f"Two sentences are shown side by side up to {MOST_TOKENS} tokens each. Please shorten them.")
    with st.container(horizontal=True):
        word = choose_word(reading, "The word that looks", FROM, last_word(reading))
        pairs = aligned(reading.trace.tokens, other.trace.tokens)
        changes = heads_by_change(reading.trace.attention, other.trace.attention, pairs, word)
        layer, head = choose_head(reading, usual=(changes[0].layer, changes[0].head))
    changed = changed_heads_table(changes, count=MOST_HEADS)
    where = head_name(layer, head)
    finding = changed_heads_finding(changes, token_label(reading.tokens[word]))
    st.text(finding)
    figures = []
    for number, (column, one) in enumerate(zip(st.columns(2), (reading, other), strict=True)):
        with column:
            figures.append(_heat(one, layer, head, number, where))
    difference = attention_difference(reading.trace.attention, other.trace.attention, pairs)[layer, head]
    table = difference_table(reading.trace.tokens, other.trace.tokens, pairs, difference)
    left, right = st.columns(2)
    with left:
        st.markdown(f"**The second less the first**, in {where}")
        chart = difference_heatmap(table)
        st.altair_chart(chart, key="pair-difference", alt=difference_finding(table, where=where))
        st.text(difference_finding(table, where=where))
    with right:
        st.markdown("**Heads that changed most** for this word")
        bars = changed_head_bars(changed)
        st.altair_chart(bars, key="pair-heads", alt=finding)
    with st.expander("How this is computed, and what it does not show", key="pair-about"):
        st.markdown(ABOUT)
    conditions = cache.conditions(reading.model.id)
    computed_by(reading.model, conditions, parameters=cache.parameters(reading.model.id), live=True)
    figures += [Figure("difference", chart, table), Figure("changed-heads", bars, changed)]
    take_away(figures, conditions, snippet=difference_snippet(reading, other, layer, head, word, pairs), key="pair")


def _heat(one: Reading, layer: int, head: int, number: int, where: str) -> Figure:
    table = matrix_table(one.trace.tokens, one.trace.attention[layer, head])
    chart = attention_heatmap(table)
    st.text(one.sentence)
    st.altair_chart(chart, key=f"pair-heat-{number}", alt=matrix_finding(table, where=where))
    return Figure(("first-sentence", "second-sentence")[number], chart, table)
