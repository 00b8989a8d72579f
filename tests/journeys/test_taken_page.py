"""Exported pages compute in every browser that is installed, opened from disk."""

import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import Error

from components.attention.atlas import ATLAS_FILES, Selection
from components.model.checkpoints.open_model import OpenModel
from components.model.inference.prediction import predictions
from components.model.word_senses import OPENING_SENTENCES, sense_presets
from components.senses.model.request import preset_request
from components.tables.passes.plan import machine_plan
from components.tables.predictions import candidate_label
from components.takeaway.accuracy import AttentionRounding
from components.takeaway.fill_page import fill_page
from components.takeaway.heads_page import heads_page
from components.takeaway.machine_page import MachinePlace, machine_page
from components.takeaway.packing import PackedModel, packed_model
from tests.journeys.conftest import BROWSERS, Window
from tests.journeys.drivers.driver import DESKTOP, PHONE

if TYPE_CHECKING:
    from components.model.inference.engine import Engine

pytestmark = [pytest.mark.journey, pytest.mark.browser, pytest.mark.timeout(300)]
SENTENCE = "The cat sat on the [MASK]."
OTHER = "The captain gave the [MASK] to the crew."
SECONDS = 60
_TOO_EARLY = (RuntimeError, Error)  # WebKit's answer while the page before it makes way; there is no figure yet
_WORDS = "[...document.querySelectorAll('li bdi')].map(word => word.textContent)"
_COUNT = "document.getElementById('figure').shadowRoot.querySelector('canvas.map').dataset.count"
_FINDING = "document.getElementById('message').textContent"
_DRAWN_FINDING = (
    "document.querySelector('#figure').shadowRoot?.querySelector('.room')?.dataset.drawn"
    " && document.querySelector('#message').textContent"
)
_PICTURE = "document.querySelector('#figure').shadowRoot.querySelector('%s').textContent"
_OPEN_NUMBERS = """(() => {
  const figure = document.querySelector("#figure").shadowRoot;
  const canvas = figure.querySelector("canvas.building");
  const press = (key) => canvas.dispatchEvent(new KeyboardEvent("keydown", { key }));
  for (const key of ["ArrowUp", "ArrowUp", "Enter"]) press(key);
  const open = () => {
    const button = figure.querySelector(".deeper button");
    if (button) button.click();
    else setTimeout(open, 50);
  };
  open();
})()"""
_NEAREST = "document.getElementById('figure').shadowRoot.querySelectorAll('.near-list li').length"
_TYPE = """(() => {
  const box = document.querySelector("textarea");
  box.value = %r;
  box.dispatchEvent(new Event("input", { bubbles: true }));
})()"""


def _evaluate(window: Any, expression: str) -> Any:
    """The value of an expression: Playwright takes one, WebDriver the body of a function."""
    return window.run(expression if window.name == "chromium" else f"return {expression}")


def _first_word(opened: OpenModel, sentence: str) -> str:
    (mask,) = predictions(opened, opened.tokenizer.tokens(sentence)).masks
    return candidate_label(mask.candidates[0])


def _wait_for(window: Any, expression: str, fits: Callable[[Any], bool]) -> Any:
    """The value of an expression, once it fits."""
    deadline = time.monotonic() + SECONDS
    while time.monotonic() < deadline:
        with suppress(*_TOO_EARLY):
            value = _evaluate(window, expression)
            if fits(value):
                return value
        time.sleep(0.2)
    raise AssertionError(_evaluate(window, "document.body.innerText"))


def _text_after(window: Any, expression: str, previous: str = "") -> str:
    """What an expression gives, once it is neither empty nor as before."""
    return str(_wait_for(window, expression, lambda text: str(text or "") not in ("", previous)))


@pytest.fixture(scope="module")
def packed(engine: "Engine") -> PackedModel:
    return packed_model(engine.open_model("pocket-bert"))


