"""Exported pages compute in every browser that is installed, opened from disk."""

import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from components.inside.tables.plan import machine_plan
from components.model.checkpoints.open_model import OpenModel
from components.model.inference.prediction import predictions
from components.tables.predictions import candidate_label
from components.takeaway.fill_page import fill_page
from components.takeaway.machine_page import MachinePlace, machine_page
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
_FINDING = (
    "document.querySelector('#figure').shadowRoot?.querySelector('.room')?.dataset.drawn"
    " && document.querySelector('#message').textContent"
)
_PICTURE = "document.querySelector('#figure').shadowRoot.querySelector('%s').textContent"
_ARROW_UP = """document.querySelector("#figure").shadowRoot.querySelector("canvas.building")
  .dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowUp" }))"""
_TYPE = """(() => {
  const box = document.querySelector("textarea");
  box.value = %r;
  box.dispatchEvent(new Event("input", { bubbles: true }));
})()"""


def _evaluate(window: Any, expression: str) -> Any:
    """The value of an expression: Playwright takes one, WebDriver the body of a function."""
    return window.run(expression if window.name == "chromium" else f"return {expression}")


def _text_after(window: Any, expression: str, previous: str = "") -> str:
    """What an expression gives, once it is neither empty nor as before."""
    deadline = time.monotonic() + SECONDS
    while time.monotonic() < deadline:
        with suppress(RuntimeError):  # WebKit's answer while the page before it makes way
            text = str(_evaluate(window, expression) or "")
            if text not in ("", previous):
                return text
        time.sleep(0.2)
    raise AssertionError(_evaluate(window, "document.body.innerText"))


def _first_word(opened: OpenModel, sentence: str) -> str:
    (mask,) = predictions(opened, opened.tokenizer.tokens(sentence)).masks
    return candidate_label(mask.candidates[0])


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
        assert words[0] == _first_word(opened, sentence)


@pytest.mark.parametrize("browser_name", BROWSERS)
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_the_pass_from_disk_reads_another_sentence_and_opens_a_floor(
    open_window: Window, engine: "Engine", tmp_path: Path, browser_name: str, size: tuple[int, int]
) -> None:
    opened = engine.open_model("pocket-bert")
    file = tmp_path / "page.html"
    file.write_bytes(machine_page(packed_model(opened), machine_plan(opened), SENTENCE, MachinePlace(), notes=()))
    window = open_window(browser_name, size)
    try:
        window.open(file.as_uri())
        first = _text_after(window, _FINDING)
        _evaluate(window, _TYPE % OTHER)
        second = _text_after(window, _FINDING, first)
        _evaluate(window, _ARROW_UP)
        floor = _text_after(window, _PICTURE % ".floor-name", "Layer 1, “\u2068[MASK]\u2069”")
        assert floor == "Layer 2, “\u2068[MASK]\u2069”"
        number = _text_after(window, _PICTURE % ".number-name")
        assert float(number.rsplit(": ", 1)[1].replace("−", "-"))
        assert not window.complaints()
    finally:
        window.close()
    for sentence, finding in ((SENTENCE, first), (OTHER, second)):
        assert f"“\u2068{_first_word(opened, sentence)}\u2069”" in finding
