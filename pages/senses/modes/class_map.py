"""The class: sentences from students' phones land on the map, coloured by what they mean by the word."""

from collections.abc import Sequence

import streamlit as st

from cache.class_map import ClassVote, class_map
from components.classroom.classroom import Classroom
from components.classroom.entries import LABEL_LIMIT, ClassQuestion, EntryKind
from components.senses.map import last_layer, sense_map
from pages.parts.errors import show_errors
from pages.parts.findings import Findings, room_prose
from pages.parts.layout import headline, note
from pages.parts.lecture.class_start import class_start
from pages.parts.lecture.classes import ask_class, visitor_class, warn_of_class_loss
from pages.parts.lecture.joining import class_code, typed_address
from pages.parts.modes import MODE
from pages.parts.rooms import SENSES
from pages.senses.context import SensesContext

EVERY_S = 1.0
MOST_LABELS, MOST_FOOLED = 6, 4


def show(at: SensesContext) -> Findings:
    """Draw the map, and put what arrives on it."""
    classroom, points = visitor_class(), len(at.vectors.points)
    if classroom is None:
        headline(f"Start a class: what your students write lands among these {points} sentences.")
        warn_of_class_loss()
        class_start(key="start-class-here", primary=True)
        drawn = class_map(at.request, ())
        sense_map(drawn.payload, key="class-map", initial=last_layer(drawn.payload), plays=False)
    else:
        labels = tuple(dict.fromkeys(label for label in at.labels if 0 < len(label) <= LABEL_LIMIT))
        asked = ClassQuestion(
            EntryKind.SENTENCE,
            ", ".join(at.request.forms),
            f"Write a sentence with “{at.word}”.",
            labels[:MOST_LABELS],
        )
        ask_class(asked, without=(MODE,))
        headline(f"What does the class mean by “{at.word}”? Its sentences land among {points} others.")
        st.fragment(_landing, run_every=EVERY_S)(at, classroom, asked.about)
        note("The colour of a dot is the sense its writer chose. The model decides where it lies.")
    return Findings(
        "class",
        [],
        at.vectors.conditions,
        at.code("map"),
        about=room_prose(SENSES, "class"),
        computed=(at.computed,),
        code_note="This code reads the example sentences. Save the class’s own under “Class”.",
    )


@show_errors()
def _landing(at: SensesContext, classroom: Classroom, question: str) -> None:
    entries = classroom.entries(EntryKind.SENTENCE, question)
    drawn = class_map(at.request, entries)
    labelled = [one for one in drawn.votes if one.entry.label]
    fooled = [one for one in labelled if one.misread]
    with st.container(horizontal=True, vertical_alignment="center", key="class-so-far"):
        st.text(f"Join: {typed_address(classroom)}")
        counts = [f"{len(drawn.votes)} {'answer' if len(drawn.votes) == 1 else 'answers'}"]
        counts += [f"{drawn.unplaced_count} without the word"] if drawn.unplaced_count else []
        counts += [f"{drawn.unread_count} still to read"] if drawn.unread_count else []
        st.text(f"{', '.join(counts)}; the model misreads {len(fooled)} of {len(labelled)}")
    sense_map(drawn.payload, key="class-map", initial=last_layer(drawn.payload), plays=False)
    code, otherwise = st.columns([1, 2], gap="large", vertical_alignment="top")
    with code:
        class_code(classroom)
    with otherwise:
        _tell(fooled)


def _tell(fooled: Sequence[ClassVote]) -> None:
    """The last sentences that the model reads otherwise."""
    for one in fooled[-MOST_FOOLED:][::-1]:
        st.text(f"“{one.entry.text}” Meant: {one.entry.label}. The model reads: {one.vote.sense}.")
