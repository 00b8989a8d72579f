"""A class: started on any page, told where the projector is and what is asked, and what its own page does."""

import json
from collections.abc import Callable

import pytest

import pages.parts.lecture.classes as classes
from components.classroom.classes import CLASSES, ClassDirectory
from components.classroom.classroom import Classroom
from components.classroom.entries import ClassQuestion, EntryKind
from components.classroom.errors import ClassroomError
from components.classroom.lecturer_password import LecturerPassword
from components.classroom.outcome import result_finding
from components.classroom.store import StoreUnreachable
from components.model.fair_queue import LECTURER_PREFIX
from components.tours.questions import AnswerKind, StopQuestion
from components.tours.shipped import shipped_tours
from components.tours.tour import Stop, Tour, pack_tour
from pages.parts.lecture.tour_stop import PATHS
from pages.parts.markdown import escape_markdown
from tests.pages.conftest import FILL, messages, open_page, page_text, run

pytestmark = pytest.mark.usefixtures("ready")

CLASS = "pages/classroom/page.py"
WRITE = ClassQuestion(EntryKind.FOOLING, "bank", "Write a sentence with “bank”.", ("money", "river"))
QUESTION = "The [MASK] was steep, so they climbed slowly."


def sent(classroom: Classroom, *texts: str, label: str = "") -> None:
    ask = classroom.phone_state.question
    assert ask is not None
    for number, text in enumerate(texts):
        classroom.send(classroom.join(), str(number), ask.question_id, text, label)


@pytest.mark.parametrize(("page", "key"), [(CLASS, "class-start"), (FILL, "start-class")])
def test_a_class_is_started_on_any_page_and_ended(page: str, key: str) -> None:
    app = open_page(page)
    app.button(key=key).click()
    run(app)
    app.switch_page(CLASS)
    run(app)
    code = app.subheader[0].value.split()[-1]
    started = CLASSES.find(code)
    assert started is not None
    assert f"/join/{code}" in page_text(app)
    app.button(key="class-end").click()
    run(app)
    assert CLASSES.find(code) is None
    assert app.button(key="class-start")


def test_a_stop_on_the_projector_starts_a_class_that_gets_its_question() -> None:
    app = open_page(FILL, sentence=QUESTION, tour="which-bank-in-10-minutes", stop="2", present="1")
    before = dict(app.query_params)
    app.button(key="start-class-here").click()
    run(app)
    assert dict(app.query_params) == before, "the lecturer stays at the stop"
    assert "start-class-here" not in [button.key for button in app.button]
    started = CLASSES.find(app.session_state[classes._HELD].split(".")[0])
    assert started is not None
    assert started.phone_state.question is not None
    CLASSES.end(started)


def test_what_a_class_sent_in_can_be_saved_when_it_has_ended() -> None:
    app = open_page(CLASS)
    app.button(key="class-start").click()
    run(app)
    started = CLASSES.find(app.subheader[0].value.split()[-1])
    assert started is not None
    started.show("", WRITE)
    sent(started, "The bank was steep.", label="river")
    app.switch_page(CLASS)
    run(app)
    ids = [each.proto.id for each in app.get("download_button")]
    for key in ("class-csv", "class-json"):
        assert any(each.endswith(f"-{key}") for each in ids), (
            "offered before the end, too: a reload after it loses them"
        )
    app.button(key="class-end").click()
    run(app)
    assert "has ended. You can still save" in page_text(app)
    assert not started.phone_state.open


