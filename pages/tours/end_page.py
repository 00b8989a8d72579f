"""The page after the last stop of a tour: scores, files for a teacher, and what to try next."""

import streamlit as st

from components.charts.labelled import labelled_bars
from components.classroom.classroom import Classroom
from components.classroom.items import item_table, score_table
from components.model.user_errors import UserError
from components.tables.files import csv_bytes
from components.tables.phrases import count_phrase
from components.tours.gift import gift_text
from components.tours.tour import Tour
from pages.parts.lecture.classes import clear_class_question, share_page, visitor_class
from pages.parts.lecture.score import read_score
from pages.parts.lecture.tour_stop import FINISHED, CurrentStop, load_tour
from pages.parts.markdown import escape_markdown


def end_of_tour() -> None:
    """Draw the end of the tour that the link names; nothing without one."""
    if FINISHED not in st.query_params:
        return
    try:
        tour = load_tour(st.query_params[FINISHED])
    except UserError:
        return
    with st.container(border=True, key="end-of-tour"):
        st.subheader(f"The end of “{escape_markdown(tour.title)}”", anchor=False)
        classroom = visitor_class()
        clear_class_question()
        share_page("tours")
        if classroom is not None:
            _class_scores(classroom, tour, st.query_params[FINISHED])
            return
        score = read_score()
        if score.answered:
            of_all = sum(stop.asks is not None for stop in tour.stops)
            st.markdown(f"You answered **{score} questions** as the model does; the tour has {of_all}.")
        st.markdown("Next, type a sentence of your own in any room, or choose another tour below.")


def _class_scores(classroom: Classroom, tour: Tour, name: str) -> None:
    results, students = classroom.results, classroom.students
    items = item_table(results, students)
    if items.empty:
        st.markdown("Nobody has answered a question in this class.")
        return
    scores = score_table(results, students)
    finding = f"Scores of {count_phrase(students, 'student')} on {count_phrase(len(items), 'question')}"
    st.text(finding)
    bars = labelled_bars(scores, value="count", name="score", figure="figure", title="Students")
    st.altair_chart(bars, key="class-scores", alt=finding)
    rights = {result.about: result.right for result in results}
    stops = [CurrentStop(name, tour, index) for index in range(len(tour.stops))]
    questions = [
        (each.stop.question, each.stop.asks, next(filter(None, map(rights.get, each.topics)), ""))
        for each in stops
        if each.stop.asks
    ]
    with st.container(horizontal=True):
        st.download_button(
            "Figures of the questions (CSV)", csv_bytes(items), "riverbank-questions.csv", on_click="ignore"
        )
        st.download_button(
            "Questions for Moodle (GIFT)", gift_text(questions), "riverbank-questions.gift.txt", on_click="ignore"
        )