@pytest.mark.parametrize("browser_name", BROWSERS)
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_the_page_from_disk_fills_its_sentence_and_another(
    open_window: Window,
    engine: "Engine",
    packed: PackedModel,
    tmp_path: Path,
    browser_name: str,
    size: tuple[int, int],
) -> None:
    opened = engine.open_model("pocket-bert")
    file = tmp_path / "page.html"
    file.write_bytes(fill_page(packed, SENTENCE))
    window = open_window(browser_name, size)
    try:
        window.open(file.as_uri())
        first = _wait_for(window, _WORDS, lambda words: len(words) == 10)
        _evaluate(window, _TYPE % OTHER)
        second = _wait_for(window, _WORDS, lambda words: len(words) == 10 and words != first)
        assert not window.complaints()
    finally:
        window.close()
    for sentence, words in ((SENTENCE, first), (OTHER, second)):
        assert words[0] == _first_word(opened, sentence)


@pytest.mark.parametrize("browser_name", BROWSERS)
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_the_page_from_disk_shows_every_head_of_its_sentence_and_of_another(
    open_window: Window,
    engine: "Engine",
    packed: PackedModel,
    tmp_path: Path,
    browser_name: str,
    size: tuple[int, int],
) -> None:
    tokenizer, file = engine.open_model("pocket-bert").tokenizer, tmp_path / "page.html"
    settings = {"initial": Selection(2, 1, query=2).to_plain(), "labels": [], "hide": False, "arcLimit": 24}
    file.write_bytes(
        heads_page(packed, ATLAS_FILES, SENTENCE, rounding=AttentionRounding(1, 0, 0), settings=settings, why=[])
    )
    window = open_window(browser_name, size)
    try:
        window.open(file.as_uri())
        for sentence in (SENTENCE, OTHER):
            _evaluate(window, _TYPE % sentence)
            _wait_for(window, _COUNT, lambda count: count == str(len(tokenizer.tokens(sentence))))  # noqa: B023
            assert "ayer 3, head 2" in _evaluate(window, _FINDING)
        assert not window.complaints()
    finally:
        window.close()


@pytest.mark.parametrize("browser_name", BROWSERS)
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_the_river_from_disk_places_a_sentence(
    open_window: Window, packed: PackedModel, tmp_path: Path, browser_name: str, size: tuple[int, int]
) -> None:
    from cache.river import default_senses  # in the test: an import at the top would warn that no server runs
    from cache.takeaway import taken_river_page

    request = preset_request("pocket-bert", sense_presets()[0])
    senses = default_senses(request)
    assert senses is not None
    file = tmp_path / "river.html"
    file.write_bytes(taken_river_page(packed, request, senses, "", None, why=()))
    window = open_window(browser_name, size)
    try:
        window.open(file.as_uri())
        _wait_for(window, _NEAREST, lambda count: count == 0)
        line = _text_after(window, _FINDING)
        _evaluate(window, _TYPE % OPENING_SENTENCES[1].sentence)
        _wait_for(window, _NEAREST, lambda count: count == 3)
        assert _evaluate(window, _FINDING) != line
        assert not window.complaints()
    finally:
        window.close()


@pytest.mark.parametrize("browser_name", BROWSERS)
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_the_pass_from_disk_reads_another_sentence_and_opens_a_floor(
    open_window: Window, engine: "Engine", packed: PackedModel, tmp_path: Path, browser_name: str, size: tuple[int, int]
) -> None:
    opened = engine.open_model("pocket-bert")
    file = tmp_path / "page.html"
    file.write_bytes(machine_page(packed, machine_plan(opened), SENTENCE, MachinePlace(), notes=()))
    window = open_window(browser_name, size)
    try:
        window.open(file.as_uri())
        first = _text_after(window, _DRAWN_FINDING)
        _evaluate(window, _TYPE % OTHER)
        second = _text_after(window, _DRAWN_FINDING, first)
        _evaluate(window, _OPEN_NUMBERS)
        floor = _text_after(window, _PICTURE % ".floor-name")
        assert floor == "Layer 1, “\u2068[MASK]\u2069”"
        number = _text_after(window, _PICTURE % ".number-name")
        assert float(number.rsplit(": ", 1)[1].replace("−", "-"))
        assert not window.complaints()
    finally:
        window.close()
    for sentence, finding in ((SENTENCE, first), (OTHER, second)):
        assert f"“\u2068{_first_word(opened, sentence)}\u2069”" in finding
