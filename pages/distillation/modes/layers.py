"""Which of the teacher's layers each layer of the student came from, and which it is like now."""

import streamlit as st

from cache.distillation import layer_similarity
from components.charts.files import ChartFigure
from components.distillation.charts.layers import similarity_grid
from components.distillation.tables.layers import (
    SimilarityMeasure,
    available_measures,
    chance_finding,
    similarity_finding,
    similarity_table,
)
from components.model.blanks.blank_probes import EVERY, FILE
from pages.distillation.context import DistillationContext
from pages.parts.findings import Findings, joint_conditions, room_prose
from pages.parts.layout import headline, note
from pages.parts.rooms import DISTILLATION
from pages.parts.settings import choice
from pages.parts.snippets import repository_path, snippet


def show(lesson: DistillationContext) -> Findings:
    """The matrix of likeness."""
    with st.spinner("Both models are reading some sentences…"):
        found = layer_similarity(*lesson.ids)
    options = [one.value for one in available_measures(found)]
    measure = SimilarityMeasure(choice("Similarity measure", "alike", options, drawn_as="list"))
    finding = similarity_finding(found, measure, lesson.names)
    headline(finding)
    if found.origins is None:
        note(f"It is not known which layers {lesson.names[1]} was initialised from, so none is marked.")
    table = similarity_table(found, measure)
    chart = similarity_grid(table, title=measure.value)
    st.markdown("**How similar each layer of the student is to each layer of the teacher**")
    st.altair_chart(chart, key="layers-grid", alt=finding)
    if measure is SimilarityMeasure.CKA:
        note(chance_finding(found))
    note(f"Measured on {found.tokens} tokens of {found.sentences} sentences.")
    return Findings(
        "layers",
        [ChartFigure("layers", chart, table)],
        joint_conditions(*found.conditions),
        snippet(DISTILLATION, "layers", probes=repository_path(FILE), every=EVERY, homes=lesson.homes),
        about=room_prose(DISTILLATION, "layers"),
        computed=lesson.computed,
    )
