"""The keys of a presenter: every key that works stands in the line of keys and in the help, and no other does."""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from components.classroom.classes import CLASSES
from components.classroom.classroom import Classroom
from components.widgets.presenter_bar import Bar
from pages.parts.lecture.classes import clear_class_question
from pages.parts.lecture.keys import PresenterKey, key_line, keys_help
from pages.parts.lecture.tour_stop import StopVote
from tests.pages.conftest import FILL, HOME, alternatives, open_page, run

ROOT = Path(__file__).parents[3]
WIDGETS = ROOT / "components" / "widgets"
HANDLERS = ("presenter_bar/presenter_bar.js", "tour_bar/tour_bar.js", "class_code/class_code.js")
CODES = {code for key in PresenterKey for code in key.value.codes}
TOUR = "which-bank-in-10-minutes"


def handled_codes() -> Iterator[str]:
    """The names of all keys that the scripts of presenters compare with."""
    for name in HANDLERS:
        script = (WIDGETS / name).read_text(encoding="utf-8")
        yield from re.findall(r"\b(?:key|keyAlone\(event\)) [!=]== \"([^\"]+)\"", script)
        for entries in re.findall(r"^const [A-Z]+ = \{ ([^}]+: -?1[^}]*) \};$", script, re.MULTILINE):
            yield from re.findall(r"(\w+):", entries)
        for digits in re.findall(r"/\^\[(\d)-(\d)\]\$/\.test\(key\)", script):
            yield from map(str, range(int(digits[0]), int(digits[1]) + 1))


def test_the_scripts_handle_the_listed_keys_and_no_others() -> None:
    assert set(handled_codes()) == CODES


def test_the_help_and_the_readme_name_every_key() -> None:
    readme = " ".join((ROOT / "README.md").read_text(encoding="utf-8").split())
    (listed,) = re.findall(r"Keys: (.+?) In a link:", readme)
    for key in PresenterKey:
        assert f"**{key.value.names}**" in keys_help()
        assert key.value.names in listed
    app = open_page(FILL)
    assert keys_help() in app.button(key="fill-show").help


def test_the_line_has_the_keys_in_one_order() -> None:
    assert key_line(PresenterKey.BLACK, PresenterKey.VOTE, PresenterKey.STOP) == (
        "PgUp/PgDn: stop (PgDn: answer first) · V: ask again · B or .: black"
    )
    assert key_line(PresenterKey.VIEW, view_count=3) == "1–3: view"


def line(app: AppTest) -> set[str]:
    """The keys in the line on the screen."""
    (bar,) = (each.proto for each in app.get("bidi_component") if "presenter_bar" in each.proto.component_name)
    return {part.split(":")[0] for part in json.loads(bar.json)["keys"].split(" · ")}


@pytest.mark.usefixtures("ready")
def test_the_line_has_the_keys_that_work_on_the_page(classroom: Classroom) -> None:
    always = {"F", "B or .", "C"}
    link = {"sentence": "The [MASK] charges fees and pays interest on savings accounts.", "present": "1"}
    app = open_page(FILL, **link, tour=TOUR, stop="2")
    assert line(app) == {"PgUp/PgDn", "G", "V", *always}
    app.session_state["tour-votes"] = {(TOUR, 1): StopVote(2)}
    assert "V" not in line(run(app))
    app.session_state["tour-answers-shown"] = {(TOUR, 1)}
    assert line(run(app)) == {"PgUp/PgDn", "G", "V", *always}, "after the answer, another round"
    app = open_page("pages/tours/page.py", finished=TOUR, present="1")
    assert line(app) == {"PgUp or ←", *always}
    assert "G" not in line(open_page(HOME, present="1"))
    assert "V" not in line(open_page(FILL, present="1"))
    CLASSES.end(classroom)
    assert {"C", "V"}.isdisjoint(line(open_page(FILL, **link, tour=TOUR, stop="2")))


@pytest.mark.usefixtures("ready")
def test_the_answer_is_shown_if_the_key_comes_while_the_page_is_drawn_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    def pressed_in_the_next_run(bar: Bar, *, on_reveal: Callable[[], None], **_: object) -> int:
        clear_class_question()  # with this, the next run begins
        if bar.reveals:
            on_reveal()
        return 0

    monkeypatch.setattr("pages.parts.lecture.presenter.presenter_bar", pressed_in_the_next_run)
    app = open_page(FILL, present="1", guess="1")
    assert not alternatives(app)
    assert alternatives(run(app))
