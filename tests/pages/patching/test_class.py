"""A class sends pairs, and the projector averages where their answers are, layer by layer."""

import pytest

from cache.classes.class_pairs import check_pairs_of_classes
from components.classroom.classes import CLASSES
from components.classroom.classroom import Classroom
from components.classroom.entries import EntryKind
from components.classroom.errors import ClassroomError
from tests.pages.conftest import messages, open_page, page_text, run

PAGE, MODE = "pages/patching/page.py", "The class"
pytestmark = pytest.mark.usefixtures("ready")


@pytest.fixture(autouse=True)
def _pairs_are_checked() -> None:
    check_pairs_of_classes()  # as the app does when its server starts


def send(classroom: Classroom, text: str) -> None:
    ask = classroom.phone_state.question
    assert ask is not None
    classroom.send(classroom.join(), "1", ask.question_id, text)


def test_without_a_class_it_offers_to_start_one() -> None:
    app = open_page(PAGE, mode=MODE)
    assert app.button(key="start-class-pairs")
    assert app.get("vega_lite_chart")
    assert not messages(app)


def test_a_class_that_is_started_here_stays_here_with_its_code() -> None:
    app = open_page(PAGE, mode=MODE)
    app.button(key="start-class-pairs").click()
    run(app)
    started = CLASSES.find(page_text(app).split("/join/")[1].split()[0])
    assert started is not None
    assert started.phone_state.question is not None
    assert started.phone_state.question.kind is EntryKind.PAIR
    CLASSES.end(started)


def test_pairs_are_averaged_as_they_arrive(classroom: Classroom) -> None:
    app = open_page(PAGE, mode=MODE, present="1")
    ask = classroom.phone_state.question
    assert ask is not None
    assert ask.kind is EntryKind.PAIR
    assert "keys/key" in ask.text
    assert classroom.phone_state.shows == "../change-its-mind?mode=Over+many+pairs"
    assert "0 pairs" in page_text(app)
    for text in ("The capital of France/Germany is ___.", "The keys/key to the house ___ lost."):
        send(classroom, text)
    run(app)
    assert "2 pairs." in page_text(app)
    assert len(app.get("vega_lite_chart")) == 1
    assert not messages(app)


def test_a_phone_is_told_at_once_what_does_not_fit(classroom: Classroom) -> None:
    open_page(PAGE, mode=MODE)
    with pytest.raises(ClassroomError, match="tokens"):
        send(classroom, "The key/housekeepings ___ lost.")
    with pytest.raises(ClassroomError, match="two versions"):
        send(classroom, "The key ___ lost.")
    assert classroom.entries() == ()


def test_what_a_student_sends_is_text(classroom: Classroom) -> None:
    app = open_page(PAGE, mode=MODE)
    send(classroom, "The keys/key **to** it <b>$x$ ___ lost.")
    run(app)
    assert not messages(app)
