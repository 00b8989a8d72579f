"""The three losses a student is trained by, on the visitor's own sentence."""

import streamlit as st

from cache.distillation import three_losses
from components.charts.distillation import direction_bars, gradient_lines, loss_bars
from components.charts.files import Figure
from components.model.three_losses_results import LossWeights, ThreeLosses
from components.tables.distillation_formulas import (
    direction_formula,
    hidden_word_formula,
    soft_target_formula,
    total_formula,
)
from components.tables.distillation_losses import (
    blank_loss_table,
    direction_table,
    factor_finding,
    gradient_table,
    loss_finding,
    loss_table,
)
from pages.parts.presenting import controls_hidden, linked_amount
from pages.parts.take_away import take_away
from pages.parts.typeset import typeset
from pages.speed.situation import Lesson, blanks_of
from pages.speed.snippets import losses_snippet

USUAL = LossWeights()
COLDEST, HOTTEST, HEAVIEST = 0.5, 100.0, 1000.0
FACTOR = """
**Why $T^2$?** The gradient of the softened KL with respect to a logit of the student's is $(q_T - p_T) / T$, and where
$T$ is large the difference itself shrinks with $1/T$: together with $1/T^2$, which the factor takes back.
"""
MORE = """
**What this does not show:** a step of training. There the losses are means over millions of such sentences with 15 to
20 of 100 pieces hidden, and what counts is how they fall. One sentence can favour the student by chance. Sources:
Sanh et al. 2019, [DistilBERT](https://arxiv.org/abs/1910.01108), section 3 (5, 2 and 1 are the weights of the command
in the README of its code); Hinton et al. 2015, [Distilling the knowledge in a neural
network](https://arxiv.org/abs/1503.02531), section 2.
"""


def show(lesson: Lesson) -> None:
    """The losses of the sentence, and their sum."""
    st.subheader("What is the student trained to make small?", anchor=False)
    at = blanks_of(lesson, key="losses")
    degree, weights = _chosen()
    found = three_losses(*lesson.ids, at.sentence, at.masked, degree, weights)
    finding = loss_finding(found, lesson.names)
    st.text(finding)
    table = loss_table(found)
    chart = loss_bars(table)
    st.altair_chart(chart, key="losses-bars", alt=finding)
    directions, gradients = direction_table(found), gradient_table(found)
    figures = [Figure("losses", chart, table), Figure("losses-by-blank", None, blank_loss_table(found))]
    left, right = st.columns(2)
    with left:
        if not directions.empty:
            figures.append(_directions(found, lesson))
    with right:
        st.markdown("**How hard the soft targets pull, with $T^2$ and without**")
        lines = gradient_lines(gradients)
        st.altair_chart(lines, key="losses-gradients", alt=factor_finding(found))
        st.text(factor_finding(found))
        figures.append(Figure("gradients", lines, gradients))
    _about(found)
    lesson.computed()
    both = lesson.both(found.conditions)
    take_away(figures, both, snippet=losses_snippet(at, lesson.student, found), key="losses")


def _directions(found: ThreeLosses, lesson: Lesson) -> Figure:
    st.markdown("**How far the last vectors point apart**, token by token")
    table = direction_table(found)
    far = table.iloc[int(table["value"].argmax())]
    said = (
        f"The vectors of {lesson.names[1]} point away from those of {lesson.names[0]} by {found.cosine:.3f} on average "
        f"(1 − cosine), most at “{far['word']}” ({far['figure']})."
    )
    chart = direction_bars(table)
    st.altair_chart(chart, key="losses-directions", alt=said)
    st.text(said)
    return Figure("directions", chart, table)


def _chosen() -> tuple[float, tuple[float, float, float]]:
    """The temperature and the weights of the losses; the link holds them."""
    wanted = (
        ("Temperature T", "degree", COLDEST, HOTTEST, 2.0),
        ("Weight of soft targets", "w-soft", 0.0, HEAVIEST, USUAL.kl),
        ("Weight of hidden words", "w-words", 0.0, HEAVIEST, USUAL.words),
        ("Weight of direction", "w-direction", 0.0, HEAVIEST, USUAL.cosine),
    )
    if controls_hidden():
        degree, *weights = (linked_amount(key, low=low, high=high, usual=usual) for _, key, low, high, usual in wanted)
    else:
        degree, *weights = (
            column.number_input(label, low, high, usual, step=0.5, key=key, bind="query-params")
            for column, (label, key, low, high, usual) in zip(st.columns(4), wanted, strict=True)
        )
    soft, words, direction = weights
    return degree, (soft, words, direction)


def _about(found: ThreeLosses) -> None:
    with st.expander("How this is computed, and what it does not show", key="losses-about"):
        st.markdown("**Soft targets**: the student's softened answer against the teacher's, at the blanks, in nats.")
        typeset(soft_target_formula(found))
        st.markdown(FACTOR)
        if (hidden := hidden_word_formula(found)) is not None:
            st.markdown("**Hidden words**: how surprised the student is by what stood there, in nats.")
            typeset(hidden)
        if (direction := direction_formula(found)) is not None:
            st.markdown("**Direction**: how far the vectors of the last layer point apart, over all tokens.")
            typeset(direction)
        st.markdown("**The sum**, each with its weight:")
        typeset(total_formula(found))
        st.markdown(MORE)
