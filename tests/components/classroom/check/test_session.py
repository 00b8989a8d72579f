"""The check in a running class: who may send what and when, in this process and over a shared store."""

import json

import pytest
import redis
from starlette.applications import Starlette
from starlette.testclient import TestClient

from components.classroom.check.questions import DONT_KNOW, QUESTIONS, CheckSheets
from components.classroom.check.session import CheckPhase
from components.classroom.check.tables import check_csv
from components.classroom.classes import ClassDirectory
from components.classroom.classroom import Classroom
from components.classroom.entries import ClassQuestion, EntryKind
from components.classroom.errors import AnsweredTooLate, ClassroomError
from components.classroom.export import entries_to_csv
from components.classroom.routes import ENTRY_BODY_LIMIT, routes
from components.classroom.shared import SharedClassRegistry
from tests.components.classroom.conftest import Clock

RIGHT = "".join(question.right for question in QUESTIONS)
WRONG = DONT_KNOW * len(QUESTIONS)
PART = RIGHT[:3].ljust(len(QUESTIONS), DONT_KNOW)  # right in part
LECTURE = ClassQuestion(EntryKind.WORD, "blank", "Which word?")
BEFORE, AFTER = CheckPhase.BEFORE, CheckPhase.AFTER


@pytest.fixture
def classroom(classes: ClassDirectory) -> Classroom:
    started = classes.start()
    started.show("../which-bank", LECTURE)
    return started


def send(classroom: Classroom, token: str, sheet: str, phase: CheckPhase, name: str = "") -> None:
    classroom.send(token, name or f"{phase}{sheet}", phase.question.question_id, sheet)


def test_phones_show_the_check_in_place_of_the_lecture_until_it_is_closed_or_the_lecture_goes_on(
    classroom: Classroom,
) -> None:
    lecture = classroom.phone_state
    classroom.check.ask(BEFORE)
    shown = classroom.phone_state
    assert (shown.question, shown.shows) == (BEFORE.question, "")
    assert shown.version > lecture.version
    classroom.show("../which-bank", LECTURE)
    assert classroom.phone_state == shown, "the projector's page ran again, and is the same"
    classroom.check.ask(None)
    assert classroom.phone_state.question == LECTURE
    assert classroom.phone_state.version > shown.version
    classroom.check.ask(AFTER)
    classroom.show("../fill-the-blank", None)
    assert classroom.check.open_phase is None
    assert classroom.phone_state.shows == "../fill-the-blank"


def test_another_process_asks_takes_answers_and_deletes(client: redis.Redis, clock: Clock) -> None:
    here, elsewhere = (ClassDirectory(SharedClassRegistry(client), clock=clock) for _ in range(2))
    classroom = here.start()
    twin = elsewhere.find(classroom.code)
    assert twin is not None
    token = classroom.join()
    classroom.check.ask(BEFORE)
    assert twin.phone_state == classroom.phone_state
    send(twin, token, PART, BEFORE)
    assert classroom.check.all_sheets() == twin.check.all_sheets() == (CheckSheets(PART),)
    twin.check.ask(AFTER)
    send(classroom, token, RIGHT, AFTER)
    assert twin.check.all_sheets() == (CheckSheets(PART, RIGHT),)
    assert any(name.endswith(":checks") for name in client.scan_iter())
    here.end(classroom)
    assert elsewhere.find(classroom.code) is None
    assert not [name for name in client.scan_iter() if classroom.code in name and ":ended:" not in name]


def test_a_sheet_counts_once_and_stays(classroom: Classroom) -> None:
    token = classroom.join()
    classroom.check.ask(BEFORE)
    for _ in range(2):  # the phone tries again: its response was lost
        send(classroom, token, WRONG, BEFORE)
    with pytest.raises(ClassroomError):
        send(classroom, token, RIGHT, BEFORE)
    assert classroom.check.all_sheets() == (CheckSheets(WRONG),)


def test_a_phone_gets_its_scores_once_both_are_finished_and_not_before(classroom: Classroom) -> None:
    token = classroom.join()

    def progress(question: ClassQuestion, phone: str = token) -> tuple[str, tuple[int, int] | None] | None:
        shown = classroom.check.progress(phone, question.question_id)
        return None if shown is None else (shown.sheet, shown.scores)

    classroom.check.ask(BEFORE)
    send(classroom, token, WRONG, BEFORE)
    assert progress(BEFORE.question) == (WRONG, None)
    classroom.check.ask(AFTER)
    assert progress(AFTER.question) == ("", None)
    send(classroom, token, RIGHT, AFTER)
    assert progress(AFTER.question) == (RIGHT, (0, len(QUESTIONS)))
    assert progress(AFTER.question, "another") == ("", None)
    assert progress(LECTURE) is None


