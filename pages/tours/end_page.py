"""The page after the last stop of a tour: scores, files for a teacher, and what to try next."""

from collections import Counter
from collections.abc import Collection, Sequence

import streamlit as st

from components.charts.columns import count_columns
from components.classroom.classroom import Classroom
from components.classroom.entries import ClassResult
from components.classroom.items import latecomer_count, score_table
from components.model.user_errors import UserError
from components.tables.phrases import by_count, count_phrase
from components.tours.shipped import shipped_tours
from components.tours.tour import Tour
from pages.parts.lecture.class_files import class_files, stops_of
from pages.parts.lecture.classes import clear_class_question, share_page, visitor_class
from pages.parts.lecture.finale import draw_takeaway
from pages.parts.lecture.score import read_score, recorded_answer
from pages.parts.lecture.tour_stop import FINISHED, CurrentStop, load_tour
from pages.parts.links.parameters import STOP, TOUR
from pages.parts.markdown import escape_markdown
from pages.parts.presenting import is_presenting
from pages.parts.rooms import CLASS, PATHS, ROOMS
from pages.tours.tour_list import FILES

MISSED_LIMIT = 6  # questions to look at again


def end_of_tour() -> None:
    """Draw the end of the tour that the link names; nothing without one."""
    if FINISHED not in st.query_params:
        return
    name = st.query_params[FINISHED]
    try:
        tour = load_tour(name)
    except UserError:
        return
    classroom, stops = visitor_class(), stops_of(name, tour)
    quiz_keys = tuple(stop.question_key for stop in stops if stop.is_quiz)
    clear_class_question()
    share_page("tours", scored=quiz_keys)
    with st.container(border=not is_presenting(), key="end-of-tour"):
        sentences = None if classroom is None else _judged_sentences(classroom, stops)
        if sentences is not None and is_presenting():
            draw_takeaway(sentences)
            return
        st.subheader(f"The end of “{escape_markdown(tour.title)}”", anchor=False)
        if classroom is None:
            _visitor_score(stops)
        else:
            if not is_presenting():
                with st.container(horizontal=True, vertical_alignment="center"):
                    class_files(classroom, stops)
                    st.page_link(CLASS, label="See all answers or end the class", icon=":material/groups:")
            _class_scores(classroom, quiz_keys)
        if classroom is None or not is_presenting():  # else the lecturer's other pages have it
            _next_steps(name, tour)


def _judged_sentences(classroom: Classroom, stops: Sequence[CurrentStop]) -> ClassResult | None:
    """The outcome of the sentences that a class sent at the last stop; None if there are none, or none was judged."""
    result = next((each for each in classroom.results if each.key == stops[-1].question_key), None)
    return result if result is not None and result.labels and result.is_judged else None


def _visitor_score(stops: Sequence[CurrentStop]) -> None:
    """Draw the score of a visitor without a class, and links to the questions that it counts as not right."""
    tour = stops[0].tour
    quiz, before = read_score(tour.quiz_start), read_score(0, tour.quiz_start)
    if quiz.answered:
        left = tour.quiz_count - quiz.answered
        st.markdown(f"**Quiz: {quiz.right} of {tour.quiz_count}**{_unanswered_sentence(left)}")
    if before.answered:
        of_all = sum(stop.asks is not None for stop in tour.stops[: tour.quiz_start])
        questions = by_count(before.answered, "question", "questions")
        skipped = _unanswered_sentence(of_all - before.answered)
        st.markdown(f"You answered **{before} {questions}** correctly.{skipped}")
    missed = [stop for stop in stops if _is_missed(stop, quiz_begun=quiz.answered > 0)]
    if not missed:
        return
    limit = f" The first {MISSED_LIMIT} of {len(missed)} are:" if len(missed) > MISSED_LIMIT else ""
    st.markdown(f"Look again at what you missed{'.' if limit else ':'}{limit}")
    for stop in missed[:MISSED_LIMIT]:
        note = " (not answered)" if recorded_answer(stop.index) is None else ""
        _stop_link(stop, f"{stop.label}. {stop.stop.question}{note}", ":material/replay:")


