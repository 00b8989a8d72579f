"""A widget whose function is called again in quick succession lives on, whatever the first call's clean-up takes down.

Streamlit cleans up after the first call then, before or after the second: where a change of theme or data overtakes
another while the widget's script is still being imported, once in ten visits to a map on a busy machine. Here the
functions run without Streamlit, and it happens every time.
"""

from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from playwright.sync_api import Page

from components.positions import word_order
from components.positions.word_order import Tile
from components.senses import map as sense_map
from components.senses.tables.map import encode_sense_map
from components.widgets import presenter_bar, token_strip, tour_bar
from components.widgets.canvas import with_settings
from components.widgets.element_files import bundled_script
from components.widgets.presenter_bar import Bar
from components.widgets.token_strip import Chip
from components.widgets.tour_bar import StopShown
from tests.browser.apps.sense_map_points import positions, sentences
from tests.browser.rooms_page import wait_for

pytestmark = pytest.mark.browser

_OVERTAKEN = """async ([html, script, data]) => {
  const parentElement = document.createElement("main");
  parentElement.innerHTML = html;
  document.body.replaceChildren(parentElement);
  const address = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
  const { default: widget } = await import(address);
  window.told = [];
  const hear = (...answer) => told.push(answer);
  const sent = Array.isArray(data) ? new Uint8Array(data) : data;
  const call = () => widget({ data: sent, parentElement, setStateValue: hear, setTriggerValue: hear });
  call()?.(); // overtaken, and cleaned up before the next call
  const second = call();
  const last = call();
  second?.(); // overtaken, and cleaned up after it
  window.leave = () => { parentElement.remove(); last?.(); };
}"""


def _overtaken(page: Page, element: Path, data: Mapping[str, Any] | list[int]) -> None:
    html = element.with_suffix(".html").read_text(encoding="utf-8")
    page.evaluate(_OVERTAKEN, [html, bundled_script(element.with_suffix(".js")), data])


def _folder(module: ModuleType) -> Path:
    return Path(str(module.__file__)).parent


def _plain(page: Page, module: ModuleType, data: Mapping[str, Any]) -> None:
    """A widget of one script of its own, overtaken."""
    folder = _folder(module)
    _overtaken(page, folder / folder.name, data)


def test_a_map_still_follows_the_width_of_the_window(page: Page) -> None:
    folder = _folder(sense_map)
    labels, texts, spans = sentences(12, 2)
    payload = encode_sense_map(
        positions(12, 3, 2),
        layer_names=["0", "1", "2"],
        labels=labels,
        texts=texts,
        spans=spans,
        added=set(),
    )
    shown = {"initial": None, "plays": False, "height": 0.5}
    settings = {**shown, "voters": [], "voting": None}
    _overtaken(page, folder / "sense_map", list(with_settings(settings, payload)))
    page.set_viewport_size({"width": 390, "height": 844})
    wait_for(page, "document.querySelector('.plot').width <= 390")


def test_a_tile_can_still_be_clicked(page: Page) -> None:
    chips = [asdict(Chip("bank", 1, "plain")), asdict(Chip("river", 2, "plain"))]
    data = {"sentence": "one", "click": 0, "box": "", "kind": "mask", "label": "Tokens", "chips": chips}
    _plain(page, token_strip, data)
    page.get_by_role("button", name="river").click()
    assert page.evaluate("told") == [["masked", {"sentence": "one", "click": 1, "positions": [2]}]]


def test_words_can_still_change_places(page: Page) -> None:
    _plain(page, word_order, {"tiles": [asdict(Tile("dog", 0)), asdict(Tile("man", 1))]})
    for name in ("dog", "man"):
        page.get_by_role("button", name=name).press("Enter")
    assert page.evaluate("told") == [["order", [1, 0]]]


def test_a_presenters_keys_work_until_the_bar_has_left(page: Page) -> None:
    _plain(page, presenter_bar, asdict(Bar("Room", ["One"], 0, "", "", reveals=False)))
    page.keyboard.press("PageDown")
    page.keyboard.press("Escape")
    assert page.evaluate("told") == [["room", 1], ["leave", True]]
    page.evaluate("leave()")
    page.keyboard.press("PageDown")
    page.keyboard.press("Escape")
    assert page.evaluate("told.length") == 2


def test_a_tour_asks_until_its_bar_has_left(page: Page) -> None:
    stop = StopShown("A tour", "1 of 2", "Which bank?", "", True, "", "", "#", presenting=False)
    _plain(page, tour_bar, asdict(stop))
    for _ in range(2):
        page.keyboard.press("g")
    assert page.evaluate("told") == [["show", True]], "what is pressed twice counts once"
    page.evaluate("leave()")
    page.keyboard.press("g")
    assert page.evaluate("told.length") == 1
    assert page.evaluate("document.documentElement.style.getPropertyValue('--tour-height')") == ""
