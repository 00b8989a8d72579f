"""Soft targets: what a teacher's whole answer tells beyond its first word, at any temperature."""

import streamlit as st

import cache
from cache.distillation import softened
from components.charts.distillation_targets import entropy_curve, target_bars
from components.charts.files import Figure
from components.model.results import Candidate, MaskPrediction
from components.model.soft_targets_results import TEMPERATURES, SoftTargets
from components.tables.distillation_formulas import softmax_formula
from components.tables.distillation_targets import (
    entropy_finding,
    entropy_table,
    hidden_finding,
    target_finding,
    target_table,
)
from pages.parts.asked import which_blank
from pages.parts.conditions import computed_by
from pages.parts.presenting import controls_hidden, linked_choice
from pages.parts.take_away import take_away
from pages.parts.typeset import typeset
from pages.speed.guess import word_guessed
from pages.speed.situation import Lesson, blanks_of
from pages.speed.snippets import targets_snippet

USUAL = 2.0
MORE = """
At $T = 1$ this is the model's own answer. Below, the first word takes everything, as in a label; above, the small
probabilities come out, and far above all pieces become alike. A student trained on the softened answer is told of each
blank not one word but an order of all words.

**What this does not show:** that what is told is true, or that this $T$ is the one to train with; DistilBERT was
trained with $T = 2$. Source: Hinton, Vinyals and Dean 2015, [Distilling the knowledge in a neural
network](https://arxiv.org/abs/1503.02531).
"""


def show(lesson: Lesson) -> None:
    """The teacher's answer at one blank, softened."""
    st.subheader("What do the “wrong” answers tell?", anchor=False)
    at = blanks_of(lesson, key="targets")
    position = which_blank(at, key="targets")
    found = softened(lesson.teacher.id, at.sentence, at.masked, position)
    if not word_guessed(_as_prediction(found), f"{lesson.teacher.id} {at.blanked} {position}"):
        return
    degree = _temperature()
    st.text(target_finding(found, degree))
    told = hidden_finding(found, degree)
    if told is not None:
        st.text(told)
    bars, curve = target_table(found, degree), entropy_table(found)
    left, right = st.columns(2)
    with left:
        st.markdown("**The likeliest pieces**")
        likeliest = target_bars(bars)
        st.altair_chart(likeliest, key="targets-bars", alt=target_finding(found, degree))
    with right:
        st.markdown("**Entropy against temperature**")
        line = entropy_curve(curve, degree)
        st.altair_chart(line, key="targets-entropy", alt=entropy_finding(found))
        st.text(entropy_finding(found))
    with st.expander("How this is computed, and what it does not show", key="targets-about"):
        st.markdown("The model's logits $z$ are divided by the temperature $T$ before the softmax; here, of the first:")
        typeset(softmax_formula(found, degree))
        st.markdown(MORE)
    computed_by(lesson.teacher, found.conditions, parameters=cache.parameters(lesson.teacher.id), live=True)
    snippet = targets_snippet(at, position, degree)
    figures = [Figure("soft-targets", likeliest, bars), Figure("entropy", line, curve)]
    take_away(figures, found.conditions, snippet=snippet, key="targets")


def _temperature() -> float:
    options = [f"{degree:g}" for degree in TEMPERATURES]
    if controls_hidden():
        linked = linked_choice("T", [f"{USUAL:g}", *options])
        st.text(f"Temperature T = {linked}")
        return float(linked)
    return float(st.select_slider("Temperature T", options, f"{USUAL:g}", key="T", bind="query-params"))


def _as_prediction(found: SoftTargets) -> MaskPrediction:
    """The teacher's own answer, as a guess is held against it."""
    one = found.temperatures.index(1.0)
    candidates = tuple(Candidate(each.text, each.probabilities[one], each.continues) for each in found.candidates)
    return MaskPrediction(found.position, found.hidden, candidates, found.entropies[one])
