"""The map of the rooms has a place for each of them."""

import re
from pathlib import Path

import components.widgets.machine_map as machine_map
from pages.parts.rooms import ROOMS

PICTURE = Path(machine_map.__file__).with_name("machine_picture.js").read_text(encoding="utf-8")


def test_every_room_is_about_a_part_that_is_drawn_and_no_two_share_one() -> None:
    lists = re.findall(r"^export const (?:LEFT|RIGHT) = \[(.*?)\];", PICTURE, re.MULTILINE | re.DOTALL)
    parts = [part for each in lists for part in re.findall(r'"(\w+)"', each)]
    assert sorted(parts) == sorted(room.part for room in ROOMS)