def _is_missed(stop: CurrentStop, *, quiz_begun: bool) -> bool:
    """Whether the score counts the stop’s question as not right. The quiz is of all its questions, once it is begun."""
    is_right = recorded_answer(stop.index)
    return is_right is False or (is_right is None and stop.is_quiz and quiz_begun)


def _unanswered_sentence(count: int) -> str:
    return f" You did not answer {count_phrase(count, 'question')}." if count else ""


def _stop_link(stop: CurrentStop, label: str, icon: str) -> None:
    """A link to a stop, on this screen or on the projector."""
    more = {"present": "1"} if is_presenting() else {}
    link = {**stop.stop.parameters, **more, TOUR: stop.name, STOP: str(stop.index + 1)}
    st.page_link(FILES[stop.stop.path], label=escape_markdown(label), icon=icon, query_params=link)


def _class_scores(classroom: Classroom, quiz_keys: Collection[str]) -> None:
    """Draw how many students have each score."""
    results, students = classroom.results, classroom.students
    if not any(result.is_scored for result in results):
        _unscored_answers(classroom)
        return
    st.text("You have a card on your phone: save it or share it.")
    of_quiz = [result for result in results if result.is_scored and result.key in quiz_keys]
    # On a projector, what is called a figure is enlarged until it fills the screen.
    with st.container(key="figure" if is_presenting() else "end-scores"):
        late = _late_sentence(classroom)
        st.caption(f"Above each column: how many students have this number of right answers.{late}")
        # The quiz has a few questions; the whole tour may have twenty.
        columns = st.columns([1, 2], gap="large") if of_quiz else [st.container()]
        with columns[-1]:
            _score_columns("All questions", results, students)
        if of_quiz:
            with columns[0]:
                _score_columns("Quiz", of_quiz, students)


def _late_sentence(classroom: Classroom) -> str:
    late = latecomer_count(classroom.results, classroom.students)
    return f" {count_phrase(late, 'student')} joined too late for at least one question." if late else ""


def _unscored_answers(classroom: Classroom) -> None:
    """Draw the number of answers to each question, if no question gave points."""
    counts = Counter(entry.question for entry in classroom.entries(hidden=True))
    if not counts:
        st.markdown("Nobody has answered a question in this class.")
        return
    st.markdown(f"No question has given points. The class has sent {count_phrase(counts.total(), 'answer')}:")
    for question, count in counts.items():
        st.markdown(f"- {escape_markdown(question)} **{count_phrase(count, 'answer')}**")


def _score_columns(title: str, results: Sequence[ClassResult], students: int) -> None:
    scores = score_table(results, students)
    questions = len({result.key for result in results if result.is_scored})
    finding = f"{title}: scores of {count_phrase(students, 'student')} on {count_phrase(questions, 'question')}"
    st.text(finding)
    columns = count_columns(scores, value="score", count="count", value_title="Right answers", count_title="Students")
    st.altair_chart(columns, key=f"class-scores-{title}", alt=finding)


def _next_steps(name: str, tour: Tour) -> None:
    """Draw what to try next: the room that the tour was about, and the tour after it."""
    st.markdown("**What to try next**")
    visited = Counter(stop.path for stop in tour.stops[: tour.quiz_start])
    room = max(ROOMS, key=lambda room: visited[room.path])
    if visited[room.path]:
        label = f"“{room.title}” with choices of your own"
        st.page_link(room.file, label=label, icon=room.icon)
    names = list(shipped_tours(PATHS))
    following = names[(names.index(name) + 1) % len(names)] if name in names else names[0]
    first = CurrentStop(following, load_tour(following), 0)
    label = f"The tour “{first.tour.title}”, about {first.tour.minutes} minutes"
    _stop_link(first, label, ":material/tour:")
