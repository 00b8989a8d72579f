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
from components.tables.numbers import fixed, log_probability_text
from components.tables.pairs import divergence_text, model_finding, most_likely_words, overlap, pair_table, top_words
from components.tables.phrases import JENSEN_SHANNON_NOTE, count_phrase, word_label
from pages.parts import settings
from pages.parts.findings import Findings, Provenance, joint_conditions
from pages.parts.layout import headline
from pages.parts.model_choice import choose_model, default_other_model
from pages.parts.sentence.blank_choice import choose_blank
from pages.parts.sentence.context import BlankContext
from pages.parts.snippets import model_source

BARS = 8


def show(context: BlankContext) -> Findings | None:
    """Compare with a second model at the same blank."""
    default = default_other_model(context.model, STUDENT)
    second = choose_model(Role.MASKED, key="model2", label="Second model", default=default)
    number = context.blanks.index(choose_blank(context, key="models"))
    if second is None:
        return None
    if second.id == context.model.id:
        st.info(
            f"Both models are {second.name}, so everything is the same. Choose another second model. "
            "To add a model of your own, put its folder into the folder that the server’s setting RIVERBANK_MODELS "
            "names. Both lists then offer it.",
            icon=":material/compare_arrows:",
        )
        return None
    count = settings.number("Top choices compared (top k)", "models-k", low=1, high=50, default=10)
    with st.spinner("Running both models…"):
        pair = cache.blanks.model_pair(context.model.id, second.id, context.sentence, context.masked, number)
    names = (context.model.name, second.name)
    finding = model_finding(pair, names, count=count)
    headline(finding)
    draw_metrics(pair, names, count=count)
    table = most_likely_words(pair_table(pair.words), count=BARS)
    chart = paired_bars(table, names)
    st.markdown(f"**The {count_phrase(len(table), 'token')} with the highest probability in either model**")
    st.altair_chart(chart, key="models-chart", alt=finding)
    homes = [model_source(context.model), model_source(second)]
    return Findings(
        "models",
        [ChartFigure("two-models", chart, table)],
        joint_conditions(*pair.conditions, names=names),
        {"homes": homes, "sentence": context.masked_sentence, "number": number},
        computed=tuple(
            Provenance(*model_conditions)
            for model_conditions in zip((context.model, second), pair.conditions, strict=True)
        ),
    )


def draw_metrics(pair: ModelPair, names: tuple[str, str], *, count: int) -> None:
    """Draw the comparison as four numbers."""
    columns = st.columns(4)
    first, second = top_words(pair)
    for column, name, word, chance in zip(columns, names, (first, second), (first.first, second.second), strict=False):
        column.caption(f"First choice of {name}")
        column.text(f"{word_label(word)}, {log_probability_text(chance)}")
    common, jaccard = overlap(pair, count=count)
    columns[2].caption(f"Shared among the top {count}")
    columns[2].text(f"{common} (Jaccard {fixed(jaccard, 2)})")
    columns[3].caption("Jensen–Shannon divergence")
    columns[3].text(divergence_text(pair.jsd))
    st.caption(
        "Jaccard index: tokens in both lists ÷ tokens in either; 1 = the same tokens, 0 = none shared. "
        + JENSEN_SHANNON_NOTE
    )
