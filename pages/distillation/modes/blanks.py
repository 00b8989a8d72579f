"""Same blanks: teacher and student on a blank of the visitor; in the drawer, on hundreds written for this room.

Both are drawn as machines beside each other, layer by layer, or word by word as bars; the link says which.
"""

from dataclasses import replace
from functools import partial

import streamlit as st

import cache.distillation
import cache.shared.passes
from cache.distillation import measure_agreement
from cache.shipped.agreement import shipped_agreement
from cache.shipped.family import family_figures
from cache.shipped.first_pair import first_machines
from components.charts.files import ChartFigure
from components.charts.intervals import interval_bars
from components.charts.pairs import paired_bars
from components.distillation.model.agreement_results import Agreement
from components.distillation.model.pair_results import ModelPair
from components.distillation.tables.agreement import (
    agreement_finding,
    agreement_table,
    blank_table,
    divergence_finding,
    guess_table,
    held_out_note,
    largest_divergences,
)
from components.distillation.tables.pairs import leading_words, model_finding, overlap_note
from components.model.blanks.blank_probes import FILE
from components.model.checkpoints.catalogue import REFERENCE, STUDENT
from components.model.checkpoints.family_figures import relative_quality
from components.model.user_errors import NothingMasked, UserError
from components.tables.pairs import pair_table
from components.tables.phrases import count_phrase
from components.widgets.layer_building import MACHINE, layer_count, pass_floors, still_machine
from pages.distillation.context import STUDENT_PARAMETER, DistillationContext
from pages.distillation.guess import ask_for_word
from pages.distillation.modes.control import compare_with_control
from pages.parts.findings import Findings, joint_conditions, room_prose
from pages.parts.layout import draw_chart, headline, in_drawer, note, rare_settings, try_this
from pages.parts.links.parameters import MODEL
from pages.parts.long_work import run_on_request
from pages.parts.markdown import escape_markdown
from pages.parts.rooms import DISTILLATION
from pages.parts.sentence.blank_choice import choose_blank
from pages.parts.sentence.context import BlankContext
from pages.parts.settings import option
from pages.parts.snippets import repository_path, snippet
from pages.parts.veils import Link, Picture, veiled_bars, veiled_stacks

LARGEST_COUNT = 10
NAMED_COUNT = 5  # of each model: the chart has at least as many rows, at most twice as many
ROLES = ("Teacher", "Student")
PICTURE = "drawn"  # in the link
PICTURES = ("layer by layer", "word by word")
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
    pair = cache.distillation.model_pair(*context.ids, blank_context.sentence, blank_context.masked, number)
    if not ask_for_word(
        pair.first,
        f"{context.teacher.id} {blank_context.masked_sentence} {number}",
        sentence=blank_context.masked_sentence,
    ):
        return None
    code = snippet(DISTILLATION, "pair", homes=context.homes, sentence=blank_context.masked_sentence, number=number)
    conditions = joint_conditions(*pair.conditions, names=context.names)
    figure = draw_pair(pair, context.names, _machines(context, blank_context, pair))
    return Findings("blanks", [figure], conditions, code, computed=context.computed)


def _machines(context: DistillationContext, blank: BlankContext, pair: ModelPair) -> tuple[bytes, bytes] | None:
    """The passes of both models, each following the blank; None if one of them cannot be taken apart."""
    teacher, student = context.ids
    try:
        return (
            cache.shared.passes.way_payload(teacher, blank.sentence, blank.masked, pair.first.position),
            cache.shared.passes.way_payload(student, blank.masked_sentence, (), pair.second.position),
        )
    except UserError:
        return None


def draw_pair(pair: ModelPair, names: tuple[str, str], machines: tuple[bytes, bytes] | None) -> ChartFigure:
    """Show the predictions of a teacher and a student at one blank; needs no model.

    Args:
        pair: The predictions.
        names: Of the teacher and the student.
        machines: The passes of both, as :func:`cache.shared.passes.way_payload` makes them; None for bars alone.
    """
    finding = model_finding(pair, names)
    headline(finding)
    titles = (f"{ROLES[0]}: {names[0]}", f"{ROLES[1]}: {names[1]}")
    table = leading_words(pair_table(pair.words), count=NAMED_COUNT)
    chart = paired_bars(table, titles)
    if machines is not None and _draws_machines():
        _draw_machines(machines, titles)
    else:
        draw_chart(chart, key="blanks-own", alt=finding)
    note(overlap_note(pair, names, count=NAMED_COUNT))
    try_this("Change the sentence until teacher and student disagree.")
    return ChartFigure("one-blank", chart, table)


def _draw_machines(machines: tuple[bytes, bytes], titles: tuple[str, str]) -> None:
    columns = st.columns(2, gap="medium")
    others = machines[::-1]
    for column, role, title, machine, other in zip(columns, ROLES, titles, machines, others, strict=True):
        with column:
            layers = count_phrase(layer_count(machine), "layer")
            st.markdown(f"**{escape_markdown(title)}, {layers}**")
            still_machine(machine, beside=other, leads=role == ROLES[0], key=f"blanks-{role.lower()}")
    note(MACHINE)


def veil(link: Link) -> Picture | None:
    """The stacks of the bundled pair; bars where the link asks for them or names other models."""
    if {PICTURE, MODEL, STUDENT_PARAMETER} & link.keys():
        return veiled_bars(*ROLES)(link)
    return veiled_stacks(*ROLES, names=lambda: [pass_floors(machine) for machine in first_machines()])(link)


def _draws_machines() -> bool:
    """Draw the choice of picture in the drawer. Returns whether the layers are to be shown."""
    with rare_settings():
        return option("Compare them", PICTURE, PICTURES, first=1) == 0
