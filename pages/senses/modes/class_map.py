"""The class: sentences from students' phones appear on the map, coloured by the sense that they chose."""

from collections.abc import Sequence

import streamlit as st

from cache.classes.class_map import ClassVote, class_map
from components.classroom.classroom import Classroom
from components.classroom.entries import LABEL_LIMIT, ClassQuestion, EntryKind
from components.senses.map import last_layer, sense_map
from components.tables.phrases import count_phrase
from pages.parts.errors import show_errors
from pages.parts.findings import Findings
from pages.parts.layout import headline, note
from pages.parts.lecture.class_start import class_start
from pages.parts.lecture.classes import ask_class, visitor_class, warn_of_class_loss
from pages.parts.lecture.joining import class_code, typed_address
from pages.parts.links.parameters import MODE
from pages.senses.context import SensesContext

REFRESH_SECONDS = 1.0
LABEL_COUNT, MISREAD_COUNT = 6, 4


def show(context: SensesContext) -> Findings:
    """Draw the map and keep adding the sentences of the class."""
    classroom, points = visitor_class(), len(context.vectors.points)
    if classroom is None:
        headline(f"Start a class: what your students write lands among these {points} sentences.")
        warn_of_class_loss()
        class_start(key="start-class-here", primary=True, stays=True)
        empty_map = class_map(context.request, ())
        sense_map(empty_map.payload, key="class-map", initial=last_layer(empty_map.payload), plays=False)
    else:
        labels = tuple(dict.fromkeys(label for label in context.labels if 0 < len(label) <= LABEL_LIMIT))
        task = ClassQuestion(
            EntryKind.SENTENCE,
            ", ".join(context.request.forms),
            f"Write a sentence with “{context.word}”.",
            labels[:LABEL_COUNT],
            words=context.request.forms,
        )
        ask_class(task, without=(MODE,))
        headline(f"What does the class mean by “{context.word}”? Its sentences land among {points} others.")
        st.fragment(_update, run_every=REFRESH_SECONDS)(context, classroom, task.about)
        note("The colour of a dot is the sense its writer chose. The model decides where it lies.")
    return Findings(
        "class",
        [],
        context.vectors.conditions,
        context.code("map"),
        code_note="This code reads the example sentences. Save the class’s own under “Class”.",
    )


@show_errors()
def _update(context: SensesContext, classroom: Classroom, question: str) -> None:
    entries = classroom.entries(EntryKind.SENTENCE, question)
    drawn_map = class_map(context.request, entries)
    labelled = [vote for vote in drawn_map.votes if vote.entry.label]
    misread = [vote for vote in labelled if vote.misread]
    with st.container(horizontal=True, vertical_alignment="center", key="class-so-far"):
        st.text(f"Join: {typed_address(classroom)}")
        counts = [count_phrase(len(drawn_map.votes), "answer")]
        counts += [f"{drawn_map.unplaced_count} without the word"] if drawn_map.unplaced_count else []
        counts += [f"{drawn_map.unread_count} still to read"] if drawn_map.unread_count else []
        st.text(f"{', '.join(counts)}; the model misreads {len(misread)} of {len(labelled)}")
    sense_map(drawn_map.payload, key="class-map", initial=last_layer(drawn_map.payload), plays=False)
    code, otherwise = st.columns([1, 2], gap="large", vertical_alignment="top")
    with code:
        class_code(classroom)
    with otherwise:
        _show_misread(misread)


def _show_misread(misread: Sequence[ClassVote]) -> None:
    """Show the latest sentences that the model assigns to another sense."""
    for vote in misread[-MISREAD_COUNT:][::-1]:
        st.text(f"“{vote.entry.text}” Meant: {vote.entry.label}. The model reads: {vote.vote.sense}.")
