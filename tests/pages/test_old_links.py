"""Links from before every room had its mode under one name: each opens the settings and the figures that it opened.

``old_links.json`` was recorded before the names changed, from 83 links of all rooms. When the frame came, what it
changes on purpose was recorded anew: some labels, the sentences that rooms open with, and the number of figures; and
when rooms came to open with MiniLM, the model and what hangs on it.
"""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from pages.parts.links.old import MOVED, OLD_NAMES
from pages.parts.rooms import DISTILLATION, FAMILY, INPUT, MISTAKES, PRETRAINING, ROOMS, SPEED, TASKS, TEACHING
from tests.pages.conftest import opened, run

pytestmark = pytest.mark.usefixtures("ready")

RECORDED: list[dict[str, Any]] = json.loads(Path(__file__).with_name("old_links.json").read_text(encoding="utf-8"))
SETTINGS = ("text_input", "selectbox", "slider", "select_slider", "number_input", "text_area", "toggle")
BESIDE = {"riverbank_model_map", "riverbank_token_strip", "riverbank_word_order"}  # no figures
FIGURES = {"vega_lite_chart", "arrow_data_frame", "bidi_component", "iframe", "metric"}
SCRIPTS = {room.path: f"pages/{room.key}/page.py" for room in ROOMS}


def settings(app: AppTest) -> dict[str, object]:
    """What every setting says, by its label."""
    found: dict[str, object] = {}
    for element in (element for kind in SETTINGS for element in app.get(kind)):
        value = element.value
        found[element.label] = list(value) if isinstance(value, tuple) else value
    for element in app.get("button_group"):
        value = element.value
        found[element.proto.label] = "|".join(map(str, value)) if isinstance(value, list) else str(value)
    return found


def figures(app: AppTest) -> Counter[str]:
    """How many elements of each kind are drawn."""

    def kinds(node: Any) -> list[str]:
        children = getattr(node, "children", {}).values()
        seen = [
            child for child in children if child.type != "bidi_component" or child.proto.component_name not in BESIDE
        ]
        return [kind for child in seen for kind in (child.type, *kinds(child))]

    return Counter(kind for kind in kinds(app._tree) if kind in FIGURES)


@pytest.mark.parametrize("old", RECORDED, ids=lambda old: f"{old['room']} {old['link']}")
def test_an_old_link_opens_what_it_opened(old: dict[str, Any]) -> None:
    app = opened(SCRIPTS[old["room"]], **old["link"])
    if "Temperature" in set(old["settings"]) - set(settings(app)):
        app.session_state["temperature-panel"] = True  # as by a click: what is in a closed panel is in force, not drawn
        run(app)
    now = settings(app)
    for label, value in old["settings"].items():
        # A list is known by the number of what is chosen where its words may be alike.
        assert now[label] == value or (isinstance(now[label], int) and isinstance(value, str)), label
    assert figures(app) == old["figures"]
    asked = old["link"].get(OLD_NAMES.get(old["room"], ""))
    if asked is not None:
        assert app.query_params["mode"] in (asked, [asked])
        assert old["room"] == SPEED.path or asked not in MOVED
    if asked in MOVED:
        titles = [element.value for element in app.title]
        assert titles in ([], [f"{DISTILLATION.title} :gray[:small[{DISTILLATION.technical}]]"])


def test_enough_of_them_are_held() -> None:
    assert len(RECORDED) >= 60
    assert {old["room"] for old in RECORDED} == set(SCRIPTS) - {
        DISTILLATION.path,
        INPUT.path,
        PRETRAINING.path,
        MISTAKES.path,
        FAMILY.path,
        TEACHING.path,
        TASKS.path,
    }
