"""Same blanks: teacher and student on a blank of the visitor, and on hundreds written for this room."""

from dataclasses import replace
from functools import partial

import streamlit as st

import cache.blanks
from cache.distillation import measure_agreement
from cache.shipped.agreement import shipped_agreement
from cache.shipped.family import family_figures
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
    guess_table,
    held_out_note,
    largest_divergences,
    measure_table,
)
from components.model.blanks.blank_probes import FILE
from components.model.blanks.results import ModelPair
from components.model.user_errors import NothingMasked
from components.speed.tables.claims import relative_quality
from components.tables.pairs import leading_words, model_finding, overlap_note, pair_table
from components.tables.phrases import JENSEN_SHANNON_NOTE
from pages.distillation.context import DistillationContext
from pages.distillation.guess import ask_for_word
from pages.parts.findings import Findings, joint_conditions, room_prose
from pages.parts.layout import extras_place, headline, note
from pages.parts.long_work import run_on_request
from pages.parts.markdown import escape_markdown
from pages.parts.presenting import is_presenting, shows_one_picture
from pages.parts.rooms import DISTILLATION
from pages.parts.sentence.blank_choice import choose_blank
from pages.parts.settings import linked_expander
from pages.parts.snippets import repository_path, snippet

LARGEST_COUNT = 10
NAMED_COUNT, PROJECTOR_COUNT = 5, 3  # of each model: the chart has at least as many rows, at most twice as many
MEASURES = "measures"  # in the link: whether all are shown
EXPLAINED = "explained"  # in the link: whether the explanation is open
COST_NOTE = "Both models will read 250 sentences."


def show(context: DistillationContext) -> Findings | None:
    """Show the visitor's blank, then the whole probe set."""
    with extras_place():
        panel = linked_expander("What is distillation?", EXPLAINED)
    if panel is not None:
        with panel:
            room_prose(DISTILLATION, "explained").draw()
    own_blank = _show_own_blank(context)
    draw_second_heading()
    agreement = _get_agreement(context)
    if agreement is None:
        return own_blank
    figures = draw_agreement(agreement, context.names, context.ids)
    if shipped_agreement(*context.ids) is not None:
        note("The results on many blanks were stored for these weights; your own blank was computed just now.")
    many_code = snippet(DISTILLATION, "blanks", probes=repository_path(FILE), homes=context.homes)
    conditions = joint_conditions(*agreement.conditions)
    if own_blank is None:
        return Findings("blanks", figures, conditions, many_code, computed=context.computed)
    return replace(
        own_blank,
        figures=[*own_blank.figures, *figures],
        conditions=conditions,
        other_code=partial(_draw_code, many_code),
    )


def _draw_code(code: str) -> None:
    st.markdown("**The results on many blanks**")
    st.code(code, language="python")


def draw_second_heading() -> None:
    """Write what follows the blank of the visitor."""
    st.markdown("**Both models on many blanks**")


def draw_agreement(agreement: Agreement, names: tuple[str, str], ids: tuple[str, str]) -> list[ChartFigure]:
    """Show the agreement of a teacher and a student; needs no model."""
    finding = agreement_finding(agreement, names)
    note(finding)
    table = agreement_table(agreement.summary)
    chart = interval_bars(table)
    st.markdown(f"**{escape_markdown(' and '.join(names))} on {agreement.summary.blanks} blanks**")
    st.altair_chart(chart, key="blanks-agreement", alt=finding)
    held_out = relative_quality(family_figures(), *ids)
    # At a stop on a projector, its height belongs to the pictures.
    if held_out is not None and agreement.summary.accuracy_ratio is not None and not shows_one_picture():
        st.caption(held_out_note(agreement.summary, held_out))
    all_blanks = blank_table(agreement)
    largest = largest_divergences(all_blanks, count=LARGEST_COUNT)
    st.markdown("**Where they differ most**")
    divergence_text = divergence_finding(largest, names)
    note(divergence_text)
    titles = {"sentence": "Sentence [correct word]", "teacher": "Teacher", "student": "Student", "kl": "KL (bits)"}
    # Its lines wrap: on a phone, a table that scrolls would show the sentences alone.
    shown = guess_table(largest).map(escape_markdown).rename(columns=titles)
    with st.container(key="shown-differences"):
        st.table(shown.set_index(titles["sentence"]))
    st.caption(
        "After each top guess, in brackets: the rank that the model gives the correct word. KL: how far the student’s "
        "prediction is from the teacher’s; 0 bits = identical."
    )
    panel = linked_expander("All measures, and agreement by kind of blank", MEASURES)
    if panel is not None:
        with panel:
            _show_all_measures(agreement, names, finding)
    return [ChartFigure("agreement", chart, table), ChartFigure("every-blank", None, all_blanks)]


def _show_all_measures(agreement: Agreement, names: tuple[str, str], finding: str) -> None:
    """Show every measure as a table, and the agreement by kind of blank as bars."""
    st.dataframe(measure_table(agreement.summary, names), hide_index=True, key="blanks-measures", alt=finding)
    st.caption(f"{JENSEN_SHANNON_NOTE} The KL divergence has no upper limit.")
    groups = group_table(agreement)
    st.caption("Blanks where both models have the same top guess, by the knowledge that the blank needs:")
    st.altair_chart(interval_bars(groups), key="blanks-groups", alt=finding)


def _show_own_blank(context: DistillationContext) -> Findings | None:
    """Show the predictions of both models for the visitor's blank."""
    try:
        blank_context = context.masked_sentence(key="blanks")
    except NothingMasked as error:
        st.info(escape_markdown(str(error)), icon=":material/touch_app:")
        return None
    number = blank_context.blanks.index(choose_blank(blank_context, key="blanks"))
    pair = cache.blanks.model_pair(*context.ids, blank_context.sentence, blank_context.masked, number)
    if not ask_for_word(
        pair.first,
        f"{context.teacher.id} {blank_context.masked_sentence} {number}",
        sentence=blank_context.masked_sentence,
    ):
        return None
    code = snippet(DISTILLATION, "pair", homes=context.homes, sentence=blank_context.masked_sentence, number=number)
    conditions = joint_conditions(*pair.conditions, names=context.names)
    return Findings("blanks", [draw_pair(pair, context.names)], conditions, code, computed=context.computed)


def draw_pair(pair: ModelPair, names: tuple[str, str]) -> ChartFigure:
    """Show the predictions of a teacher and a student at one blank; needs no model."""
    count = PROJECTOR_COUNT if is_presenting() else NAMED_COUNT
    finding = model_finding(pair, names)
    headline(finding)
    table = leading_words(pair_table(pair.words), count=count)
    chart = paired_bars(table, names)
    st.markdown(f"**Probability of each model’s {count} likeliest tokens**")
    st.altair_chart(chart, key="blanks-own", alt=finding)
    note(overlap_note(pair, names, count=count))
    return ChartFigure("one-blank", chart, table)


def _get_agreement(context: DistillationContext) -> Agreement | None:
    """The shipped agreement, or one that is computed when the visitor confirms; None until then."""
    shipped = shipped_agreement(*context.ids)
    if shipped is not None:
        return shipped
    note_text = f"{' and '.join(context.names)} have not been compared on this machine yet."
    with run_on_request(
        "Compare the models", f"{note_text} {COST_NOTE}", question=context.ids, key="blanks"
    ) as on_progress:
        return None if on_progress is None else measure_agreement(*context.ids, on_progress)
