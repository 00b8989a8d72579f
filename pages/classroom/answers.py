"""What the class has answered to the question on the projector: bars, how many are right, and the newest texts."""

import streamlit as st

from components.classroom.classroom import Classroom
from components.classroom.entries import ClassQuestion, ClassResult, is_first_vote, round_of_vote
from components.classroom.outcome import result_finding, two_votes_finding
from components.tables.phrases import count_phrase
from components.tours.questions import AnswerKind
from pages.classroom.moderation import approval_list, newest_texts
from pages.parts.errors import show_errors
from pages.parts.lecture.lead import stop_of_class
from pages.parts.lecture.stop_question import NEWCOMERS_SCORE
from pages.parts.lecture.stop_result import draw_bars
from pages.parts.lecture.tour_stop import CurrentStop


@show_errors()
def answers_panel(classroom: Classroom) -> None:
    """Draw the panel of the lecturer's page."""
    classroom.record_presence()
    if not classroom.state.phone.open:
        st.rerun()  # reruns the whole page, which says that the class has ended
    draw_answers(classroom)
    approval_list(classroom)
    newest_texts(classroom)


def draw_answers(classroom: Classroom) -> None:
    """Draw how many have answered, and a bar for each answer; with the right one, once the projector shows it."""
    phone, here = classroom.state.phone, stop_of_class(classroom.state)
    if phone.check is not None:
        st.subheader("Answers", anchor=False)
        st.caption("Phones are showing the check. See “Do they learn?” below.")
        return
    result = next((result for result in classroom.results if result.about == phone.about), None)
    if result is None and phone.question is None:
        st.subheader("Answers", anchor=False)
        st.caption("Phones are asked nothing at the moment.")
        return
    question = phone.question
    answered = result.answered if result is not None else classroom.answered(question.about if question else "")
    st.subheader(f"Answers: {answered:,} of {count_phrase(classroom.students, 'phone')}", anchor=False)
    asks = None if here is None else here.stop.asks
    options = asks.options if asks is not None and asks.kind is AnswerKind.CHOICE else ()
    if result is not None:
        before = _tally(classroom, result.first_about) if result.first_about else None
        st.text(two_votes_finding(result) if result.first_about else result_finding(result))
        if result.answered:
            draw_bars(result, options, before)
    elif question is not None:
        _draw_vote(classroom, question, options, here)


def _draw_vote(
    classroom: Classroom, question: ClassQuestion, options: tuple[str, ...], here: CurrentStop | None
) -> None:
    """Draw the answers to a question whose answer is not shown yet."""
    is_second = here is not None and not is_first_vote(question.vote)
    before = _tally(classroom, here.topic(question.vote - 1)) if here is not None and is_second else None
    if not question.kind.is_sentence:
        draw_bars(_tally(classroom, question.about), options, before)
    if (round_number := round_of_vote(question.vote)) > 1:
        st.caption(f"Round {round_number}. {NEWCOMERS_SCORE}")


def _tally(classroom: Classroom, topic: str) -> ClassResult:
    """The answers to a question so far, without the right one."""
    return ClassResult(topic, "", "", counts=classroom.counts(topic), answered=classroom.answered(topic))
