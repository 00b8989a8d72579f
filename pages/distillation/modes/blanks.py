"""Same blanks: teacher and student on a blank of the visitor; in the drawer, on hundreds written for this room."""

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
    guess_table,
    held_out_note,
    largest_divergences,
)
from components.model.blanks.blank_probes import FILE
from components.model.blanks.results import ModelPair
from components.model.checkpoints.catalogue import REFERENCE, STUDENT
from components.model.checkpoints.family_figures import relative_quality
from components.model.user_errors import NothingMasked
from components.tables.pairs import leading_words, model_finding, overlap_note, pair_table
from pages.distillation.context import DistillationContext
from pages.distillation.guess import ask_for_word
from pages.distillation.modes.control import compare_with_control
from pages.parts.findings import Findings, joint_conditions, room_prose
from pages.parts.layout import draw_chart, headline, in_drawer, note, try_this
from pages.parts.long_work import run_on_request
from pages.parts.markdown import escape_markdown
from pages.parts.rooms import DISTILLATION
from pages.parts.sentence.blank_choice import choose_blank
from pages.parts.snippets import repository_path, snippet

LARGEST_COUNT = 10
NAMED_COUNT = 5  # of each model: the chart has at least as many rows, at most twice as many
COST_NOTE = "Both models will read 250 sentences."


def show(context: DistillationContext) -> Findings | None:
    """Show the visitor's blank; the whole probe set is in the drawer."""
    own_blank = _show_own_blank(context)
    in_drawer("What is distillation?", room_prose(DISTILLATION, "explained").draw)
    agreement = shipped_agreement(*context.ids)
    if agreement is None:
        in_drawer("Both models on many blanks", partial(_compare_on_request, context))
        return own_blank
    figures = many_blanks(agreement, context.names, context.ids)
    if context.ids == (REFERENCE, STUDENT):
        figures.append(compare_with_control())
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
    st.code(code, language="python", wrap_lines=True)


def many_blanks(agreement: Agreement, names: tuple[str, str], ids: tuple[str, str]) -> list[ChartFigure]:
    """Note how far a teacher and a student agree, with the figures in the drawer; needs no model."""
    note(agreement_finding(agreement, names))
    held_out = relative_quality(family_figures(), *ids)
    if held_out is not None and agreement.summary.accuracy_ratio is not None:
        note(held_out_note(agreement.summary, held_out))
    in_drawer(f"Both models on {agreement.summary.blanks} blanks", partial(draw_agreement, agreement, names))
    table = agreement_table(agreement.summary)
    return [
        ChartFigure("agreement", interval_bars(table), table),
        ChartFigure("every-blank", None, blank_table(agreement)),
    ]


def draw_agreement(agreement: Agreement, names: tuple[str, str]) -> None:
    """Draw the agreement of a teacher and a student, and the blanks where they differ most."""
    finding = agreement_finding(agreement, names)
    st.altair_chart(interval_bars(agreement_table(agreement.summary)), key="blanks-agreement", alt=finding)
    largest = largest_divergences(blank_table(agreement), count=LARGEST_COUNT)
    st.text(divergence_finding(largest, names))
    titles = {"sentence": "Sentence [correct word]", "teacher": "Teacher", "student": "Student", "kl": "KL (bits)"}
    # Its lines wrap: on a phone, a table that scrolls would show the sentences alone.
    shown = guess_table(largest).map(escape_markdown).rename(columns=titles)
    with st.container(key="shown-differences"):
        st.table(shown.set_index(titles["sentence"]))
    st.caption(
        "After each top guess, in brackets: the rank that the model gives the correct word. KL: how far the student’s "
        "prediction is from the teacher’s; 0 bits = identical."
    )


def _compare_on_request(context: DistillationContext) -> None:
    """Compare models that were not compared in advance, when the visitor confirms."""
    note_text = f"{' and '.join(context.names)} have not been compared on this machine yet."
    with run_on_request(
        "Compare the models", f"{note_text} {COST_NOTE}", question=context.ids, key="blanks"
    ) as on_progress:
        agreement = None if on_progress is None else measure_agreement(*context.ids, on_progress)
    if agreement is not None:
        st.text(agreement_finding(agreement, context.names))
        draw_agreement(agreement, context.names)


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
    finding = model_finding(pair, names)
    headline(finding)
    table = leading_words(pair_table(pair.words), count=NAMED_COUNT)
    chart = paired_bars(table, (f"teacher: {names[0]}", f"student: {names[1]}"))
    draw_chart(chart, key="blanks-own", alt=finding)
    note(overlap_note(pair, names, count=NAMED_COUNT))
    try_this("Change the sentence until teacher and student disagree.")
    return ChartFigure("one-blank", chart, table)
