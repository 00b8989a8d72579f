"""Soft targets: the teacher's whole answer at any temperature, and what a student learns from it."""

from collections.abc import Iterator
from dataclasses import astuple, replace
from functools import partial
from typing import Any

import streamlit as st

from cache.distillation import distillation_losses, layer_similarity, soft_targets
from components.charts.files import ChartFigure
from components.charts.pairs import BEFORE_FIRST, paired_bars
from components.distillation.charts.bars import loss_bars
from components.distillation.charts.layers import similarity_grid
from components.distillation.model.results import TEMPERATURES, DistillationLosses, LossWeights, SoftTargets
from components.distillation.tables.formulas import (
    cosine_formula,
    kl_formula,
    mlm_formula,
    softmax_formula,
    total_formula,
)
from components.distillation.tables.layers import chance_finding, similarity_finding, similarity_table
from components.distillation.tables.losses import (
    blank_loss_table,
    loss_finding,
    loss_table,
    temperature_factor_finding,
)
from components.distillation.tables.targets import (
    among_shown,
    hidden_finding,
    shown_finding,
    target_finding,
    target_table,
)
from components.model.results import Candidate, MaskPrediction
from components.model.user_errors import UserError
from pages.distillation.context import DistillationContext
from pages.distillation.guess import ask_for_word
from pages.parts.findings import Findings, room_prose
from pages.parts.layout import draw_chart, headline, in_drawer, note, settings_place, try_this
from pages.parts.links.address import room_key
from pages.parts.presenting import hides_controls
from pages.parts.rooms import DISTILLATION
from pages.parts.sentence.blank_choice import choose_blank
from pages.parts.settings import linked_choice
from pages.parts.snippets import snippet

DEFAULT_TEMPERATURE = 2.0
SHOWN = 5  # words that have bars, besides a hidden one
BEFORE = "as it is (temperature 1)"


def show(context: DistillationContext) -> Findings | None:
    """Show the teacher's softened distribution at one blank; the student's losses are in the drawer."""
    blank_context = context.masked_sentence(key="targets")
    position = choose_blank(blank_context, key="targets")
    sentence, masked = blank_context.sentence, blank_context.masked
    targets = soft_targets(context.teacher.id, sentence, masked, position)
    question = f"{context.teacher.id} {blank_context.masked_sentence} {position}"
    if not ask_for_word(_as_prediction(targets), question, sentence=blank_context.masked_sentence):
        return None
    temperature = _choose_temperature()
    table = target_table(targets, temperature)
    shown = among_shown(table[(table["row"] <= SHOWN) | table["hidden"]])
    finding = f"{shown_finding(shown, temperature)} {target_finding(targets, temperature)}".strip()
    headline(finding)
    note(hidden_finding(targets, temperature) or "")
    softness = "softened" if temperature > 1 else "sharpened" if temperature < 1 else "chosen"
    chart = paired_bars(
        shown,
        (BEFORE, f"{softness} (temperature {temperature:g})"),
        side="Temperature",
        colours=BEFORE_FIRST,
        title="The teacher’s probability among these words",
    )
    draw_chart(chart, key="targets-bars", alt=finding)
    try_this("Lower the temperature: the first word takes more and more.")
    figures = [ChartFigure("soft-targets", chart, table)]
    inputs = {
        "ids": list(blank_context.tokens.ids),
        "blanks": list(blank_context.blanks),
        "temperature": temperature,
    }
    about = room_prose(DISTILLATION, "targets", formula=softmax_formula(targets, temperature))
    findings = Findings("targets", figures, targets.conditions, {**inputs, "position": position}, about=about)
    try:
        losses = distillation_losses(*context.ids, sentence, masked, temperature, astuple(LossWeights()))
    except UserError as error:  # of two vocabularies there are no losses
        note(str(error))
        return findings
    code = _loss_code(context, losses, inputs)
    in_drawer("Which layers of the two are similar?", partial(_draw_layers, context))
    return replace(
        findings,
        figures=[*figures, *_losses(losses, context)],
        other_code=partial(_draw_code, code),
        computed=context.computed,
    )


