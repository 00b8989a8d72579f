"""Links from before views were renamed, merged and moved, and links that a mail program has changed.

Each opens a view that is there, with all of its settings.

``old_links.json`` has 83 links that were recorded when every room had another name for its view, and one link to each
of the 79 views that there were before they were merged, one to a view renamed later, and one with a setting that is no
more. What a merged view shows of an old one is tested with its room.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from components.tasks.model.gold import passages
from pages.parts.links.moved import MOVED_VIEWS, current_view
from pages.parts.links.old import OLD_NAMES
from pages.parts.rooms import FILL as FILL_ROOM
from pages.parts.rooms import ROOMS, TASKS
from tests.pages.conftest import FILL, TASKS_PAGE, offered_views, open_page, page_text
from tests.sampling import first_of_each

pytestmark = pytest.mark.usefixtures("ready")

RECORDED: list[dict[str, Any]] = json.loads(Path(__file__).with_name("old_links.json").read_text(encoding="utf-8"))
ROOM_BY_PATH = {room.path: room for room in ROOMS}
# Links that were broken when they were recorded: the note says so, as it did then.
BROKEN = {"bench"}


def _old_view(old: dict[str, Any]) -> tuple[str, str | None]:
    return old["room"], old["link"].get("mode") or old["link"].get(OLD_NAMES.get(old["room"], ""))


@pytest.mark.parametrize(
    "old", first_of_each(RECORDED, lambda old: old["room"], name=lambda old: f"{old['room']} {old['link']}")
)
def test_an_old_link_opens_what_it_opened(old: dict[str, Any]) -> None:
    link = old["link"]
    path, view = _old_view(old)
    app = open_page(f"pages/{ROOM_BY_PATH[path].key}/page.py", **link)
    assert not app.exception
    if not BROKEN & set(link):
        notes = [text.value for text in app.text if text.value.startswith("The link ")]
        assert not notes, notes
    if view is None or "present" in link or "hide" in link:
        return
    moved = current_view(path, view)
    room = ROOM_BY_PATH[path] if moved is None or moved.room is None else moved.room
    assert app.title[0].value.startswith(room.title)
    views, shown = offered_views(app)
    expected = view if moved is None else moved.view
    if expected:
        assert shown == expected
    else:
        assert shown == views[0]


def test_a_setting_that_has_another_name_where_its_view_went_keeps_its_value() -> None:
    moved = current_view(FILL_ROOM.path, "Two models")
    assert moved is not None
    assert moved.renamed["model2"] == "student"
    app = open_page(FILL, mode="Two models", model2="pocket-distilbert")
    assert app.query_params["student"] in ("pocket-distilbert", ["pocket-distilbert"])
    assert "model2" not in app.query_params


def test_every_room_is_held() -> None:
    assert {old["room"] for old in RECORDED} == set(ROOM_BY_PATH) == set(MOVED_VIEWS)


def test_a_view_that_moved_twice_needs_one_entry_a_move(monkeypatch: pytest.MonkeyPatch) -> None:
    from pages.parts.links import moved

    entries = {
        "first": moved.MovedView("second", settings={"a": "1"}),
        "second": moved.MovedView("third", settings={"b": "2"}),
    }
    monkeypatch.setattr(moved, "MOVED_VIEWS", {"somewhere": entries})
    assert current_view("somewhere", "first") == moved.MovedView("third", settings={"b": "2", "a": "1"})
    assert current_view("somewhere", "third") is None


def test_an_old_link_with_a_pooling_opens_the_head_that_has_poolings() -> None:
    app = open_page(f"pages/{TASKS.key}/page.py", pooling="mean")
    assert app.selectbox(key="head").value == "opinion, small head"
    assert app.selectbox(key="pooling").value == "mean"


SENTENCE = "The bank of the [MASK] river."


@pytest.mark.parametrize("escaped", ["amp;mode", "amp;amp;mode"])
def test_an_escaped_ampersand_is_an_ampersand(escaped: str) -> None:
    app = open_page(FILL, sentence=SENTENCE, **{escaped: "Every position"})
    assert app.button_group(key="chosen-mode").value == "Every position"
    assert app.query_params["mode"] == "Every position"
    assert escaped not in app.query_params
    assert "The link says" not in page_text(app)


@pytest.mark.parametrize("break_", ["\n", "\r\n", " \n ", "\n\n"], ids=repr)
@pytest.mark.parametrize("settings", [{}, {"hide": "controls"}, {"present": "1"}], ids=str)
def test_a_line_break_in_a_sentence_is_a_space(break_: str, settings: dict[str, str]) -> None:
    app = open_page(FILL, sentence=SENTENCE.replace(" ", break_, 2), **settings)
    assert app.text_input(key="sentence").value == SENTENCE
    assert app.query_params["sentence"] == SENTENCE


def test_it_is_one_in_every_box_of_one_line_and_a_passage_keeps_its_lines() -> None:
    assert (
        open_page(FILL, mode="Two sentences", other="The\nsea [MASK].").text_input(key="other").value
        == "The sea [MASK]."
    )
    passage = "It rained.\nThe river rose."
    app = open_page(TASKS_PAGE, mode="Question answering", passage=str(len(passages())), **{"own-passage": passage})
    assert app.text_area(key="own-passage").value == passage
