"""Two models on the same sentences, side by side."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from cache.senses import measures, project, word_vectors
from components.charts.files import ChartFigure
from components.model.checkpoints.records import Role
from components.model.user_errors import UserError
from components.senses.charts.curves import measure_curve
from components.senses.map import MapView, sense_map
from components.senses.model.projection_results import ProjectionSettings
from components.senses.model.request import SensesRequest
from components.senses.tables.findings import ACCURACY, measure_finding, measure_table
from components.senses.tables.map import encode_map
from components.senses.tables.right_context import right_context_finding, two_models_finding
from pages.parts.findings import Findings
from pages.parts.layout import headline, note
from pages.parts.long_work import show_progress
from pages.parts.model_choice import choose_model, default_other_model
from pages.senses.context import SensesContext

LEFT_TWIN = "pocket-gpt"  # trained like the reference model, but reads from the left only


def show(context: SensesContext) -> Findings | None:
    """Draw the accuracy curve and the map of each model."""
    second = choose_model(
        *Role, key="model2", label="Second model", default=default_other_model(context.model, LEFT_TWIN)
    )
    if second is None:
        return None
    if second.id == context.model.id:
        raise UserError(f"Both models are {second.name}. Choose another second model.")
    request = SensesRequest(second.id, context.request.forms, context.request.sentences, context.request.pooling)
    with show_progress("Reading the sentences", request.key, key="read2") as on_progress:
        other = SensesContext(second, context.typed, request, word_vectors(request, on_progress))
    if not other.vectors.points:
        raise UserError(f"{second.name} finds the word in none of these sentences. Choose another second model.")
    models = (context, other)
    # What the finding is about comes first: on a projector the curves have the height, and maps what is left.
    figures = [_draw_curve(column, shown, number) for number, (column, shown) in _beside(models)]
    for number, (column, shown) in _beside(models):
        _draw_map(column, shown, number)
    if compared := _comparison(context, other):
        headline(compared)
    return Findings(
        "two-models",
        figures,
        replace(context.vectors.conditions, model_id=f"{context.model.id}, {second.id}"),
        context.code("separated", layer=context.vectors.layers, count=2),
        computed=(context.computed, other.computed),
        code_note=(
            f"This code computes the accuracies of {context.model.name}. Put in the other model’s name for its own:"
        ),
    )


def _comparison(context: SensesContext, other: SensesContext) -> str:
    """How well each model separates the senses and, if only one reads both sides, the value of the right context."""
    contexts = sorted((context, other), key=lambda context: context.model.role is Role.CAUSAL)
    first, second = (measures(context.request, lambda _: None) for context in contexts)
    bidirectional_first = [context.model.role for context in contexts] == [Role.MASKED, Role.CAUSAL]
    finding = right_context_finding if bidirectional_first else two_models_finding
    return finding(first, second, (contexts[0].model.name, contexts[1].model.name))


def _beside(models: Sequence[SensesContext]) -> Iterator[tuple[int, tuple[DeltaGenerator, SensesContext]]]:
    """The models, numbered, each with its column of a new row."""
    return enumerate(zip(st.columns(len(models)), models, strict=True))


def _draw_curve(column: DeltaGenerator, context: SensesContext, number: int) -> ChartFigure:
    """Draw how well each layer of one model separates the senses."""
    with column:
        st.markdown(f"**{context.model.name}**")
        with show_progress("Comparing", context.request.key, key=f"two-{number}") as on_progress:
            measured = measures(context.request, on_progress)
        table, finding = measure_table(measured), measure_finding(measured, context.word)
        note(f"{context.model.name}: {finding}")
        curve = measure_curve(table, kind=ACCURACY)
        st.altair_chart(curve, key=f"two-curve-{number}", alt=finding)
    return ChartFigure(f"accuracy-{context.model.id.replace('/', '-')}", curve, table.assign(model=context.model.id))


def _draw_map(column: DeltaGenerator, context: SensesContext, number: int) -> None:
    """Draw one model's PCA map at its last layer."""
    with column:
        st.markdown(f"**{context.model.name}**")
        with show_progress("Drawing", context.request.key, key=f"two-drawn-{number}") as on_progress:
            projection = project(context.request, ProjectionSettings(), on_progress)
        payload = encode_map(projection.points, context.vectors, context.labels)
        sense_map(payload, key=f"two-map-{number}", initial=MapView(layer=context.vectors.layers), listed=False)
