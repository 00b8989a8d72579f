"""Two models on the same sentences."""

from dataclasses import replace

import streamlit as st

from cache.senses import SensesRequest, encode_map, measures, project, word_vectors
from components.charts.files import ChartFigure
from components.model.checkpoints.records import Role
from components.model.user_errors import UserError
from components.senses.charts.curves import measure_curve
from components.senses.map import MapView, sense_map
from components.senses.model.projection_results import ProjectionSettings
from components.senses.tables.findings import ACCURACY, measure_finding, measure_table
from components.senses.tables.right_context import right_context_finding, two_models_finding
from pages.parts.findings import Findings
from pages.parts.layout import headline, note
from pages.parts.long_work import show_progress
from pages.parts.model_choice import choose_model, default_other_model
from pages.senses.context import SensesContext

LEFT_TWIN = "pocket-gpt"  # trained like the reference, but to read from the left


def show(at: SensesContext) -> Findings | None:
    """Map and curve of either model, side by side."""
    second = choose_model(*Role, key="model2", label="Second model", default=default_other_model(at.model, LEFT_TWIN))
    if second is None:
        return None
    if second.id == at.model.id:
        raise UserError(f"Both models are {second.name}. Choose another second model.")
    asked = SensesRequest(second.id, at.request.forms, at.request.sentences, at.request.pooling)
    with show_progress("Reading the sentences", asked.key, key="read2") as on_progress:
        other = SensesContext(second, at.typed, asked, word_vectors(asked, on_progress))
    if not other.vectors.points:
        raise UserError(f"{second.name} finds the word in none of these sentences. Choose another second model.")
    figures = []
    for number, (column, one) in enumerate(zip(st.columns(2), (at, other), strict=True)):
        with column:
            figures += _one(one, number)
    if compared := _compared(at, other):
        headline(compared)
    return Findings(
        "two-models",
        figures,
        replace(at.vectors.conditions, model_id=f"{at.model.id}, {second.id}"),
        at.code("separated", layer=at.vectors.layers, count=2),
        computed=(at.computed, other.computed),
        code_note=f"This code computes the accuracies of {at.model.name}. Put in the other model’s name for its own:",
    )


def _compared(at: SensesContext, other: SensesContext) -> str:
    """How well either model tells the senses apart; where only one of them sees the right side, what that is worth."""
    pair = sorted((at, other), key=lambda one: one.model.role is Role.CAUSAL)
    first, second = (measures(one.request, lambda _: None) for one in pair)
    is_of_sides = [one.model.role for one in pair] == [Role.MASKED, Role.CAUSAL]
    finding = right_context_finding if is_of_sides else two_models_finding
    return finding(first, second, (pair[0].model.name, pair[1].model.name))


def _one(one: SensesContext, number: int) -> list[ChartFigure]:
    """One model's map, by PCA, at its last layer, and its curve."""
    st.markdown(f"**{one.model.name}**")
    with show_progress("Drawing", one.request.key, key=f"two-{number}") as on_progress:
        drawn = project(one.request, ProjectionSettings(), on_progress)
        found = measures(one.request, on_progress)
    payload = encode_map(drawn.points, one.vectors, one.labels)
    sense_map(payload, key=f"two-map-{number}", initial=MapView(layer=one.vectors.layers), listed=False)
    table, finding = measure_table(found), measure_finding(found)
    note(f"{one.model.name}: {finding}")
    curve = measure_curve(table, kind=ACCURACY)
    st.altair_chart(curve, key=f"two-curve-{number}", alt=finding)
    return [ChartFigure(f"accuracy-{one.model.id.replace('/', '-')}", curve, table.assign(model=one.model.id))]