def test_nobody_else_has_the_class(classroom: Classroom, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(classes, "_held", lambda: f"{classroom.code}.wrong")
    app = open_page(CLASS)
    assert app.button(key="class-start")
    assert classroom.code not in page_text(app)


def test_students_are_told_where_the_projector_is(classroom: Classroom) -> None:
    open_page(FILL, sentence="The [MASK] was steep.", present="1")
    assert classroom.phone_state.shows == "../fill-the-blank?sentence=The+%5BMASK%5D+was+steep."
    assert classroom.phone_state.question is None


def test_guesses_of_a_class_are_counted_and_shown_after_the_answer(classroom: Classroom) -> None:
    app = open_page(FILL, sentence=QUESTION, guess="1", present="1")
    assert app.subheader[0].value.split()[0] == "0"
    ask = classroom.phone_state.question
    assert ask is not None
    assert ask.kind is EntryKind.WORD
    with pytest.raises(ClassroomError, match="one word"):
        sent(classroom, "the green hill")
    assert ask.text.endswith(f"? {QUESTION}"), "telephones show the sentence, and no key of the app's own"
    assert classroom.phone_state.held_back
    assert classroom.phone_state.shows == "", "nobody follows to an answer that is not shown yet"
    sent(classroom, "Hill", "hill", "stairs")
    student = classroom.join()
    classroom.send(student, "a", ask.question_id, "stairs")
    classroom.moderate(hide=[3])
    run(app)
    assert classroom.standing(student) is None, "phones are told nothing before the answer"
    assert app.subheader[0].value.split()[0] == "3"
    assert "What the audience guessed" not in page_text(app)
    app.session_state["guess-shown"] = {ask.about}
    assert "What the audience guessed" in page_text(run(app)), "two words are bars"
    assert classroom.phone_state.shows.startswith("../fill-the-blank?sentence=")
    assert "guess" not in classroom.phone_state.shows, "telephones see what the projector shows"
    standing = classroom.standing(student)
    assert standing is not None
    assert (standing.answer, standing.result.text) == ("stairs", ask.text)
    assert (standing.result.counts, standing.result.answered) == ((("hill", 2), ("stairs", 1)), 4)
    assert "top guess is “" in standing.result.explanation
    assert standing.score.question_count == 0, "a guess outside a tour gives no points"
    app.session_state["guess-shown"] = set()
    run(app)
    sent(classroom, "ladder", "Möbius", "balloon")
    app.session_state["guess-shown"] = {ask.about}
    assert "2 of 6 of you " in page_text(run(app)), "four words are a cloud"


def test_one_is_left_out_and_words_are_from_then_on(classroom: Classroom) -> None:
    classroom.show("", WRITE)
    sent(classroom, "The bank was steep.", "A rude bank.", label="river")
    app = open_page(CLASS)
    classroom.block_words(["nasty"])
    sent(classroom, "A nasty bank.", label="river")  # after the list was drawn
    app.multiselect(key="class-hidden").select(2)
    run(app)
    assert [entry.number for entry in classroom.entries()] == [1], "what was hidden meanwhile stays so"
    app.multiselect(key="class-hidden").unselect(2)
    run(app)
    assert [entry.number for entry in classroom.entries()] == [1, 2]
    app.multiselect(key="class-hidden").select(2)
    run(app)
    app.text_input(key="class-filter").set_value("rude, worse")
    run(app)
    sent(classroom, "Rude bank!", "The bank of r\u200dud\u0435.", "The bank again.", label="river")
    assert [entry.text for entry in classroom.entries()] == ["The bank was steep.", "The bank again."]
    app.button(key="class-clear").click()
    run(app)
    assert not classroom.entries(hidden=True)


def test_too_many_classes_are_told_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    full = ClassDirectory()
    full.start().join()
    monkeypatch.setattr(classes, "CLASSES", full)
    monkeypatch.setattr("components.classroom.classes.CLASS_LIMIT", 1)
    app = open_page(CLASS)
    app.button(key="class-start").click()
    run(app)
    assert "Try again later" in messages(app)


def test_the_page_of_the_class_takes_no_question_away(classroom: Classroom) -> None:
    open_page(FILL, sentence=QUESTION, guess="1", present="1")
    before = classroom.phone_state
    assert before.question is not None
    open_page(CLASS)
    assert classroom.phone_state == before


def test_files_hold_what_has_come_in_since_the_page_was_drawn(
    classroom: Classroom, monkeypatch: pytest.MonkeyPatch
) -> None:
    buttons: dict[str, Callable[[], bytes]] = {}

    def button(label: str, data: Callable[[], bytes], **_: object) -> bool:
        buttons[label] = data
        return False

    classroom.show("", WRITE)
    monkeypatch.setattr("streamlit.download_button", button)
    app = open_page(CLASS)
    sent(classroom, "The bank was steep.", "A bank of clouds.", label="river")
    assert [entry["text"] for entry in json.loads(buttons["JSON"]())] == ["The bank was steep.", "A bank of clouds."]
    run(app)
    assert "2 answers" in page_text(app)


def test_what_waits_is_let_through(classroom: Classroom) -> None:
    classroom.show("", WRITE)
    app = open_page(CLASS)
    app.toggle(key="class-approve").set_value(True)
    run(app)
    sent(classroom, "The bank was steep.", "A bank of clouds.", "A third bank.", label="river")
    assert classroom.entries() == ()
    run(app)
    app.multiselect(key="class-waiting").select(2)
    app.button(key="class-show").click()
    run(app)
    assert [entry.number for entry in classroom.entries()] == [2]
    app.multiselect(key="class-waiting").select(1)
    app.button(key="class-leave-out").click()
    run(app)
    sent(classroom, "A late bank.", label="river")
    app.button(key="class-show-all").click()
    run(app)
    assert [entry.number for entry in classroom.entries()] == [2, 3], "what nobody has looked at stays back"
    assert [entry.number for entry in classroom.entries(hidden=True) if entry.awaits_approval] == [4]


def test_a_lecturer_says_who_else_may_join(classroom: Classroom) -> None:
    classroom.join()
    app = open_page(CLASS)
    app.toggle(key="class-joining-open").set_value(True)
    run(app)
    assert not classroom.state.joining_open
    app.number_input(key="class-student-limit").set_value(30)
    run(app)
    assert classroom.state.student_limit == 30
    assert "1 of 30" in page_text(app)


def test_a_class_that_the_server_lost_is_told_and_one_that_was_ended_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(classes, "_held", lambda: "00000.key")
    assert "Class 00000 and its answers are gone" in messages(open_page(CLASS))
    assert "Class 00000 and its answers are gone" in messages(open_page(FILL))
    ended = CLASSES.start()
    CLASSES.end(ended)
    monkeypatch.setattr(classes, "_held", lambda: f"{ended.code}.{ended.key}")
    assert "gone" not in messages(open_page(CLASS))


def test_a_class_that_cannot_be_reached_is_not_said_to_be_none(
    classroom: Classroom, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unreachable(*_: object) -> None:
        raise StoreUnreachable

    monkeypatch.setattr(CLASSES, "find_owned", unreachable)
    assert "cannot reach its classes" in messages(open_page(CLASS))


def test_lecturers_give_their_password_where_there_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(classes, "LECTURER_PASSWORD", LecturerPassword("open sesame"))
    assert not [button for button in open_page(FILL).button if button.key == "start-class"]
    app = open_page(CLASS)
    app.text_input(key="class-password").set_value("guess")
    app.button[-1].click()
    run(app)
    assert "password" in messages(app)
    app.text_input(key="class-password").set_value("open sesame")
    app.button[-1].click()
    run(app)
    code = app.subheader[0].value.split()[-1]
    classroom = CLASSES.find(code)
    assert classroom is not None
    CLASSES.end(classroom)


def test_who_holds_a_class_that_somebody_has_joined_has_a_turn_of_their_own(classroom: Classroom) -> None:
    open_page(CLASS)
    assert not classes.turn_key().startswith(LECTURER_PREFIX)
    classroom.join()
    assert classes.turn_key() == f"{LECTURER_PREFIX}{classroom.code}"


def test_a_stop_of_a_tour_keeps_its_answer_back_from_telephones(classroom: Classroom) -> None:
    stop = Stop("/fill-the-blank?sentence=The+%5BMASK%5D+was+steep.", "Which word?", "Hill.")
    tour = pack_tour(Tour("A tour", "", (stop, Stop("/the-family"))))
    link = {"tour": tour, "stop": "1", "present": "1"}
    app = open_page(FILL, **stop.parameters, **link)
    assert classroom.phone_state.shows == ""
    app.session_state["tour-answers-shown"] = {(tour, 0)}
    run(app)
    assert classroom.phone_state.shows == "../fill-the-blank?sentence=The+%5BMASK%5D+was+steep."
    app = open_page("pages/family/page.py", tour=tour, stop="2")
    assert classroom.phone_state.shows == "../the-family", "a stop without a question keeps nothing back"


def test_a_class_is_three_panels(classroom: Classroom) -> None:
    stop = Stop(
        "/fill-the-blank?sentence=The+%5BMASK%5D+was+steep.",
        "Which word?",
        "Hill.",
        asks=StopQuestion(AnswerKind.WORD, patterns=("“{}” is the top guess",)),
    )
    tour = pack_tour(Tour("A tour", "", (stop,)))
    projector = open_page(FILL, **stop.parameters, tour=tour, stop="1", present="1")
    app = open_page(CLASS)
    assert [each.value for each in app.subheader] == [
        f"Class {classroom.code}",
        "On the projector: stop 1 of 1",
        "Answers: 0 of 0 phones",
    ]
    sent(classroom, "hill", "hill", "bank")
    page = "".join(each.proto.body for each in run(app).get("html") if "votes" in each.proto.body[:20])
    assert "Answers: 3 of 3 phones" in [each.value for each in app.subheader]
    assert "<b>hill</b> 2 (67%)" in page
    assert "✓" not in page, "nobody knows the answer before the projector shows it"
    app.button(key="class-hide-3").click()
    run(app)
    assert [entry.number for entry in classroom.entries()] == [1, 2]
    app.button(key="class-show-3").click()
    run(app)
    assert len(classroom.entries()) == 3
    projector.session_state["tour-answers-shown"] = {(tour, 0)}
    run(projector)
    result = classroom.results[0]
    assert result_finding(result) in page_text(run(app)), "how many were right"


def test_before_a_class_there_is_one_choice_and_one_button() -> None:
    app = open_page(CLASS)
    assert [each.label for each in app.selectbox] == ["Tour"]
    assert [each.key for each in app.button] == ["class-start"]
    tours = shipped_tours(PATHS)
    for name in ("bert-in-45-minutes", "which-bank"):
        app.selectbox(key="class-tour").select(name)
        run(app)
        assert tours[name].length_text[1:] in page_text(app)
        assert escape_markdown(tours[name].stops[0].question) in "".join(each.value for each in app.markdown)
    app.button(key="class-start").click()
    run(app)
    begin = app.get("link_button")[0].proto
    assert "tour=which-bank&stop=1" in begin.url, "the tour that was chosen is the one that the projector opens"
    started = CLASSES.find(app.subheader[0].value.split()[-1])
    assert started is not None
    CLASSES.end(started)