def _losses(losses: DistillationLosses, context: DistillationContext) -> list[ChartFigure]:
    """Note which loss of the student weighs most; bars and formulas are in the drawer."""
    finding = loss_finding(losses, context.names)
    note(finding, temperature_factor_finding(losses))
    table = loss_table(losses)
    chart = loss_bars(table)
    prose = room_prose(
        DISTILLATION,
        "losses",
        soft=kl_formula(losses),
        terms="\n\n".join(_further_terms(losses)),
        total=total_formula(losses),
    )

    def draw() -> None:
        st.altair_chart(chart, key="losses-bars", alt=finding)
        prose.draw()

    in_drawer("What each of the student’s three losses adds to the sum", draw)
    return [ChartFigure("losses", chart, table), ChartFigure("losses-by-blank", None, blank_loss_table(losses))]


def _draw_layers(context: DistillationContext) -> None:
    """Draw how similar each layer of the student is to each of the teacher's."""
    with st.spinner("Both models are reading some sentences…"):
        similarity = layer_similarity(*context.ids)
    finding = similarity_finding(similarity, context.names)
    st.altair_chart(similarity_grid(similarity_table(similarity)), key="layers-grid", alt=finding)
    st.text(f"{finding} {chance_finding(similarity)}")
    if similarity.origins is None:
        st.text(f"It is not known which layers {context.names[1]} was initialised from, so none is marked.")
    st.caption(
        "CKA (Kornblith et al. 2019) says whether two layers arrange the tokens in the same way, whatever their axes: "
        "1 = in the same way, 0 = nothing in common. A thick border and a star: the student’s layer began as a copy of "
        f"this one. Measured on {similarity.tokens} tokens of {similarity.sentences} sentences."
    )


def _loss_code(context: DistillationContext, losses: DistillationLosses, inputs: dict[str, Any]) -> str:
    hidden = [blank.position for blank in losses.blanks if blank.hidden is not None]
    weights = {name: weight for name, _, weight in losses.terms}
    values = {**inputs, "homes": context.homes, "hidden": hidden, "weights": weights}
    return snippet(DISTILLATION, "losses", None, **values)


def _draw_code(code: str) -> None:
    st.markdown("**The three losses**")
    st.code(code, language="python", wrap_lines=True)


def _further_terms(losses: DistillationLosses) -> Iterator[str]:
    """Formulas of the losses besides the soft targets that are defined for this sentence and these models."""
    if (mlm := mlm_formula(losses)) is not None:
        yield f"**Masked words**: how much the correct words surprise the student, in nats.\n\n$$\n{mlm}\n$$"
    if (cosine := cosine_formula(losses)) is not None:
        yield (f"**Cosine**: how far the vectors of the last layer point apart, over all tokens.\n\n$$\n{cosine}\n$$")


def _choose_temperature() -> float:
    options = [f"{temperature:g}" for temperature in TEMPERATURES]
    if hides_controls():
        return float(linked_choice("T", [f"{DEFAULT_TEMPERATURE:g}", *options]))
    with settings_place():
        return float(
            st.select_slider(
                "Temperature (higher = softer)",
                options,
                f"{DEFAULT_TEMPERATURE:g}",
                key=room_key("T"),
                bind="query-params",
            )
        )


def _as_prediction(targets: SoftTargets) -> MaskPrediction:
    """The teacher's distribution at T = 1, with which a guess is compared."""
    index = targets.temperatures.index(1.0)
    candidates = tuple(
        Candidate(candidate.text, candidate.probabilities[index], candidate.continues)
        for candidate in targets.candidates
    )
    return MaskPrediction(targets.position, targets.hidden, candidates, targets.entropies[index])
