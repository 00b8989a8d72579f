"""A running class in three panels: how to join, what is on the projector, and the answers; all else is folded below."""

import streamlit as st

from components.classroom.classroom import STUDENT_LIMIT, Classroom
from components.tables.phrases import count_phrase
from pages.classroom.answers import answers_panel
from pages.classroom.check_panel import check_panel
from pages.classroom.lecture_notes import lecture_notes
from pages.classroom.moderation import approval_option, hidden_list, word_filter
from pages.classroom.own_phone import own_phone
from pages.classroom.saved_files import download_buttons, remember_entries
from pages.parts.errors import attempt, show_errors
from pages.parts.lecture.classes import end_class
from pages.parts.lecture.joining import class_code, draw_code_screen
from pages.parts.lecture.tour_stop import FINISHED
from pages.parts.rooms import TOURS

REFRESH_S = 2.0
WIDTHS = (1, 2, 1.4)
_LIMIT, _OPEN = "class-student-limit", "class-joining-open"


def class_panel(classroom: Classroom) -> None:
    """Draw the panels, and what few lecturers need."""
    with st.container(key="class-panels"):
        join, stage, answers = st.columns(WIDTHS, gap="medium")
    with join, st.container(key="class-join"):
        st.subheader(f"Class {classroom.code}", anchor=False)
        st.fragment(_students, run_every=REFRESH_S)(classroom)
        class_code(classroom)
        draw_code_screen(has_button=True)
    with stage, st.container(key="class-stage"):
        st.fragment(lecture_notes, run_every=REFRESH_S)(classroom)
    with answers, st.container(key="class-answers"):
        st.fragment(answers_panel, run_every=REFRESH_S)(classroom)
    check_panel(classroom)
    with st.expander("More: your phone, moderation, files", key="class-more", type="compact"):
        phone, moderation, admission, files = st.columns(4, gap="medium")
        with phone:
            st.markdown("**Your own phone**")
            own_phone()
        with moderation:
            st.markdown("**Moderation**")
            approval_option(classroom)
            st.fragment(hidden_list, run_every=REFRESH_S)(classroom)
            word_filter(classroom)
        with admission:
            st.markdown("**Who may join**")
            _admission(classroom)
        with files:
            st.markdown("**Files**")
            st.fragment(_files, run_every=REFRESH_S)(classroom)
            with st.popover("Delete all answers"):
                st.text("This deletes every answer. The class continues.")
                st.button("Delete answers", key="class-clear", on_click=attempt, args=(classroom.clear,))
    with st.popover("End the class"):
        st.text("This deletes all answers and results. Cards stay on the phones.")
        st.button("End class", key="class-end", on_click=attempt, args=(lambda: _end(classroom),))


@show_errors()
def _students(classroom: Classroom) -> None:
    """How many have joined."""
    limit = classroom.state.student_limit
    limit_text = "" if limit == STUDENT_LIMIT else f" of {limit:,}"
    with st.container(key="class-students"):
        st.text(f"{classroom.students:,}{limit_text} joined")


@show_errors()
def _admission(classroom: Classroom) -> None:
    """Settings for who may still join."""
    state = classroom.state
    st.session_state[_OPEN], st.session_state[_LIMIT] = not state.joining_open, state.student_limit
    st.toggle(
        "Close the class to new students",
        key=_OPEN,
        on_change=lambda: attempt(lambda: classroom.configure(joining_open=not st.session_state[_OPEN])),
    )
    st.number_input(
        "Maximum number of students",
        min_value=1,
        max_value=STUDENT_LIMIT,
        step=10,
        key=_LIMIT,
        on_change=lambda: attempt(lambda: classroom.configure(student_limit=st.session_state[_LIMIT])),
    )


@show_errors()
def _files(classroom: Classroom) -> None:
    """Buttons that save the answers, and a link to the results. The end deletes both."""
    entries = classroom.entries(hidden=True)
    st.text(f"{count_phrase(len(entries), 'answer')}. Save them before the end:")
    with st.container(horizontal=True):
        download_buttons(classroom.code, lambda: classroom.entries(hidden=True), disabled=not entries)
    tour = classroom.state.tour
    if tour and any(result.is_judged for result in classroom.results):
        label = "Results by question: at the end of the tour"
        st.page_link(TOURS, label=label, icon=":material/bar_chart:", query_params={FINISHED: tour})


def _end(classroom: Classroom) -> None:
    remember_entries(classroom)
    end_class()
