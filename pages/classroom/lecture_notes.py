"""The lecturer's notes, for a second window: the stop on the projector, its answer, and what comes next."""

import streamlit as st

from components.classroom.classroom import Classroom
from components.model.user_errors import UserError
from pages.parts.errors import show_errors
from pages.parts.lecture.tour_stop import load_tour
from pages.parts.markdown import escape_markdown


@show_errors()
def lecture_notes(classroom: Classroom) -> None:
    """Draw the notes if the projector is on a tour."""
    state = classroom.state
    if not state.tour:
        st.caption("Start a tour on the projector, and your notes appear here: question, answer and next stop.")
        return
    try:
        stops = load_tour(state.tour).stops
    except UserError:
        return
    stop = stops[min(state.stop, len(stops) - 1)]
    with st.container(border=True, key="lecture-notes"):
        st.markdown(f"**On the projector: stop {state.stop + 1} of {len(stops)}**")
        st.markdown(escape_markdown(stop.question or "No question at this stop."))
        st.markdown(f"*Answer:* {escape_markdown(stop.answer or 'none')}")
        if state.phone.question is not None:
            answered = classroom.answered(state.phone.question.about)
            st.markdown(f"{answered} of {classroom.students} phones have answered.")
        following = stops[state.stop + 1 : state.stop + 2]
        st.caption(f"Next: {escape_markdown(following[0].question)}" if following else "This is the last stop.")
