"""The same blanks under teacher and student: one of the visitor's own, and hundreds written for this room."""

import streamlit as st

import cache
from cache.agreement import shipped_agreement
from cache.distillation import agreement
from components.charts.distillation import interval_bars
from components.charts.files import Figure
from components.charts.pairs import paired_bars
from components.model.agreement_results import Agreement
from components.model.refusal import NothingMasked
from components.model.registry import record
from components.tables.distillation import (
    agreement_finding,
    agreement_table,
    apart_finding,
    blank_table,
    group_table,
    measure_table,
    most_apart,
)
from components.tables.pairs import likeliest, model_finding, pair_table
from pages.parts.asked import which_blank
from pages.parts.conditions import computed_by
from pages.parts.take_away import take_away
from pages.parts.typeset import typeset
from pages.speed.guess import word_guessed
from pages.speed.situation import Lesson, blanks_of
from pages.speed.snippets import agreement_snippet

BARS, APART, FIRST = 8, 10, 5
ABOUT = """
Both models get the same sentence with the same blank. **First choice** and **the first five** compare their likeliest
pieces; the **Kullback–Leibler divergence** asks how many bits it costs to take the student's answer $q$ for the
teacher's $p$, over the whole vocabulary; the **rank** is the place of the word that stood there.
"""
FORMULA = r"\mathrm{KL}(p \,\|\, q) = \sum_w p(w) \log_2 \frac{p(w)}{q(w)}"
MORE = """
Intervals are 95% bootstrap intervals: blanks are drawn again with replacement, teacher and student together.

**What this does not show:** quality in other tasks. The sentences were written to have an answer, by people who know
what such models find easy and hard; another author would have written others, which is what the intervals are for. And
agreeing with a teacher is not being right: they can be wrong together. Sources: Hinton et al. 2015, [Distilling the
knowledge in a neural network](https://arxiv.org/abs/1503.02531); Stanton et al. 2021, [Does knowledge distillation
really work?](https://arxiv.org/abs/2106.05945)
"""


def show(lesson: Lesson) -> None:
    """One blank, then all of the probe set."""
    st.subheader("Do they say the same?", anchor=False)
    figures = _own(lesson)
    st.markdown("#### Over many blanks")
    found = _asked(lesson)
    if found is None:
        lesson.computed()
        return
    figures += draw(found, lesson.names)
    if shipped_agreement(*lesson.ids) is not None:
        st.caption("The blanks of the probe set were asked beforehand, of these weights; your own blank just now.")
    _about()
    lesson.computed()
    both = lesson.both(found.conditions)
    take_away(figures, both, snippet=agreement_snippet(lesson), key="blanks")


def draw(found: Agreement, names: tuple[str, str]) -> list[Figure]:
    """What a teacher and a student agree on; needs no model."""
    finding = agreement_finding(found, names)
    st.text(finding)
    table = agreement_table(found.summary)
    chart = interval_bars(table)
    st.altair_chart(chart, key="blanks-agreement", alt=finding)
    blanks = blank_table(found)
    apart = most_apart(blanks, count=APART)
    st.markdown("**Where they differ most**")
    said = apart_finding(apart, names)
    st.text(said)
    columns = {"sentence": "Sentence", "word": "The word", "teacher": "Teacher", "student": "Student"}
    ranks = {"kl": "KL (bits)", "teacher_rank": "Rank, teacher", "student_rank": "Rank, student"}
    shown = apart.rename(columns={**columns, **ranks})[[*columns.values(), *ranks.values()]]
    st.dataframe(shown.round({"KL (bits)": 2}), hide_index=True, key="blanks-apart", alt=said)
    with st.expander("Every measure, and every kind of blank", key="blanks-more"):
        st.dataframe(measure_table(found.summary, names), hide_index=True, key="blanks-measures", alt=finding)
        groups = group_table(found)
        st.caption("The share of blanks where both put the same word first, by what a reader needs to find the word:")
        st.altair_chart(interval_bars(groups), key="blanks-groups", alt=finding)
    return [Figure("agreement", chart, table), Figure("every-blank", None, blanks)]


def computed_beforehand(found: Agreement) -> None:
    """Which models computed what ships."""
    for conditions in found.conditions:
        computed_by(record(conditions.model_id), conditions, parameters=None, live=False)


def _own(lesson: Lesson) -> list[Figure]:
    """The visitor's own blank under both."""
    try:
        at = blanks_of(lesson, key="blanks")
    except NothingMasked as refusal:
        st.info(str(refusal), icon=":material/touch_app:")
        return []
    number = at.blanks.index(which_blank(at, key="blanks"))
    found = cache.model_pair(*lesson.ids, at.sentence, at.masked, number)
    if not word_guessed(found.first, f"{lesson.teacher.id} {at.blanked} {number}"):
        return []
    finding = model_finding(found, lesson.names, count=FIRST)
    st.text(finding)
    table = likeliest(pair_table(found.words), count=BARS)
    chart = paired_bars(table, lesson.names)
    st.altair_chart(chart, key="blanks-own", alt=finding)
    return [Figure("one-blank", chart, table)]


def _asked(lesson: Lesson) -> Agreement | None:
    """What ships with the app, or what is worked out when a visitor asks for it."""
    shipped = shipped_agreement(*lesson.ids)
    if shipped is not None:
        return shipped
    wanted = st.session_state.setdefault("blanks-asked", set())
    if lesson.ids not in wanted:
        st.info(
            f"{' and '.join(lesson.names)} have not been compared on this machine. It takes both through some "
            "hundred sentences.",
            icon=":material/hourglass_top:",
        )
        st.button("Compare them", key="blanks-run", on_click=wanted.add, args=(lesson.ids,))
        return None
    place, stop = st.empty(), st.empty()
    stop.button("Stop", key="blanks-stop", on_click=wanted.discard, args=(lesson.ids,))
    bar = place.progress(0.0, text="Asking both models…")

    def told(done: int, of: int) -> None:
        bar.progress(done / of, text=f"Blank {done} of {of}")

    found = agreement(*lesson.ids, told)
    place.empty()
    stop.empty()
    return found


def _about() -> None:
    with st.expander("How this is computed, and what it does not show", key="blanks-about"):
        st.markdown(ABOUT)
        typeset(FORMULA)
        st.markdown(MORE)
