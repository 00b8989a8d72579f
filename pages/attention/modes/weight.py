"""One weight built up from a query and a key."""

import streamlit as st

import cache
from components.charts.files import Figure
from components.charts.weight_anatomy import dimension_strips, score_bars, weight_bars
from components.tables.weight_anatomy import built_up, dimension_table, dimensions_in_words, row_in_words, row_table
from pages.attention.chosen import FROM, TO, choose_head, choose_word, last_word
from pages.attention.reading import Reading
from pages.attention.snippets import anatomy_snippet
from pages.parts.conditions import computed_by
from pages.parts.take_away import take_away

MOST_TOKENS = 16
ABOUT = r"""
In every head a token makes a **query** from its vector and every token a **key**, both by matrices that were learned.
A weight is how well the two go together, beside all others:
$\alpha_{ij} = \mathrm{softmax}_j\!\left( q_i \cdot k_j / \sqrt{d} + m_{ij} \right)$, where $m$ is 0, or $-\infty$ where
a mask hides the key ([Vaswani et al. 2017](https://arxiv.org/abs/1706.03762), section 3.2). A few models divide by
another number; then the line above says so, and this formula holds with it.

**What this does not show:** what is passed on. The weight multiplies the **value** of the token looked at, which may be
small or hardly used afterwards.
"""


def show(reading: Reading) -> None:
    """Take the chosen weight apart."""
    st.subheader("Where does one weight come from?", anchor=False)
    with st.container(horizontal=True):
        layer, head = choose_head(reading)
        query = choose_word(reading, "The word that looks", FROM, last_word(reading))
        strongest = int(reading.trace.attention[layer, head, query].argmax())
        key = choose_word(reading, "The word looked at", TO, strongest)
    found = cache.weight_anatomy(reading.model.id, reading.sentence, reading.second, layer, head, query, key)
    st.text(built_up(found))
    parts = dimension_table(found)
    strips = dimension_strips(parts)
    st.markdown("**Query, key and their products**, dimension by dimension; the products sum to $q \\cdot k$")
    st.altair_chart(strips, key="weight-strips", alt=dimensions_in_words(found))
    st.text(dimensions_in_words(found))
    table = row_table(found, count=MOST_TOKENS)
    scores, weights = score_bars(table), weight_bars(table)
    left, right = st.columns(2)
    with left:
        st.markdown("**Scores** ($q \\cdot k$, scaled) of the row")
        st.altair_chart(scores, key="weight-scores", alt=row_in_words(found))
    with right:
        st.markdown("**Weights**: their softmax, in all 100 %")
        st.altair_chart(weights, key="weight-weights", alt=row_in_words(found))
    if len(table) < len(reading.tokens):
        st.caption(f"The {len(table)} tokens with the largest weights, of {len(reading.tokens)}.")
    with st.expander("How this is computed, and what it does not show", key="weight-about"):
        st.markdown(ABOUT)
    computed_by(reading.model, found.conditions, parameters=cache.parameters(reading.model.id), live=True)
    figures = [Figure("dimensions", strips, parts), Figure("scores", scores, table), Figure("weights", weights, table)]
    take_away(figures, found.conditions, snippet=anatomy_snippet(reading, layer, head, query, key), key="weight")
