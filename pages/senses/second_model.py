"""A second model on the same sentences: a second line in the chart of “How well separated?”."""

from collections.abc import Sequence
from dataclasses import dataclass

import streamlit as st

from cache.senses import measures, word_vectors
from components.charts.files import ChartFigure
from components.model.checkpoints.records import Role
from components.model.user_errors import UserError
from components.senses.charts.river import models_curve
from components.senses.model.request import SensesRequest
from components.senses.model.results import LayerMeasures
from components.senses.tables.right_context import models_table, right_context_finding, two_models_finding
from pages.parts.long_work import show_progress
from pages.parts.model_choice import choose_model, default_other_model
from pages.senses.context import SensesContext

LEFT_TWIN = "pocket-gpt"  # trained like the reference model, but reads from the left only


@dataclass(frozen=True)
class ComparedModels:
    """Two models on the same sentences.

    Attributes:
        finding: How well each separates the senses; empty without two senses.
        figure: The chart with a line for each.
        other: The second model and what it read.
    """

    finding: str
    figure: ChartFigure
    other: SensesContext


def compare_models(context: SensesContext, measured: LayerMeasures, *, height: int) -> ComparedModels | None:
    """Ask for a second model, and draw the accuracy of both by layer; None if it cannot be used yet."""
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
    with show_progress("Measuring", f"{request.key} {other.senses}", key="measure2") as on_progress:
        both = ((context, measured), (other, measures(request, on_progress)))
    table = models_table([(shown.model.name, each) for shown, each in both])
    curve = models_curve(table, height=height)
    finding = _finding(both)
    st.altair_chart(curve, key="apart-models", alt=finding)
    return ComparedModels(finding, ChartFigure("two-models", curve, table), other)


def _finding(both: Sequence[tuple[SensesContext, LayerMeasures]]) -> str:
    """How well each model separates the senses and, if only one reads both sides, the value of the right context."""
    in_order = sorted(both, key=lambda pair: pair[0].model.role is Role.CAUSAL)
    (first, first_measures), (second, second_measures) = in_order
    is_one_sided = [first.model.role, second.model.role] == [Role.MASKED, Role.CAUSAL]
    finding = right_context_finding if is_one_sided else two_models_finding
    return finding(first_measures, second_measures, (first.model.name, second.model.name))
