"""Exported pages compute in every browser that is installed, opened from disk: a blank, and a thread of the river."""

import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from cache.river import default_senses
from cache.takeaway import taken_river_page
from components.model.inference.prediction import predictions
from components.senses.model.presets import OPENING_SENTENCES, sense_presets
from components.senses.model.request import preset_request
from components.tables.predictions import candidate_label
from components.takeaway.fill_page import fill_page
from components.takeaway.packing import packed_model
from tests.journeys.conftest import BROWSERS, Window
from tests.journeys.drivers.driver import DESKTOP, PHONE

if TYPE_CHECKING:
    from components.model.inference.engine import Engine

pytestmark = [pytest.mark.journey, pytest.mark.browser, pytest.mark.timeout(300)]
SENTENCE = "The cat sat on the [MASK]."
OTHER = "The captain gave the [MASK] to the crew."
SECONDS = 60
_WORDS = "[...document.querySelectorAll('li bdi')].map(word => word.textContent)"
_LINE = "document.getElementById('message').textContent"
_NEAREST = "document.getElementById('figure').shadowRoot.querySelectorAll('.near-list li').length"
_TYPE = """(() => {
  const box = document.querySelector("textarea");
  box.value = %r;
  box.dispatchEvent(new Event("input", { bubbles: true }));
})()"""


def _evaluate(window: Any, expression: str) -> Any:
    """The value of an expression: Playwright takes one, WebDriver the body of a function."""
    return window.run(expression if window.name == "chromium" else f"return {expression}")


def _words_after(window: Any, previous: list[str]) -> list[str]:
    """The ten words on the page, once they are others than the previous ones."""
    deadline = time.monotonic() + SECONDS
    while time.monotonic() < deadline:
        with suppress(RuntimeError):  # WebKit's answer while the page before it makes way
            words: list[str] = _evaluate(window, _WORDS)
            if len(words) == 10 and words != previous:
                return words
        time.sleep(0.2)
    raise AssertionError(_evaluate(window, "document.body.innerText"))


@pytest.mark.parametrize("browser_name", BROWSERS)
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_the_page_from_disk_fills_its_sentence_and_another(
    open_window: Window, engine: "Engine", tmp_path: Path, browser_name: str, size: tuple[int, int]
) -> None:
    opened = engine.open_model("pocket-bert")
    file = tmp_path / "page.html"
    file.write_bytes(fill_page(packed_model(opened), SENTENCE))
    window = open_window(browser_name, size)
    try:
        window.open(file.as_uri())
        first = _words_after(window, [])
        _evaluate(window, _TYPE % OTHER)
        second = _words_after(window, first)
        assert not window.complaints()
    finally:
        window.close()
    for sentence, words in ((SENTENCE, first), (OTHER, second)):
        tokens = opened.tokenizer.tokens(sentence)
        (mask,) = predictions(opened, tokens).masks
        assert words[0] == candidate_label(mask.candidates[0])


@pytest.mark.parametrize("browser_name", BROWSERS)
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_the_river_from_disk_places_a_sentence(
    open_window: Window, engine: "Engine", tmp_path: Path, browser_name: str, size: tuple[int, int]
) -> None:
    request, packed = preset_request("pocket-bert", sense_presets()[0]), packed_model(engine.open_model("pocket-bert"))
    senses = default_senses(request)
    assert senses is not None
    file = tmp_path / "river.html"
    file.write_bytes(taken_river_page(packed, request, senses, "", None, why=()))
    window = open_window(browser_name, size)
    try:
        window.open(file.as_uri())
        _wait_for(window, f"{_NEAREST} === 0 && {_LINE}.length > 0")
        line = _evaluate(window, _LINE)
        _evaluate(window, _TYPE % OPENING_SENTENCES[1].sentence)
        _wait_for(window, f"{_NEAREST} === 3")
        assert _evaluate(window, _LINE) != line
        assert not window.complaints()
    finally:
        window.close()


def _wait_for(window: Any, condition: str) -> None:
    """Wait until an expression is true."""
    deadline = time.monotonic() + SECONDS
    while time.monotonic() < deadline:
        with suppress(RuntimeError):
            if _evaluate(window, condition):
                return
        time.sleep(0.2)
    raise AssertionError(_evaluate(window, "document.body.innerText"))
