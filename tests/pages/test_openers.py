"""Every view opens on an example that its model gets right, and the second example of a room breaks it."""

from functools import partial

import pytest

from pages.parts.rooms import ROOMS
from tests.breaking_examples import BREAKS, UNBROKEN
from tests.opener_table import COLUMNS, markdown_table, opener_rows, second_rows
from tests.openers import MEASURES, WITHOUT_ANSWERS
from tests.openings import Opening, second_example
from tests.rooms import EVERY_VIEW

pytestmark = pytest.mark.usefixtures("engine")
VIEWS = [(room.key, view) for room, view in EVERY_VIEW]


def test_every_view_has_a_measure_or_shows_no_answer() -> None:
    assert sorted((*MEASURES, *WITHOUT_ANSWERS)) == sorted(VIEWS)


@pytest.mark.parametrize(("room", "view"), MEASURES, ids=[f"{room}: {view}" for room, view in MEASURES])
def test_a_view_opens_on_what_its_model_gets_right(room: str, view: str) -> None:
    opening = MEASURES[room, view]()
    assert opening.holds, opening


def test_every_room_has_an_example_that_breaks_it_or_a_reason() -> None:
    assert sorted((*BREAKS, *UNBROKEN)) == sorted(room.key for room in ROOMS)
    second = {room.key: second_example(room.key).name for room in ROOMS}
    assert {key for key, name in second.items() if name.startswith("Now break it: ")} == set(BREAKS)


@pytest.mark.parametrize("room", BREAKS)
def test_the_second_example_breaks_it(room: str) -> None:
    assert BREAKS[room]()


def test_the_table_has_a_row_for_every_view_and_room_and_marks_what_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    failing = next(iter(MEASURES))
    for key in MEASURES:
        monkeypatch.setitem(MEASURES, key, partial(Opening, "a | b", "answer", "lead", key != failing))
    for room in BREAKS:
        monkeypatch.setitem(BREAKS, room, lambda: False)
    rows, seconds = opener_rows(), second_rows()
    assert [(title, view) for title, view, *_ in rows] == [(room.title, view) for room, view in EVERY_VIEW]
    assert [row[-1] for row in rows].count("NO") == 1
    assert [title for title, *_ in seconds] == [room.title for room in ROOMS]
    assert sum("NOT" in what for *_, what in seconds) == len(BREAKS)
    for line in markdown_table(COLUMNS, rows).splitlines():
        assert line.replace("\\|", "").count("|") == len(COLUMNS) + 1
