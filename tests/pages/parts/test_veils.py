"""What stands below the questions of tours: the shape of a figure, and nothing of its answer."""

from collections.abc import Callable
from html import unescape

import pytest
import streamlit as st

from components.tours.questions import AnswerKind
from components.tours.shipped import shipped_tours
from components.tours.tour import Stop
from pages.parts import veils
from pages.parts.lecture.tour_stop import PATHS
from pages.parts.links.parameters import MODE
from pages.parts.rooms import ROOMS
from pages.parts.veils import veiled_bars, veiled_cells, veiled_curve, veiled_words
from tests.rooms import room_page

STOPS = [
    (f"{name} {number}", stop)
    for name, tour in shipped_tours(PATHS).items()
    for number, stop in enumerate(tour.stops, 1)
    if stop.question and stop.path
]
IN_LECTURES = [(name, stop) for name, stop in STOPS if "minutes" in name]
Drawn = Callable[[Stop], str | None]


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> Drawn:
    """Returns the HTML of a stop's veil; "river" if it is the river, None without a veil."""

    def draw(stop: Stop) -> str | None:
        bodies: list[str] = []
        monkeypatch.setattr(st, "html", bodies.append)
        monkeypatch.setattr(veils, "river_picture", lambda *_args, **_settings: bodies.append("river"))
        modes = room_page(next(room for room in ROOMS if room.path == stop.path)).modes
        mode = next((each for each in modes if each.name == stop.parameters.get(MODE)), modes[0])
        picture = mode.veil(stop.parameters)
        if picture is not None:
            picture("a topic")
        return "".join(bodies) or None

    return draw


@pytest.mark.parametrize("stop", [stop for _, stop in IN_LECTURES], ids=[name for name, _ in IN_LECTURES])
def test_no_question_of_a_lecture_stands_on_blank_paper(stop: Stop, drawn: Drawn) -> None:
    assert drawn(stop)


@pytest.mark.parametrize("stop", [stop for _, stop in STOPS], ids=[name for name, _ in STOPS])
def test_a_veil_does_not_hold_the_answer(stop: Stop, drawn: Drawn) -> None:
    body = drawn(stop)
    if body is None or stop.asks is None:
        return
    shown = unescape(body.partition("</style>")[2])
    assert "%" not in shown
    if stop.asks.kind is AnswerKind.WORD and (answer := stop.asks.right_answer(stop.shows)):
        assert f">{answer}<" not in shown


def _body(veil: veils.Veil, monkeypatch: pytest.MonkeyPatch, **link: str) -> str | None:
    bodies: list[str] = []
    monkeypatch.setattr(st, "html", bodies.append)
    picture = veil(link)
    if picture is None:
        return None
    picture("")
    return bodies[0]


def test_every_cell_is_grey_and_every_row_and_column_named(monkeypatch: pytest.MonkeyPatch) -> None:
    veil = veiled_cells(lambda: ["layer 1", "layer 2"], lambda: ["a", "<b>", "c"], sentence="a <b> c")
    body = _body(veil, monkeypatch)
    assert body is not None
    assert body.count("<i></i>") == 6
    assert "--columns: 3" in body
    assert "<b>&lt;b&gt;</b>" in body
    assert _body(veil, monkeypatch, sentence="a <b> c") == body
    assert _body(veil, monkeypatch, sentence="another one") is None  # it has other columns


def test_text_is_text_in_every_veil(monkeypatch: pytest.MonkeyPatch) -> None:
    hostile = "<script>x</script>"
    shapes = [
        veiled_bars(hostile, names=lambda: [hostile]),
        veiled_curve(hostile, hostile, lambda: [hostile]),
        veiled_words("unused"),
    ]
    for veil in shapes:
        assert "<script>" not in (_body(veil, monkeypatch, sentence=hostile) or "")


def test_the_words_of_a_stop_are_not_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    body = _body(veiled_words("unused"), monkeypatch, sentence="An unbelievably old bank.")
    assert body is not None
    assert [each.partition("</b>")[0] for each in body.split("<b>")[1:]] == ["An", "unbelievably", "old", "bank", "."]
