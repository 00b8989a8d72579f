"""A number for it: how well each layer tells the labelled senses apart."""

import streamlit as st

import cache
from cache.senses import measures
from components.charts.files import Figure
from components.charts.senses import measure_curve
from components.tables.senses import (
    ACCURACY,
    SILHOUETTE,
    layers_as_prediction,
    measure_finding,
    measure_table,
    silhouette_finding,
)
from pages.parts.conditions import computed_by
from pages.parts.long_work import telling
from pages.parts.presenting import guess_first
from pages.parts.reveal import revealed
from pages.parts.take_away import take_away
from pages.senses.situation import Senses
from pages.senses.snippets import accuracy_snippet

ABOUT = """
**Nearest-neighbour accuracy**: for every occurrence the one nearest to it by cosine in another sentence; how often does
the word have the same sense there? Where several are equally near, as copies of one vector are, they share the vote.
**Silhouette**: how much nearer a point lies to its own sense than to the next one, from
-1 to 1 ([Rousseeuw 1987](https://doi.org/10.1016/0377-0427(87)90125-7)). The dashed line and its band are what the same
points reach with their labels shuffled a hundred times, from sentence to sentence: the middle 95 %. Layer 0 is the word
before it has looked at any other, and so a baseline too.

**What this does not show:** whether the model uses the difference, or what it would do with sentences of another kind.
The best of several layers is chosen on the very sentences it is measured on.
"""


def show(at: Senses) -> None:
    """The curves, and what they say."""
    st.subheader("In which layer do the meanings part?", anchor=False)
    with telling("Measuring", f"{at.question.key} {at.senses}", key="measure") as told:
        found = measures(at.question, told)
    question = f"{at.model.id} {at.question.key} layer"
    answer = layers_as_prediction(found)
    if guess_first() and not revealed(question, answer, key="layer", blank="the layer that tells them apart best"):
        return
    table, finding = measure_table(found), measure_finding(found)
    st.text(finding)
    figures = []
    words = {ACCURACY: finding, SILHOUETTE: silhouette_finding(found)}
    for column, (kind, said) in zip(st.columns(2), words.items(), strict=True):
        with column:
            st.markdown(f"**{kind.capitalize()}** by layer")
            curve = measure_curve(table, kind=kind)
            st.altair_chart(curve, key=f"apart-{kind}", alt=said)
            figures.append(Figure(kind.replace(" ", "-"), curve, table[table["kind"] == kind]))
    st.text(words[SILHOUETTE])
    with st.expander("How this is computed, and what it does not show", key="apart-about"):
        st.markdown(ABOUT)
    computed_by(at.model, at.found.conditions, parameters=cache.parameters(at.model.id), live=True)
    take_away(figures, at.found.conditions, snippet=accuracy_snippet(at), key="apart")
