"""Every view opens on an example that its model gets right, and the second example of a room breaks it."""

import pytest

from pages.parts.rooms import ROOMS
from tests.breaking_examples import BREAKS, UNBROKEN
from tests.openers import MEASURES, WITHOUT_ANSWERS
from tests.openings import second_example
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