def test_what_does_not_fit_or_comes_too_late_is_refused_in_words(classroom: Classroom) -> None:
    token = classroom.join()
    with pytest.raises(AnsweredTooLate):
        send(classroom, token, RIGHT, BEFORE)
    classroom.check.ask(BEFORE)
    longer, unknown = RIGHT + "A", "Z" + RIGHT[1:]
    three = next(index for index, question in enumerate(QUESTIONS) if len(question.options) == 3)
    out_of_range = RIGHT[:three] + "D" + RIGHT[three + 1 :]
    for sheet in (
        "",
        " ",
        RIGHT[:-1],
        RIGHT[:-1] + "-",
        longer,
        unknown,
        out_of_range,
        RIGHT.lower(),
        "A" * 10_000,
        "𝔄" * len(RIGHT),
    ):
        with pytest.raises(ClassroomError) as error:
            send(classroom, token, sheet, BEFORE, name=sheet[:10])
        assert str(error.value)
    classroom.check.ask(AFTER)
    with pytest.raises(AnsweredTooLate):
        send(classroom, token, RIGHT, BEFORE)
    classroom.check.ask(None)
    with pytest.raises(AnsweredTooLate):
        send(classroom, token, RIGHT, AFTER)
    assert classroom.check.all_sheets() == ()


def test_no_file_says_who_a_phone_is(classroom: Classroom) -> None:
    tokens = [classroom.join() for _ in range(3)]
    sheets = (RIGHT, WRONG, PART)

    def file(order: list[int]) -> bytes:
        classroom.clear()
        for number in order:
            send(classroom, tokens[number], sheets[order.index(number)], BEFORE, name=f"{order}")
        return check_csv(classroom.check.all_sheets())

    classroom.check.ask(BEFORE)
    first = file([0, 1, 2])
    assert first == file([2, 0, 1]), "neither who sent an answer nor when can be read from it"
    header, right, *rows = first.decode("utf-8-sig").splitlines()
    assert len(header.split(",")) == 1 + 2 * len(QUESTIONS)
    assert right == ",".join(["right", *RIGHT, *RIGHT])
    assert len(rows) == 3
    assert len(entries_to_csv(classroom.entries(hidden=True)).splitlines()) == 1, "they are no answers to the lecture"


def test_answers_are_deleted_with_the_others_and_with_the_class(classroom: Classroom, classes: ClassDirectory) -> None:
    token = classroom.join()
    classroom.check.ask(BEFORE)
    send(classroom, token, PART, BEFORE)
    classroom.clear()
    assert classroom.check.all_sheets() == ()
    send(classroom, token, WRONG, BEFORE)
    classes.end(classroom)
    assert classes.find(classroom.code) is None


@pytest.fixture
def phone(classroom: Classroom, classes: ClassDirectory, monkeypatch: pytest.MonkeyPatch) -> TestClient:
    monkeypatch.setattr("components.classroom.routes.CLASSES", classes)
    client = TestClient(Starlette(routes=routes()), base_url="http://localhost:8501")
    assert client.post(f"/join/{classroom.code}/students").status_code == 200
    return client


def test_a_phone_gets_the_questions_without_the_answers_and_its_sheet_back(
    classroom: Classroom, phone: TestClient
) -> None:
    classroom.check.ask(BEFORE)
    state = phone.get(f"/join/{classroom.code}/state").json()
    assert [text for text, _ in state["check"]["items"]] == [question.text for question in QUESTIONS]
    assert (state["check"]["sheet"], state["check"]["scores"]) == ("", None)
    assert "misconception" not in json.dumps(state)
    question = state["ask"]["question"]
    entry = {"id": "1", "question": question, "text": PART, "label": "", "isCheck": True}
    reply = phone.post(f"/join/{classroom.code}/entries", json=entry)
    assert (reply.status_code, reply.json()) == (200, {"check": {"sheet": PART, "scores": None}})
    assert phone.get(f"/join/{classroom.code}/state").json()["check"]["sheet"] == PART


@pytest.mark.parametrize("text", ["A" * ENTRY_BODY_LIMIT, 12, None, ["A"], {}])
def test_a_body_that_is_no_sheet_is_refused_without_a_traceback(
    classroom: Classroom, phone: TestClient, text: object
) -> None:
    classroom.check.ask(BEFORE)
    entry = {"id": "1", "question": BEFORE.question.question_id, "text": text, "label": ""}
    reply = phone.post(f"/join/{classroom.code}/entries", json=entry)
    assert reply.status_code == 400
    assert reply.json()["message"]
    assert classroom.check.all_sheets() == ()
