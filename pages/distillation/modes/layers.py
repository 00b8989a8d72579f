"""The origin of each layer of the student, and its similarity to the teacher's layers."""

import streamlit as st

from cache.distillation import layer_similarity
from components.charts.files import ChartFigure
from components.distillation.charts.layers import similarity_grid
from components.distillation.tables.layers import (
    LayerSimilarityMeasure,
    available_measures,
    chance_finding,
    similarity_finding,
    similarity_table,
)
from components.model.blanks.blank_probes import EVERY, FILE
from pages.distillation.context import DistillationContext
from pages.parts.findings import Findings, joint_conditions
from pages.parts.layout import headline, note
from pages.parts.settings import choice
from pages.parts.snippets import repository_path

MEASURE_NOTES = {
    LayerSimilarityMeasure.CKA: (
        "CKA says whether two layers arrange the tokens in the same way, whatever their axes: 1 = in the same way, "
        "0 = nothing in common."
    ),
    LayerSimilarityMeasure.COSINE: "The mean cosine of each token’s two vectors: 1 = same direction, 0 = unrelated.",
    LayerSimilarityMeasure.ATTENTION: (
        "How far the attention weights of heads with the same number agree: 1 = identical, 0 = no overlap. "
        "It is 1 minus their Jensen–Shannon divergence."
    ),
}


def show(context: DistillationContext) -> Findings:
    """Draw the similarity matrix."""
    with st.spinner("Both models are reading some sentences…"):
        similarity = layer_similarity(*context.ids)
    options = [option.value for option in available_measures(similarity)]
    measure = LayerSimilarityMeasure(choice("Similarity measure", "alike", options, drawn_as="list"))
    finding = similarity_finding(similarity, measure, context.names)
    headline(finding)
    if similarity.origins is None:
        note(f"It is not known which layers {context.names[1]} was initialised from, so none is marked.")
    table = similarity_table(similarity, measure)
    chart = similarity_grid(table, title=measure.value)
    st.markdown("**How similar each layer of the student is to each layer of the teacher**")
    st.altair_chart(chart, key="layers-grid", alt=finding)
    st.caption(MEASURE_NOTES[measure])
    if measure is LayerSimilarityMeasure.CKA:
        note(chance_finding(similarity))
    note(f"Measured on {similarity.tokens} tokens of {similarity.sentences} sentences.")
    return Findings(
        "layers",
        [ChartFigure("layers", chart, table)],
        joint_conditions(*similarity.conditions),
        {"probes": repository_path(FILE), "every": EVERY, "homes": context.homes},
        computed=context.computed,
    )
