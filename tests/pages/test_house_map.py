"""The map of the model beside every figure."""

import re
from pathlib import Path

import components.widgets.model_map as widget
from pages.parts.house_map import ABOUT
from pages.parts.rooms import ROOMS


def test_every_room_is_on_the_map_once() -> None:
    assert sorted(room.key for room in ABOUT.values()) == sorted(room.key for room in ROOMS)


def test_every_part_of_the_drawing_leads_to_a_room() -> None:
    page = Path(widget.__file__).with_name("model_map.html").read_text(encoding="utf-8")
    assert re.findall(r'data-part="(\w+)"', page) == list(widget.PARTS) == list(ABOUT)
