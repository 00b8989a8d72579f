"""Same blanks: teacher and student on a blank of the visitor's own, and on hundreds written for this room."""

import streamlit as st

import cache.blanks
from cache.distillation import agreement
from cache.shipped.agreement import shipped_agreement
from components.charts.files import ChartFigure
from components.charts.intervals import interval_bars
from components.charts.pairs import paired_bars
from components.distillation.model.agreement_results import Agreement
from components.distillation.tables.agreement import (
    agreement_finding,
    agreement_table,
    blank_table,
    divergence_finding,
    group_table,
    largest_divergences,
    measure_table,
)
from components.model.blanks.blank_probes import FILE
from components.model.user_errors import NothingMasked
from components.tables.pairs import model_finding, most_likely_words, pair_table
from pages.distillation.context import DistillationContext
from pages.distillation.guess import ask_for_word
from pages.parts.findings import Findings, joint_conditions, room_prose
from pages.parts.layout import headline, note
from pages.parts.long_work import run_on_request
from pages.parts.markdown import escape_markdown
from pages.parts.rooms import DISTILLATION
from pages.parts.sentence.blank_choice import choose_blank
from pages.parts.snippets import repository_path, snippet

BARS, APART, FIRST = 8, 10, 5
TAKES = "Both models will read 250 sentences."


def show(lesson: DistillationContext) -> Findings | None:
    """One blank, then all of the probe set."""
    figures = _own(lesson)
    st.markdown("**Both models on many blanks**")
    found = _over_many(lesson)
    if found is None:
        return None
    figures += draw(found, lesson.names)
    if shipped_agreement(*lesson.ids) is not None:
        note("The results on many blanks were stored for these weights; your own blank was computed just now.")
    return Findings(
        "blanks",
        figures,
        joint_conditions(*found.conditions),
        snippet(DISTILLATION, "blanks", probes=repository_path(FILE), homes=lesson.homes),
        about=room_prose(DISTILLATION, "blanks"),
        computed=lesson.computed,
    )


def draw(found: Agreement, names: tuple[str, str]) -> list[ChartFigure]:
    """What a teacher and a student agree on; needs no model."""
    finding = agreement_finding(found, names)
    note(finding)
    table = agreement_table(found.summary)
    chart = interval_bars(table)
    st.markdown(f"**{escape_markdown(' and '.join(names))} on {found.summary.blanks} blanks**")
    st.altair_chart(chart, key="blanks-agreement", alt=finding)
    blanks = blank_table(found)
    apart = largest_divergences(blanks, count=APART)
    st.markdown("**Where they differ most**")
    said = divergence_finding(apart, names)
    note(said)
    columns = {"sentence": "Sentence", "word": "Correct word", "teacher": "Teacher", "student": "Student"}
    ranks = {"kl": "KL (bits)", "teacher_rank": "Teacher’s rank", "student_rank": "Student’s rank"}
    shown = apart.rename(columns={**columns, **ranks})[[*columns.values(), *ranks.values()]]
    st.dataframe(shown.round({"KL (bits)": 2}), hide_index=True, key="blanks-apart", alt=said)
    with st.expander("All measures, and agreement by kind of blank", key="blanks-more"):
        st.dataframe(measure_table(found.summary, names), hide_index=True, key="blanks-measures", alt=finding)
        groups = group_table(found)
        st.caption("Blanks where both models have the same top guess, by the knowledge that the blank needs:")
        st.altair_chart(interval_bars(groups), key="blanks-groups", alt=finding)
    return [ChartFigure("agreement", chart, table), ChartFigure("every-blank", None, blanks)]


def _own(lesson: DistillationContext) -> list[ChartFigure]:
    """The visitor's own blank under both."""
    try:
        at = lesson.masked_sentence(key="blanks")
    except NothingMasked as error:
        st.info(escape_markdown(str(error)), icon=":material/touch_app:")
        return []
    number = at.blanks.index(choose_blank(at, key="blanks"))
    found = cache.blanks.model_pair(*lesson.ids, at.sentence, at.masked, number)
    if not ask_for_word(found.first, f"{lesson.teacher.id} {at.masked_sentence} {number}", sentence=at.masked_sentence):
        return []
    finding = model_finding(found, lesson.names, count=FIRST)
    headline(finding)
    table = most_likely_words(pair_table(found.words), count=BARS)
    chart = paired_bars(table, lesson.names)
    st.markdown("**Probability of the likeliest words in both models**")
    st.altair_chart(chart, key="blanks-own", alt=finding)
    return [ChartFigure("one-blank", chart, table)]


def _over_many(lesson: DistillationContext) -> Agreement | None:
    """What ships with the app, or what is worked out when a visitor asks for it."""
    shipped = shipped_agreement(*lesson.ids)
    if shipped is not None:
        return shipped
    wanted = f"{' and '.join(lesson.names)} have not been compared on this machine yet."
    with run_on_request("Compare the models", f"{wanted} {TAKES}", question=lesson.ids, key="blanks") as on_progress:
        return None if on_progress is None else agreement(*lesson.ids, on_progress)
