"""The page after the last stop of a tour: scores, files for a teacher, and what to try next."""

from collections.abc import Collection, Sequence

import streamlit as st

from components.charts.labelled import labelled_bars
from components.classroom.classroom import Classroom
from components.classroom.entries import ClassResult
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
    name = st.query_params[FINISHED]
    try:
        tour = load_tour(name)
    except UserError:
        return
    with st.container(border=True, key="end-of-tour"):
        st.subheader(f"The end of “{escape_markdown(tour.title)}”", anchor=False)
        classroom, stops = visitor_class(), [CurrentStop(name, tour, index) for index in range(len(tour.stops))]
        quiz_topics = tuple(topic for stop in stops[tour.quiz_start :] for topic in stop.topics)
        clear_class_question()
        share_page("tours", scored=quiz_topics)
        if classroom is None:
            _own_score(tour)
        else:
            _class_scores(classroom, stops, quiz_topics)


def _own_score(tour: Tour) -> None:
    """Draw the score of a visitor without a class."""
    quiz, before = read_score(tour.quiz_start), read_score(0, tour.quiz_start)
    if quiz.answered:
        st.markdown(f"**Quiz: {quiz.right} of {tour.quiz_count}**")
    if before.answered:
        of_all = sum(stop.asks is not None for stop in tour.stops[: tour.quiz_start])
        st.markdown(f"You gave the model’s answer to **{before} questions**. The tour has {of_all}.")
    st.markdown("Next, type a sentence of your own in any room, or choose another tour below.")


def _class_scores(classroom: Classroom, stops: Sequence[CurrentStop], quiz_topics: Collection[str]) -> None:
    """Draw how many students have each score, and buttons that save the questions with their figures."""
    results, students = classroom.results, classroom.students
    items = item_table(results, students)
    if items.empty:
        st.markdown("Nobody has answered a question in this class.")
        return
    of_quiz = [result for result in results if result.about in quiz_topics]
    left, right = st.columns(2, gap="large")
    with left:
        if not item_table(of_quiz, students).empty:
            _score_bars("Quiz", of_quiz, students)
    with right:
        _score_bars("All questions", results, students)
    rights = {result.about: result.right for result in results}
    questions = [
        (each.prompt, each.stop.asks, next(filter(None, map(rights.get, each.topics)), ""))
        for each in stops
        if each.stop.asks
    ]
    with st.container(horizontal=True):
        st.download_button("Results by question (CSV)", csv_bytes(items), "riverbank-questions.csv", on_click="ignore")
        st.download_button(
            "Questions for Moodle (GIFT)", gift_text(questions), "riverbank-questions.gift.txt", on_click="ignore"
        )


def _score_bars(title: str, results: Sequence[ClassResult], students: int) -> None:
    scores = score_table(results, students)
    finding = f"{title}: scores of {count_phrase(students, 'student')} on {count_phrase(len(scores) - 1, 'question')}"
    st.text(finding)
    bars = labelled_bars(scores, value="count", name="score", figure="figure", title="Students")
    st.altair_chart(bars, key=f"class-scores-{title}", alt=finding)
