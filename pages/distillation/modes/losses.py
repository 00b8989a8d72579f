"""The three losses of distillation on the visitor's sentence."""

from collections.abc import Iterator

import streamlit as st

from cache.distillation import distillation_losses
from components.charts.files import ChartFigure
from components.distillation.charts.bars import cosine_distance_bars, gradient_lines, loss_bars
from components.distillation.model.results import DistillationLosses, LossWeights
from components.distillation.tables.formulas import (
    cosine_formula,
    kl_formula,
    mlm_formula,
    total_formula,
)
from components.distillation.tables.losses import (
    blank_loss_table,
    cosine_distance_table,
    gradient_table,
    loss_finding,
    loss_table,
    temperature_factor_finding,
)
from components.tables.numbers import fixed
from components.tables.phrases import quoted
from pages.distillation.context import DistillationContext
from pages.parts.findings import Findings, joint_conditions, room_prose
from pages.parts.layout import headline, note
from pages.parts.presenting import shows_one_picture
from pages.parts.rooms import DISTILLATION
from pages.parts.sentence.context import BlankContext
from pages.parts.settings import amount

DEFAULT_WEIGHTS = LossWeights()
MINIMUM_TEMPERATURE, MAXIMUM_TEMPERATURE, MAXIMUM_WEIGHT = 0.5, 100.0, 1000.0


def show(context: DistillationContext) -> Findings:
    """Show the losses on the sentence, and their sum."""
    blank_context = context.masked_sentence(key="losses")
    temperature, weights = _choose_temperature_and_weights()
    losses = distillation_losses(*context.ids, blank_context.sentence, blank_context.masked, temperature, weights)
    finding = loss_finding(losses, context.names)
    headline(finding)
    table = loss_table(losses)
    chart = loss_bars(table)
    st.markdown("**What each loss adds to the sum**")
    st.altair_chart(chart, key="losses-bars", alt=finding)
    figures = [ChartFigure("losses", chart, table), ChartFigure("losses-by-blank", None, blank_loss_table(losses))]
    if not shows_one_picture():
        figures += _draw_details(losses, context)
    return Findings(
        "losses",
        figures,
        joint_conditions(*losses.conditions),
        _code_inputs(context, blank_context, losses),
        about=room_prose(
            DISTILLATION,
            "losses",
            soft=kl_formula(losses),
            terms="\n\n".join(_further_terms(losses)),
            total=total_formula(losses),
        ),
        computed=context.computed,
    )


def _code_inputs(
    context: DistillationContext, blank_context: BlankContext, losses: DistillationLosses
) -> dict[str, object]:
    weights = {"soft targets": losses.weights.kl, "masked words": losses.weights.mlm, "cosine": losses.weights.cosine}
    return {
        "homes": context.homes,
        "ids": list(blank_context.tokens.ids),
        "blanks": list(blank_context.blanks),
        "hidden": [blank.position for blank in losses.blanks if blank.hidden is not None],
        "temperature": losses.temperature,
        "weights": weights,
    }


def _further_terms(losses: DistillationLosses) -> Iterator[str]:
    """Formulas of the losses besides the soft targets that are defined for this sentence and these models."""
    if (mlm := mlm_formula(losses)) is not None:
        yield f"**Masked words**: how much the correct words surprise the student, in nats.\n\n$$\n{mlm}\n$$"
    if (cosine := cosine_formula(losses)) is not None:
        yield (f"**Cosine**: how far the vectors of the last layer point apart, over all tokens.\n\n$$\n{cosine}\n$$")


def _draw_details(losses: DistillationLosses, context: DistillationContext) -> list[ChartFigure]:
    """Draw the distances between vectors beside the gradient of the soft-target loss."""
    figures, gradients = [], gradient_table(losses)
    left, right = st.columns(2)
    with left:
        if not cosine_distance_table(losses).empty:
            figures.append(_draw_distances(losses, context))
    with right:
        st.markdown("**Gradient of the soft-target loss, with $T^2$ and without**")
        chart = gradient_lines(gradients)
        st.altair_chart(chart, key="losses-gradients", alt=temperature_factor_finding(losses))
        note(temperature_factor_finding(losses))
        figures.append(ChartFigure("gradients", chart, gradients))
    return figures


def _draw_distances(losses: DistillationLosses, context: DistillationContext) -> ChartFigure:
    st.markdown("**Distance between the last vectors** (1 − cosine), token by token")
    table = cosine_distance_table(losses)
    farthest = table.iloc[int(table["value"].argmax())]
    average = fixed(float(table["value"].mean()), 3)
    finding = (
        f"The vectors of {context.names[1]} and {context.names[0]} are {average} apart on average "
        f"(1 − cosine), most at {quoted(farthest['word'])} ({farthest['figure']})."
    )
    chart = cosine_distance_bars(table)
    st.altair_chart(chart, key="losses-directions", alt=finding)
    note(finding)
    return ChartFigure("directions", chart, table)


def _choose_temperature_and_weights() -> tuple[float, tuple[float, float, float]]:
    """Ask for the temperature and the weights of the losses."""
    fields = (
        ("Temperature T", "degree", MINIMUM_TEMPERATURE, MAXIMUM_TEMPERATURE, 2.0),
        ("Weight of the soft targets", "w-soft", 0.0, MAXIMUM_WEIGHT, DEFAULT_WEIGHTS.kl),
        ("Weight of the masked words", "w-words", 0.0, MAXIMUM_WEIGHT, DEFAULT_WEIGHTS.mlm),
        ("Weight of the cosine loss", "w-direction", 0.0, MAXIMUM_WEIGHT, DEFAULT_WEIGHTS.cosine),
    )
    temperature, soft, words, cosine = (
        amount(label, name, low=low, high=high, default=default, step=0.5, typed=True)
        for label, name, low, high, default in fields
    )
    return temperature, (soft, words, cosine)
