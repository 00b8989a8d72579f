"""Two models at the same blank."""

from dataclasses import replace

import streamlit as st

import cache
from components.charts.files import Figure
from components.charts.pairs import paired_bars
from components.model.pair_results import ModelPair
from components.model.records import Role
from components.tables.bits import bits
from components.tables.pairs import likeliest, model_finding, overlap, pair_table
from components.tables.predictions import candidate_table, percent
from pages.fill.snippets import models_snippet
from pages.parts.asked import which_blank
from pages.parts.conditions import computed_by
from pages.parts.model_choice import choose_model
from pages.parts.presenting import controls_hidden, linked_number
from pages.parts.situation import Situation
from pages.parts.take_away import take_away
from pages.parts.typeset import typeset

BARS = 8
STUDENT = "pocket-distilbert"


def show(at: Situation) -> None:
    """Ask a second model the same."""
    st.subheader("Where do two models agree?", anchor=False)
    picker, which, amount = st.columns([2, 1, 1.3], vertical_alignment="bottom")
    with picker:
        usual = STUDENT if at.model.id == cache.FIRST_MODEL else cache.FIRST_MODEL
        second = choose_model(
            Role.MASKED, key="model2", label="The second model", listed=not controls_hidden(), usual=usual
        )
    with which:
        number = at.blanks.index(which_blank(at, key="models"))
    if second is None:
        return
    if second.id == at.model.id:
        st.info(
            f"Both are {second.name}, which agrees with itself on everything. Choose another second model. "
            "To bring one of your own, put its folder below the folder that the server's setting RIVERBANK_MODELS "
            "names; it then stands in both lists.",
            icon=":material/compare_arrows:",
        )
        return
    if controls_hidden():
        count = linked_number("models-k", low=1, high=50, usual=10)
    else:
        count = amount.slider("How many first choices (top k)", 1, 50, 10, key="models-k", bind="query-params")
    with st.spinner("Asking both models…"):
        found = cache.model_pair(at.model.id, second.id, at.sentence, at.masked, number)
    names = (at.model.name, second.name)
    finding = model_finding(found, names, count=count)
    st.text(finding)
    figures(found, names, count=count)
    table = likeliest(pair_table(found.words), count=BARS)
    chart = paired_bars(table, names)
    st.altair_chart(chart, key="models-chart", alt=finding)
    about(found)
    for model, conditions in zip((at.model, second), found.conditions, strict=True):
        computed_by(model, conditions, parameters=cache.parameters(model.id), live=True)
    snippet = models_snippet(at, second, number)
    first, other = found.conditions
    both = replace(first, model_id=f"{names[0]} and {names[1]}", revision=f"{first.revision} and {other.revision}")
    take_away([Figure("two-models", chart, table)], both, snippet=snippet, key="models")


def figures(found: ModelPair, names: tuple[str, str], *, count: int) -> None:
    """The comparison in four figures."""
    columns = st.columns(4)
    for column, name, mask in zip(columns, names, (found.first, found.second), strict=False):
        first = candidate_table(mask, count=1).iloc[0]
        column.caption(f"First choice of {name}")
        column.text(f"{first['word']}, {first['percent']}")
    common, jaccard = overlap(found.first, found.second, count=count)
    columns[2].caption(f"In common among the first {count}")
    columns[2].text(f"{common} (Jaccard {jaccard:.2f})")
    columns[3].caption("Jensen–Shannon divergence")
    columns[3].text(f"{bits(found.jsd):.3f} bits")


def about(found: ModelPair) -> None:
    """The definition, and what it leaves out."""
    st.text(
        f"The vocabularies share {found.shared:,} whole words. The first model gives them "
        f"{percent(found.mass_first)} of its probability here, the second {percent(found.mass_second)}."
    )
    with st.expander("How this is computed, and what it does not show", key="models-about"):
        st.markdown(
            "Bars: probability over each model's whole vocabulary, capitals and small letters counted together. "
            "Jaccard: words in both lists over words in either. The Jensen–Shannon divergence is over the shared "
            "whole words, each model's probabilities scaled to a sum of 1 ($m$ is their average):"
        )
        typeset(
            r"\mathrm{JSD} = \tfrac12 \sum_w \left[ p_w \log_2 \tfrac{p_w}{m_w} + q_w \log_2 \tfrac{q_w}{m_w} \right]"
        )
        st.markdown(
            "**What this does not show:** anything about words that only one vocabulary holds as one piece; where a "
            "model has little of its probability on shared words, the divergence says little. Nor which model is "
            "right. Source: Lin 1991, [Divergence measures based on the Shannon "
            "entropy](https://doi.org/10.1109/18.61115)."
        )
