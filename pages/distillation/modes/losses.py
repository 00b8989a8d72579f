"""The three losses a student is trained by, on the visitor's own sentence."""

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
from pages.distillation.context import DistillationContext
from pages.parts.findings import Findings, joint_conditions, room_prose
from pages.parts.layout import headline, note
from pages.parts.rooms import DISTILLATION
from pages.parts.sentence.context import BlankContext
from pages.parts.settings import amount
from pages.parts.snippets import snippet

USUAL = LossWeights()
COLDEST, HOTTEST, HEAVIEST = 0.5, 100.0, 1000.0


def show(lesson: DistillationContext) -> Findings:
    """The losses of the sentence, and their sum."""
    at = lesson.masked_sentence(key="losses")
    temperature, weights = _chosen()
    found = distillation_losses(*lesson.ids, at.sentence, at.masked, temperature, weights)
    finding = loss_finding(found, lesson.names)
    headline(finding)
    table = loss_table(found)
    chart = loss_bars(table)
    st.markdown("**What each loss adds to the sum**")
    st.altair_chart(chart, key="losses-bars", alt=finding)
    directions, gradients = cosine_distance_table(found), gradient_table(found)
    figures = [ChartFigure("losses", chart, table), ChartFigure("losses-by-blank", None, blank_loss_table(found))]
    left, right = st.columns(2)
    with left:
        if not directions.empty:
            figures.append(_directions(found, lesson))
    with right:
        st.markdown("**Gradient of the soft-target loss, with $T^2$ and without**")
        lines = gradient_lines(gradients)
        st.altair_chart(lines, key="losses-gradients", alt=temperature_factor_finding(found))
        note(temperature_factor_finding(found))
        figures.append(ChartFigure("gradients", lines, gradients))
    return Findings(
        "losses",
        figures,
        joint_conditions(*found.conditions),
        _code(lesson, at, found),
        about=room_prose(
            DISTILLATION,
            "losses",
            soft=kl_formula(found),
            terms="\n\n".join(_terms(found)),
            total=total_formula(found),
        ),
        computed=lesson.computed,
    )


def _code(lesson: DistillationContext, at: BlankContext, found: DistillationLosses) -> str:
    weights = {"soft targets": found.weights.kl, "masked words": found.weights.mlm, "cosine": found.weights.cosine}
    return snippet(
        DISTILLATION,
        "losses",
        homes=lesson.homes,
        ids=list(at.tokens.ids),
        blanks=list(at.blanks),
        hidden=[blank.position for blank in found.blanks if blank.hidden is not None],
        temperature=found.temperature,
        weights=weights,
    )


def _terms(found: DistillationLosses) -> Iterator[str]:
    """The losses that this sentence and these models have beside the soft targets."""
    if (hidden := mlm_formula(found)) is not None:
        yield f"**Masked words**: how much the correct words surprise the student, in nats.\n\n$$\n{hidden}\n$$"
    if (direction := cosine_formula(found)) is not None:
        yield (
            f"**Cosine**: how far the vectors of the last layer point apart, over all tokens.\n\n$$\n{direction}\n$$"
        )


def _directions(found: DistillationLosses, lesson: DistillationContext) -> ChartFigure:
    st.markdown("**Distance between the last vectors** (1 − cosine), token by token")
    table = cosine_distance_table(found)
    far = table.iloc[int(table["value"].argmax())]
    said = (
        f"The vectors of {lesson.names[1]} and {lesson.names[0]} are {found.cosine:.3f} apart on average (1 − cosine), "
        f"most at “{far['word']}” ({far['figure']})."
    )
    chart = cosine_distance_bars(table)
    st.altair_chart(chart, key="losses-directions", alt=said)
    note(said)
    return ChartFigure("directions", chart, table)


def _chosen() -> tuple[float, tuple[float, float, float]]:
    """The temperature and the weights of the losses."""
    wanted = (
        ("Temperature T", "degree", COLDEST, HOTTEST, 2.0),
        ("Weight of the soft targets", "w-soft", 0.0, HEAVIEST, USUAL.kl),
        ("Weight of the masked words", "w-words", 0.0, HEAVIEST, USUAL.mlm),
        ("Weight of the cosine loss", "w-direction", 0.0, HEAVIEST, USUAL.cosine),
    )
    temperature, soft, words, direction = (
        amount(label, name, low=low, high=high, default=usual, step=0.5, typed=True)
        for label, name, low, high, usual in wanted
    )
    return temperature, (soft, words, direction)
