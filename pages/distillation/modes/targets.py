"""Soft targets: the teacher's whole distribution over the vocabulary, at any temperature."""

import streamlit as st

from cache.distillation import soft_targets
from components.charts.files import ChartFigure
from components.distillation.charts.targets import entropy_curve, target_bars
from components.distillation.model.results import TEMPERATURES, SoftTargets
from components.distillation.tables.formulas import softmax_formula
from components.distillation.tables.targets import (
    entropy_finding,
    entropy_table,
    hidden_finding,
    target_finding,
    target_table,
)
from components.model.results import Candidate, MaskPrediction
from pages.distillation.context import DistillationContext
from pages.distillation.guess import ask_for_word
from pages.parts.findings import Findings, room_prose
from pages.parts.layout import headline, note, settings_place
from pages.parts.links.address import room_key
from pages.parts.presenting import hides_controls, shows_one_picture
from pages.parts.rooms import DISTILLATION
from pages.parts.sentence.blank_choice import choose_blank
from pages.parts.settings import linked_choice

DEFAULT_TEMPERATURE = 2.0


def show(context: DistillationContext) -> Findings | None:
    """Show the teacher's softened distribution at one blank."""
    blank_context = context.masked_sentence(key="targets")
    position = choose_blank(blank_context, key="targets")
    targets = soft_targets(context.teacher.id, blank_context.sentence, blank_context.masked, position)
    question = f"{context.teacher.id} {blank_context.masked_sentence} {position}"
    if not ask_for_word(_as_prediction(targets), question, sentence=blank_context.masked_sentence):
        return None
    temperature = _choose_temperature()
    headline(target_finding(targets, temperature))
    hidden_text = hidden_finding(targets, temperature)
    if hidden_text is not None:
        note(hidden_text)
    if shows_one_picture():
        figures = [_draw_words(targets, temperature)]
    else:
        left, right = st.columns(2)
        with left:
            figures = [_draw_words(targets, temperature)]
        with right:
            figures.append(_draw_entropy(targets, temperature))
    note(entropy_finding(targets))
    inputs = {
        "ids": list(blank_context.tokens.ids),
        "blanks": list(blank_context.blanks),
        "position": position,
        "temperature": temperature,
    }
    return Findings(
        "targets",
        figures,
        targets.conditions,
        inputs,
        about=room_prose(DISTILLATION, "targets", formula=softmax_formula(targets, temperature)),
    )


def _draw_words(targets: SoftTargets, temperature: float) -> ChartFigure:
    st.markdown("**The teacher’s most probable words**")
    table = target_table(targets, temperature)
    chart = target_bars(table)
    st.altair_chart(chart, key="targets-bars", alt=target_finding(targets, temperature))
    return ChartFigure("soft-targets", chart, table)


def _draw_entropy(targets: SoftTargets, temperature: float) -> ChartFigure:
    st.markdown("**Entropy against temperature**")
    table = entropy_table(targets)
    chart = entropy_curve(table, temperature)
    st.altair_chart(chart, key="targets-entropy", alt=entropy_finding(targets))
    return ChartFigure("entropy", chart, table)


def _choose_temperature() -> float:
    options = [f"{temperature:g}" for temperature in TEMPERATURES]
    if hides_controls():
        linked = linked_choice("T", [f"{DEFAULT_TEMPERATURE:g}", *options])
        st.text(f"Temperature T = {linked}")
        return float(linked)
    with settings_place():
        return float(
            st.select_slider(
                "Temperature T", options, f"{DEFAULT_TEMPERATURE:g}", key=room_key("T"), bind="query-params"
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
