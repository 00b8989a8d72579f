"""Several blanks: each filled for itself, or together."""

import streamlit as st

import cache
from components.charts.files import Figure
from components.charts.labelled import labelled_bars
from components.model.several_results import SeveralBlanks
from components.tables.figures import chance
from components.tables.several import fill_table, filled_sentence, several_finding, step_table
from pages.fill.snippets import several_snippet
from pages.parts.conditions import computed_by
from pages.parts.situation import Situation
from pages.parts.take_away import take_away
from pages.parts.typeset import typeset


def show(at: Situation) -> None:
    """Fill all blanks in both ways."""
    st.subheader("Each blank for itself, or all together?", anchor=False)
    with st.spinner("Searching for words that fit together…"):
        found = cache.several_blanks(at.model.id, at.sentence, at.masked)
    sentences(found)
    finding = several_finding(found)
    st.text(finding)
    st.markdown("**How likely each word is once the blanks before it are filled**: each for itself, then together.")
    steps = step_table(found)
    chart = labelled_bars(
        steps,
        value="probability",
        name="label",
        figure="figure",
        other="datum.way == 'together'",
        title="Probability in its place",
    )
    st.altair_chart(chart, key="several-chart", alt=finding)
    st.markdown("**The best ways to fill all blanks together**")
    st.dataframe(fill_table(found), hide_index=True, key="several-fills", alt="The five best joint fills, one a row.")
    about()
    computed_by(at.model, found.conditions, parameters=cache.parameters(at.model.id), live=True)
    figure = Figure("several-blanks", chart, steps)
    take_away([figure], found.conditions, snippet=several_snippet(at, width=found.width), key="several")


def sentences(found: SeveralBlanks) -> None:
    """The sentence filled both ways."""
    ways = (("Each for itself", found.independent), ("Together", found.joint[0]))
    for column, (name, fill) in zip(st.columns(2), ways, strict=True):
        with column.container(border=True):
            st.caption(f"{name}: {chance(fill.log_probability)} as a whole")
            st.text(filled_sentence(found.tokens, found.positions, fill.pieces))


def about() -> None:
    """The definition, and what it leaves out."""
    with st.expander("How this is computed, and what it does not show", key="several-about"):
        st.markdown(
            "*Each for itself*: every blank gets its own first choice while all the others are still masked. "
            "*Together*: a beam search fills the blanks one after the other from left to right and keeps the 10 best "
            "beginnings; the fill made each for itself takes part too. Both are scored by the same chain:"
        )
        typeset(r"\log P = \sum_i \log P(w_i \mid w_1, \dots, w_{i-1},\ \mathrm{later\ blanks\ masked})")
        st.markdown(
            "**What this does not show:** the one true joint probability. A masked model defines none: another order "
            "of filling gives another score, and a beam search may miss the best fill. See Wang and Cho 2019, [BERT "
            "has a Mouth, and It Must Speak](https://arxiv.org/abs/1902.04094), and Ghazvininejad et al. 2019, "
            "[Mask-Predict](https://arxiv.org/abs/1904.09324), which fills in several rounds."
        )
