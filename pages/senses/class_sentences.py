"""The map with the sentences of a class, which appear as phones send them, coloured by the meaning that was meant."""

import streamlit as st

from cache.classes.class_map import class_map
from components.classroom.classroom import Classroom
from components.classroom.entries import LABEL_LIMIT, ClassQuestion, EntryKind
from components.senses.map import last_layer, sense_map
from components.tables.phrases import count_phrase
from pages.parts.errors import show_errors
from pages.parts.findings import Findings, room_prose
from pages.parts.layout import headline, note
from pages.parts.lecture.class_start import class_start
from pages.parts.lecture.classes import ask_class, visitor_class, warn_of_class_loss
from pages.parts.lecture.joining import typed_address
from pages.parts.presenting import is_presenting
from pages.parts.rooms import SENSES
from pages.parts.settings import choice
from pages.senses.context import SensesContext

WHOSE, EXAMPLES, CLASS = "whose", "the examples", "the class"  # a query parameter of the link, and its values
REFRESH_SECONDS = 1.0
LABEL_COUNT = 6
HEIGHT, LARGE = 0.56, 0.7  # of the map, as a share of the window's, and on a projector


def shows_class() -> bool:
    """Whether the map shows the sentences of the class; visitors with a class choose."""
    if visitor_class() is None and WHOSE not in st.query_params:
        return False
    return choice("Sentences of", WHOSE, [EXAMPLES, CLASS]) == CLASS


def show_class_sentences(context: SensesContext) -> Findings:
    """Draw the map and keep adding the sentences of the class; without a class, offer to start one."""
    classroom, points = visitor_class(), len(context.vectors.points)
    if classroom is None:
        headline(f"Start a class: its sentences land among these {points}.")
        warn_of_class_loss()
        class_start(key="start-class-here", primary=True, stays=True)
        _draw(class_map(context.request, ()).payload)
    else:
        labels = tuple(dict.fromkeys(label for label in context.labels if 0 < len(label) <= LABEL_LIMIT))
        task = ClassQuestion(
            EntryKind.SENTENCE,
            ", ".join(context.request.forms),
            f"Write a sentence with “{context.word}”.",
            labels[:LABEL_COUNT],
            words=context.request.forms,
        )
        ask_class(task, without=(WHOSE,))
        headline(f"What does the class mean by “{context.word}”?")
        st.fragment(_update, run_every=REFRESH_SECONDS)(context, classroom, task.about)
        note("The colour of a dot is the meaning its writer chose. The model decides where it lies.")
    return Findings(
        "map",
        [],
        context.vectors.conditions,
        context.code("map"),
        about=room_prose(SENSES, "class"),
        code_note="This code reads the example sentences. Save the class’s own under “Class”.",
    )


@show_errors()
def _update(context: SensesContext, classroom: Classroom, question: str) -> None:
    entries = classroom.entries(EntryKind.SENTENCE, question)
    drawn_map = class_map(context.request, entries)
    labelled = [vote for vote in drawn_map.votes if vote.entry.label]
    misread = [vote for vote in labelled if vote.misread]
    counts = [count_phrase(len(drawn_map.votes), "answer")]
    counts += [f"{drawn_map.unplaced_count} without the word"] if drawn_map.unplaced_count else []
    counts += [f"{drawn_map.unread_count} still to read"] if drawn_map.unread_count else []
    with st.container(horizontal=True, vertical_alignment="center", key="class-so-far"):
        st.text(f"Join: {typed_address(classroom)}")
        st.text(f"{', '.join(counts)}; the model misreads {len(misread)} of {len(labelled)}")
    _draw(drawn_map.payload)
    if misread:
        latest = misread[-1]
        st.text(f"“{latest.entry.text}” Meant: {latest.entry.label}. The model reads: {latest.vote.sense}.")


def _draw(payload: bytes) -> None:
    height = LARGE if is_presenting() else HEIGHT
    sense_map(payload, key="class-map", initial=last_layer(payload), plays=False, height=height)
