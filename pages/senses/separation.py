"""In which layer the meanings of a word are apart: a chart in the map's drawer, with a line for each of two models."""

from collections.abc import Sequence

import streamlit as st

from cache.senses import measures, word_vectors
from components.charts.files import ChartFigure
from components.model.checkpoints.records import ModelRecord, Role
from components.model.user_errors import UserError
from components.senses.charts.curves import layer_curves
from components.senses.model.request import SensesRequest
from components.senses.model.results import LayerMeasures
from components.senses.tables.findings import measure_finding, missing_labels_note
from components.senses.tables.right_context import models_table, right_context_finding, two_models_finding
from pages.parts.errors import show_errors
from pages.parts.findings import WHY_ANSWERS_DIFFER, Provenance
from pages.parts.layout import note, rare_settings
from pages.parts.long_work import show_progress
from pages.parts.model_choice import choose_model, default_other_model
from pages.parts.settings import switch
from pages.senses.context import SensesContext

TITLE = "In which layer are the meanings apart?"
LEFT_TWIN = "pocket-gpt"  # trained like the reference model, but reads from the left only
COMPARE = "compare"  # query parameter of the link

Measured = tuple[SensesContext, LayerMeasures]


def choose_second_model(model: ModelRecord) -> ModelRecord | None:
    """A second model, if a visitor asks for one; None also while it cannot be used yet."""
    with rare_settings():
        if not switch("Compare with a second model", COMPARE):
            return None
        return choose_model(*Role, key="model2", label="Second model", default=default_other_model(model, LEFT_TWIN))


def measure(context: SensesContext, key: str = "measure") -> LayerMeasures:
    """How well each layer separates the senses; ``key`` is that of the progress bar."""
    with show_progress("Measuring", f"{context.request.key} {context.senses}", key=key) as on_progress:
        return measures(context.request, on_progress)


def draw_separation(
    context: SensesContext, second: ModelRecord | None, figures: list[ChartFigure], computed: list[Provenance]
) -> None:
    """Draw how often the nearest sentence has the same meaning, layer by layer.

    Args:
        context: The sentences.
        second: A second model, which reads the same sentences.
        figures: The figures of the view, to which the chart is added.
        computed: The models of the view, to which the second is added.
    """
    measured = measure(context, "measure-layers")
    if nothing := missing_labels_note(measured):
        note(nothing)
        return
    shown, finding = [(context, measured)], measure_finding(measured, context.word)
    if second is not None:
        with show_errors():
            shown.append(_measure_second(context, second))
            finding = _comparison_finding(shown) or finding
            note(finding)
            computed.append(shown[-1][0].computed)
    table = models_table([(each.model.name, measures_of) for each, measures_of in shown])
    chart = layer_curves(table)
    st.altair_chart(chart, key="apart", alt=finding)
    note(WHY_ANSWERS_DIFFER)
    figures.append(ChartFigure("separated", chart, table))


def _measure_second(context: SensesContext, second: ModelRecord) -> Measured:
    """The second model's measures.

    Raises:
        UserError: It is the first one, or it finds the word nowhere.
    """
    if second.id == context.model.id:
        raise UserError(f"Both models are {second.name}. Choose another second model.")
    request = SensesRequest(second.id, context.request.forms, context.request.sentences, context.request.pooling)
    with show_progress("Reading the sentences", request.key, key="read2") as on_progress:
        other = SensesContext(second, context.typed, request, word_vectors(request, on_progress))
    if not other.vectors.points:
        raise UserError(f"{second.name} finds the word in none of these sentences. Choose another second model.")
    return other, measure(other, "measure2")


def _comparison_finding(both: Sequence[Measured]) -> str:
    """How well each model separates the senses and, if only one reads both sides, the value of the right context."""
    in_order = sorted(both, key=lambda pair: pair[0].model.role is Role.CAUSAL)
    (first, first_measures), (second, second_measures) = in_order
    is_one_sided = [first.model.role, second.model.role] == [Role.MASKED, Role.CAUSAL]
    finding = right_context_finding if is_one_sided else two_models_finding
    return finding(first_measures, second_measures, (first.model.name, second.model.name))
