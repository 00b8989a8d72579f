"""Two models at the same blank."""

import streamlit as st

import cache.blanks
import cache.engine
import cache.shipped.first_answers
from components.charts.files import Figure
from components.charts.pairs import paired_bars
from components.model.blanks.results import ModelPair
from components.model.checkpoints.catalogue import STUDENT
from components.model.checkpoints.records import Role
from components.tables.numbers import bits
from components.tables.pairs import likeliest, model_finding, overlap, pair_table
from components.tables.predictions import candidate_table, percent
from pages.parts import settings
from pages.parts.context import BlankContext
from pages.parts.findings import Computed, Findings, about, both_conditions
from pages.parts.model_choice import beside_it, choose_model
from pages.parts.rooms import FILL
from pages.parts.sentence.blank_choice import which_blank
from pages.parts.snippets import home_of, snippet
from pages.parts.stage import headline, note

BARS = 8


def show(at: BlankContext) -> Findings | None:
    """Ask a second model the same."""
    usual = beside_it(at.model, STUDENT)
    second = choose_model(Role.MASKED, key="model2", label="The second model", usual=usual)
    number = at.blanks.index(which_blank(at, key="models"))
    if second is None:
        return None
    if second.id == at.model.id:
        st.info(
            f"Both are {second.name}, which agrees with itself on everything. Choose another second model. "
            "To bring one of your own, put its folder below the folder that the server's setting RIVERBANK_MODELS "
            "names; it then stands in both lists.",
            icon=":material/compare_arrows:",
        )
        return None
    count = settings.number("How many first choices (top k)", "models-k", low=1, high=50, usual=10)
    with st.spinner("Asking both models…"):
        found = cache.blanks.model_pair(at.model.id, second.id, at.sentence, at.masked, number)
    names = (at.model.name, second.name)
    finding = model_finding(found, names, count=count)
    headline(finding)
    figures(found, names, count=count)
    table = likeliest(pair_table(found.words), count=BARS)
    chart = paired_bars(table, names)
    st.altair_chart(chart, key="models-chart", alt=finding)
    note(
        f"The vocabularies share {found.shared:,} whole words. The first model gives them "
        f"{percent(found.mass_first)} of its probability here, the second {percent(found.mass_second)}."
    )
    homes = [home_of(at.model), home_of(second)]
    return Findings(
        "models",
        [Figure("two-models", chart, table)],
        both_conditions(*found.conditions, names=names),
        snippet(FILL, "models", homes=homes, sentence=at.blanked, number=number),
        about=about(FILL, "models"),
        computed=tuple(Computed(*one) for one in zip((at.model, second), found.conditions, strict=True)),
    )


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
