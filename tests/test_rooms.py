"""The registry of rooms that tests read: what the pages declare."""

import subprocess
import sys
from pathlib import Path

from pages.parts.rooms import ROOMS
from tests.rooms import EVERY_VIEW, VIEWS, room_page


def test_every_room_declares_views_and_none_twice() -> None:
    assert set(VIEWS) == {room.path for room in ROOMS}
    assert all(views and len(set(views)) == len(views) for views in VIEWS.values())
    assert len(EVERY_VIEW) == sum(len(room_page(room).modes) for room in ROOMS)


def test_the_readme_lists_every_room_in_the_order_of_the_menu() -> None:
    lines = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8").splitlines()
    listed = [line.split("**")[1] for line in lines if line.startswith("| **")]
    assert listed == [room.title for room in ROOMS]


def test_reading_the_declarations_draws_nothing_and_loads_no_model() -> None:
    statements = ("import sys, streamlit as st", "st.html = st.container = None", "import tests.rooms")
    code = "; ".join((*statements, "print('torch' in sys.modules)"))
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.strip() == "False"
