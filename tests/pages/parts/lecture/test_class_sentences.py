"""A class that sends sentences at the last stop of a lecture: who judges them, and that it is asked once."""

import json

import pytest
from streamlit.testing.v1 import AppTest

from cache.classes.class_sentences import sense_labels
from components.classroom.classroom import Classroom
from components.classroom.entries import EntryKind
from components.classroom.lecture import LectureAction
from pages.parts.lecture.finale import QUESTION, SENSES_OF_WORD
from tests.pages.conftest import HOME, answered, open_page, page_text, run

pytestmark = pytest.mark.usefixtures("ready")

FINALE, LAST = "which-bank-in-10-minutes", 8  # a tour, and the index of the stop that asks for sentences


def test_a_class_sends_sentences_and_the_view_judges_them(classroom: Classroom) -> None:
    app = open_page(HOME, tour=FINALE, stop=str(LAST + 1), present="1")
    question = classroom.phone_state.question
    assert question is not None
    assert (question.kind, question.labels) == (EntryKind.FOOLING, ("money", "river"))
    texts = ("Our bank lost a lot of soil.", "The bank raised its rates.", "<b id=b>The bank lent us money.")
    tokens = [classroom.join() for _ in texts]
    for token, text, label in zip(tokens, texts, ("river", "money", "river"), strict=True):
        classroom.send(token, "1", question.question_id, text, label)
    run(app)
    assert "rates" not in page_text(app), "nobody sees sentences before the reveal"
    app.session_state["tour-answers-shown"] = {(FINALE, LAST)}
    run(app)
    (result,) = classroom.results
    assert dict(result.labels) == dict(zip(texts, sense_labels(QUESTION, SENSES_OF_WORD, texts), strict=True))
    assert (result.answered, result.right_students) == (3, frozenset({1, 3}))
    names = next(each.proto.body for each in app.get("html") if 'class="fooled"' in each.proto.body)
    assert "soil" in names
    assert "&lt;b id=b&gt;" in names
    assert "rates" not in names


def test_a_class_is_asked_once_for_sentences_and_may_go_on_where_the_answer_is_hidden_again(
    classroom: Classroom,
) -> None:
    app = open_page(HOME, tour=FINALE, stop=str(LAST + 1), present="1")
    question = classroom.phone_state.question
    assert question is not None
    tokens, texts = [classroom.join() for _ in range(2)], ("Our bank lost a lot of soil.", "The muddy bank.")

    def command(action: LectureAction) -> None:
        classroom.change_lecture(lambda lecture, _: lecture.give(action))
        run(app)
        (bar,) = (each.proto for each in app.get("bidi_component") if "tour_bar" in each.proto.component_name)
        assert json.loads(bar.json)["again_text"] == ""

    command(LectureAction.VOTE_AGAIN)
    assert classroom.phone_state.question == question, "there is no second vote"
    classroom.send(tokens[0], "1", question.question_id, texts[0], "river")
    command(LectureAction.SHOW)
    command(LectureAction.ASK_ANEW)
    assert classroom.phone_state.question is None, "and no second round"
    command(LectureAction.HIDE)
    assert classroom.phone_state.question == question
    assert answered(app) == "1 of 2 phones"
    classroom.send(tokens[1], "1", question.question_id, texts[1], "river")
    command(LectureAction.SHOW)
    (result,) = classroom.results
    assert dict(result.labels) == dict(zip(texts, sense_labels(QUESTION, SENSES_OF_WORD, texts), strict=True))
    assert (result.answered, 1 in result.right_students) == (2, True)


def test_a_sentence_that_nobody_sent_is_not_taken_for_that_of_the_figure(classroom: Classroom) -> None:
    app = open_page(HOME, tour=FINALE, stop=str(LAST + 1), present="1")
    classroom.join()
    app.session_state["tour-answers-shown"] = {(FINALE, LAST)}
    run(app)
    (result,) = classroom.results
    assert (result.right, result.counts) == ("", ())
    assert "The figure is about the sentence of this page." in page_text(app)


def test_a_class_takes_its_best_sentences_away_from_the_last_page(classroom: Classroom) -> None:
    app = open_page(HOME, tour=FINALE, stop=str(LAST + 1), present="1")
    question = classroom.phone_state.question
    assert question is not None
    texts = ("<b id=b>Our bank lost a lot of soil.", "The bank raised its rates.", "We sat on the bank. Hidden.")
    for text, label in zip(texts, ("river", "money", "money"), strict=True):
        classroom.send(classroom.join(), "1", question.question_id, text, label)
    classroom.moderate(hide=[classroom.entries()[-1].number])
    end = "pages/tours/page.py"
    assert not takeaway(open_page(end, finished=FINALE, present="1")), "nothing was judged"
    app.session_state["tour-answers-shown"] = {(FINALE, LAST)}
    run(app)
    (result,) = classroom.results
    projected = open_page(end, finished=FINALE, present="1")
    (shown,) = takeaway(projected)
    assert f"{len(result.right_students)} of 3 sentences" in shown
    assert shown.count("<li>") == 1, "neither what did not fool the model nor what may not be shown"
    assert "&lt;b id=b&gt;" in shown
    assert not projected.get("download_button"), "files are on the lecturer's pages"
    assert not projected.get("page_link")
    lecturers = open_page(end, finished=FINALE)
    assert not takeaway(lecturers)
    assert lecturers.get("download_button")


def takeaway(app: AppTest) -> list[str]:
    """What the last page of a lecture has in large type."""
    return [each.proto.body for each in app.get("html") if "takeaway" in each.proto.body and "<ol>" in each.proto.body]
