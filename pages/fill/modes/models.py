"""Two models at the same blank."""

import streamlit as st

import cache.blanks
import cache.engine
import cache.shipped.first_answers
from components.charts.files import ChartFigure
from components.charts.pairs import paired_bars
from components.model.blanks.results import ModelPair
from components.model.checkpoints.catalogue import STUDENT
from components.model.checkpoints.records import Role
from components.tables.numbers import nats_to_bits, probability_text
from components.tables.pairs import model_finding, most_likely_words, overlap, pair_table
from components.tables.predictions import candidate_table
from pages.parts import settings
from pages.parts.findings import Findings, Provenance, joint_conditions, room_prose
from pages.parts.layout import headline, note
from pages.parts.model_choice import choose_model, default_other_model
from pages.parts.rooms import FILL
from pages.parts.sentence.blank_choice import choose_blank
from pages.parts.sentence.context import BlankContext
from pages.parts.snippets import model_source, snippet

BARS = 8


def show(at: BlankContext) -> Findings | None:
    """Ask a second model the same."""
    usual = default_other_model(at.model, STUDENT)
    second = choose_model(Role.MASKED, key="model2", label="Second model", default=usual)
    number = at.blanks.index(choose_blank(at, key="models"))
    if second is None:
        return None
    if second.id == at.model.id:
        st.info(
            f"Both models are {second.name}, so everything is the same. Choose another second model. "
            "To add a model of your own, put its folder into the folder that the server’s setting RIVERBANK_MODELS "
            "names. Both lists then offer it.",
            icon=":material/compare_arrows:",
        )
        return None
    count = settings.number("Top choices compared (top k)", "models-k", low=1, high=50, default=10)
    with st.spinner("Running both models…"):
        found = cache.blanks.model_pair(at.model.id, second.id, at.sentence, at.masked, number)
    names = (at.model.name, second.name)
    finding = model_finding(found, names, count=count)
    headline(finding)
    draw_metrics(found, names, count=count)
    table = most_likely_words(pair_table(found.words), count=BARS)
    chart = paired_bars(table, names)
    st.markdown("**Probability of the likeliest words in both models**")
    st.altair_chart(chart, key="models-chart", alt=finding)
    note(
        f"The vocabularies share {found.shared:,} whole words. They have {probability_text(found.mass_first)} of the first "
        f"model’s probability here and {probability_text(found.mass_second)} of the second’s."
    )
    homes = [model_source(at.model), model_source(second)]
    return Findings(
        "models",
        [ChartFigure("two-models", chart, table)],
        joint_conditions(*found.conditions, names=names),
        snippet(FILL, "models", homes=homes, sentence=at.masked_sentence, number=number),
        about=room_prose(FILL, "models"),
        computed=tuple(Provenance(*one) for one in zip((at.model, second), found.conditions, strict=True)),
    )


def draw_metrics(found: ModelPair, names: tuple[str, str], *, count: int) -> None:
    """The comparison in four figures."""
    columns = st.columns(4)
    for column, name, mask in zip(columns, names, (found.first, found.second), strict=False):
        first = candidate_table(mask, count=1).iloc[0]
        column.caption(f"First choice of {name}")
        column.text(f"{first['word']}, {first['percent']}")
    common, jaccard = overlap(found.first, found.second, count=count)
    columns[2].caption(f"Shared among the top {count}")
    columns[2].text(f"{common} (Jaccard {jaccard:.2f})")
    columns[3].caption("Jensen–Shannon divergence")
    columns[3].text(f"{nats_to_bits(found.jsd):.3f} bits")
