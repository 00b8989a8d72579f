"""A lecturer's own tour with a class: what phones are asked, and what the editor leaves as it was."""

import json
from urllib.parse import parse_qs, urlsplit

import pytest

from components.classroom.classroom import Classroom
from components.classroom.entries import EntryKind
from components.tours.questions import AnswerKind, StopQuestion
from components.tours.tour import Stop, Tour, pack_tour, tour_to_json, unpack_tour
from pages.parts.lecture.tour_stop import PATHS
from tests.pages.conftest import FILL, open_page, run

pytestmark = pytest.mark.usefixtures("ready")


def test_a_lecturers_own_options_are_on_the_phones_and_give_no_points(classroom: Classroom) -> None:
    editor = open_page("pages/tours/page.py")
    plain = Tour("Mine", "", (Stop("/fill-the-blank", "Which of the two?", "The first."),))
    editor.file_uploader(key="own-file").set_value(("tour.json", tour_to_json(plain).encode(), "application/json"))
    run(editor)

    def saved_tour() -> str:
        (link,) = (element.value for element in editor.code)
        return parse_qs(urlsplit(link).query)["tour"][0]

    open_page(FILL, tour=saved_tour(), stop="1", present="1")
    assert classroom.phone_state.question is None, "nothing to send in is chosen"
    editor.selectbox(key="own-kind-0-/fill-the-blank").select(AnswerKind.CHOICE)
    run(editor)
    assert unpack_tour(saved_tour(), PATHS).stops[0].asks is None, "there are no options yet"
    for typed, labels in (
        ("tea, water", ("tea", "water")),
        ("a, b\nc", ("a, b", "c")),
        ("bank\n\n river ", ("bank", "river")),
    ):
        editor.text_area(key="own-options-0-/fill-the-blank").set_value(typed)
        run(editor)
        asks = unpack_tour(saved_tour(), PATHS).stops[0].asks
        assert asks is not None
        assert asks.options == labels
    tour = saved_tour()
    app = open_page(FILL, tour=tour, stop="1", present="1")
    question = classroom.phone_state.question
    assert question is not None
    assert (question.kind, question.labels) == (EntryKind.CHOICE, ("bank", "river"))
    token = classroom.join()
    classroom.send(token, "1", question.question_id, "river")
    app.session_state["tour-answers-shown"] = {(tour, 0)}
    run(app)
    (result,) = classroom.results
    assert (result.counts, result.explanation, result.is_judged) == ((("bank", 0), ("river", 1)), "The first.", False)
    standing = classroom.standing(token)
    assert standing is not None
    assert standing.score.question_count == 0
    end = open_page("pages/tours/page.py", finished=tour)
    answered = [each.value for each in end.markdown if "Which of the two?" in each.value]
    assert [text for text in answered if "1 answer" in text], "how many answers the question has"
    assert "All answers (CSV)" in [each.proto.label for each in end.get("download_button")]


@pytest.mark.parametrize(
    ("typed", "about"),
    [("a", "2 to"), ("a\nb\nc\nd\ne", "5"), ("a\nb\na", "“a”"), ("a\n" + "b" * 41, "41"), ("a\nb", "")],
)
def test_the_editor_says_what_is_wrong_with_options(typed: str, about: str) -> None:
    editor = open_page("pages/tours/page.py")
    plain = Tour("Mine", "", (Stop("/fill-the-blank", "Which of the two?", "he"),))
    editor.file_uploader(key="own-file").set_value(("tour.json", tour_to_json(plain).encode(), "application/json"))
    run(editor)
    editor.selectbox(key="own-kind-0-/fill-the-blank").select(AnswerKind.CHOICE)
    run(editor)
    editor.text_area(key="own-options-0-/fill-the-blank").set_value(typed)
    run(editor)
    problems = [each.value for each in editor.caption if "Until then" in each.value]
    assert len(problems) == bool(about)
    assert all(about in problem for problem in problems)


@pytest.mark.parametrize(("answer", "shown"), [("he", "Answer: he"), ("The first.", "The first."), ("", "")])
def test_an_answer_that_is_no_sentence_is_labelled(classroom: Classroom, answer: str, shown: str) -> None:
    asks = StopQuestion(AnswerKind.WORD)
    tour = pack_tour(Tour("Mine", "", (Stop("/fill-the-blank", "Who was tired?", answer, asks=asks),)))
    app = open_page(FILL, tour=tour, stop="1", present="1")
    classroom.join()
    app.session_state["tour-answers-shown"] = {(tour, 0)}
    run(app)
    assert classroom.results[0].explanation == shown
    (bar,) = (each.proto for each in app.get("bidi_component") if "tour_bar" in each.proto.component_name)
    assert json.loads(bar.json)["answer"] == shown


def test_a_question_of_a_file_stays_as_it_is_in_the_editor() -> None:
    editor = open_page("pages/tours/page.py")
    asks = StopQuestion(AnswerKind.PLACE, patterns=("Biggest surprise: “{}”",))
    ranges = StopQuestion(AnswerKind.CHOICE, ("low", "high"), ("{}%",), (50.0,))
    stops = (Stop("/fill-the-blank", "Which token?", asks=asks), Stop("/which-bank", "How many?", asks=ranges))
    text = tour_to_json(Tour("From a file", "", stops)).encode()
    editor.file_uploader(key="own-file").set_value(("tour.json", text, "application/json"))
    run(editor)
    (link,) = (element.value for element in editor.code)
    assert unpack_tour(parse_qs(urlsplit(link).query)["tour"][0], PATHS).stops == stops


def test_whoever_makes_a_tour_finds_it_above_the_list_of_tours() -> None:
    app = open_page("pages/tours/page.py")
    without = [each.value for each in app.subheader]
    app.session_state["tour-draft"] = [Stop("/fill-the-blank")]
    with_own = [each.value for each in run(app).subheader]
    assert len(without) > 1
    assert with_own == [without[-1], *without[:-1]]


def test_the_tour_that_a_browser_has_kept_is_taken_over_once() -> None:
    stored = tour_to_json(Tour("Mine", "", (Stop("/fill-the-blank", "Which?", "This."), Stop("/which-bank"))))
    app = open_page(FILL)
    app.session_state["draft-keeper"] = {"stored": stored}
    run(app)
    app.switch_page("pages/tours/page.py")
    run(app)
    assert app.text_input(key="own-tour-title").value == "Mine"
    assert app.text_input(key="own-question-0-/fill-the-blank").value == "Which?"
    for _ in range(2):
        app.button(key="own-out-0").click()
        run(app)
    assert not app.code, "what was left out does not come back"


def test_a_view_is_added_to_the_tour_that_a_browser_has_kept() -> None:
    """The browser may have sent it while only a part of the page was drawn anew."""
    stored = tour_to_json(Tour("Mine", "", (Stop("/which-bank", "Which?", "This."),)))
    app = open_page(FILL)
    app.session_state["draft-keeper"] = {"stored": stored}
    app.button(key="fill-add-view").click()
    run(app)
    app.switch_page("pages/tours/page.py")
    run(app)
    assert app.text_input(key="own-tour-title").value == "Mine"
    assert [stop.path for stop in app.session_state["tour-draft"]] == ["which-bank", "fill-the-blank"]


@pytest.mark.parametrize("stored", ["", "{}", "no tour", None, 3])
def test_what_is_no_tour_is_not_taken_over(stored: object) -> None:
    app = open_page("pages/tours/page.py")
    app.session_state["draft-keeper"] = {"stored": stored}
    run(app)
    assert not app.exception
    assert not app.code
