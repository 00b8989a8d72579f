"""Soft targets: the teacher's whole distribution over the vocabulary, at any temperature."""

import streamlit as st

from cache.distillation import softened
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
from pages.parts.findings import Findings, Provenance, room_prose
from pages.parts.layout import headline, note, settings_place
from pages.parts.presenting import hides_controls
from pages.parts.rooms import DISTILLATION
from pages.parts.sentence.blank_choice import choose_blank
from pages.parts.settings import linked_choice
from pages.parts.snippets import snippet

USUAL = 2.0


def show(lesson: DistillationContext) -> Findings | None:
    """The teacher's answer at one blank, softened."""
    at = lesson.masked_sentence(key="targets")
    position = choose_blank(at, key="targets")
    found = softened(lesson.teacher.id, at.sentence, at.masked, position)
    question = f"{lesson.teacher.id} {at.masked_sentence} {position}"
    if not ask_for_word(_as_prediction(found), question, sentence=at.masked_sentence):
        return None
    temperature = _temperature()
    headline(target_finding(found, temperature))
    of_hidden = hidden_finding(found, temperature)
    if of_hidden is not None:
        st.text(of_hidden)
    bars, curve = target_table(found, temperature), entropy_table(found)
    left, right = st.columns(2)
    with left:
        st.markdown("**The teacher’s most probable words**")
        likeliest = target_bars(bars)
        st.altair_chart(likeliest, key="targets-bars", alt=target_finding(found, temperature))
    with right:
        st.markdown("**Entropy against temperature**")
        line = entropy_curve(curve, temperature)
        st.altair_chart(line, key="targets-entropy", alt=entropy_finding(found))
    note(entropy_finding(found))
    code = snippet(
        DISTILLATION,
        "targets",
        lesson.teacher,
        ids=list(at.tokens.ids),
        blanks=list(at.blanks),
        position=position,
        temperature=temperature,
    )
    return Findings(
        "targets",
        [ChartFigure("soft-targets", likeliest, bars), ChartFigure("entropy", line, curve)],
        found.conditions,
        code,
        about=room_prose(DISTILLATION, "targets", formula=softmax_formula(found, temperature)),
        computed=(Provenance(lesson.teacher, found.conditions),),
    )


def _temperature() -> float:
    options = [f"{one:g}" for one in TEMPERATURES]
    if hides_controls():
        linked = linked_choice("T", [f"{USUAL:g}", *options])
        st.text(f"Temperature T = {linked}")
        return float(linked)
    with settings_place():
        return float(st.select_slider("Temperature T", options, f"{USUAL:g}", key="T", bind="query-params"))


def _as_prediction(found: SoftTargets) -> MaskPrediction:
    """The teacher's own answer, as a guess is held against it."""
    one = found.temperatures.index(1.0)
    candidates = tuple(Candidate(each.text, each.probabilities[one], each.continues) for each in found.candidates)
    return MaskPrediction(found.position, found.hidden, candidates, found.entropies[one])
