"""A view's figure as a page: from disk, without a network, it stands as in the app, light and dark and on a phone."""

from collections.abc import Callable
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

import pages.parts.foot
from components.attention.atlas import Selection
from pages.parts.export import PageExport
from pages.parts.findings import Findings
from pages.parts.layout import ModeLayout
from pages.parts.rooms import Room
from tests.browser.rooms_page import PHONE
from tests.browser.taken_pages import OpenFile
from tests.pages.conftest import open_page
from tests.rooms import EVERY_VIEW

pytestmark = pytest.mark.browser
SIZE_LIMIT = 1_000_000  # bytes
# Views whose figure is an element that draws by itself, and what it draws.
FIGURES = {
    "senses: The map": "canvas",
    "input: Tokenization": ".room b, .room span",
    "input: The sum": "canvas",
    "probing: The tree in the vectors": "path",
    "patching: Where the answer travels": ".cell",
    "masks: Side by side": "canvas",
    "positions: Near and far": "canvas",
    "positions: RoPE by hand": "svg *, canvas",
    "pretraining: While it learns": "path",
    "pretraining: Next sentence (NSP)": ".cards *",
    "tasks: Question answering": ".key *",
    "speed: How fast?": ".bar",
}
_IS_PAINTED = """() => [...document.getElementById('figure').shadowRoot.querySelectorAll('canvas')].every(canvas => {
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
  return new Set(new Uint32Array(data.buffer)).size > 3;
})"""
Take = Callable[..., tuple[bytes, str]]


@pytest.fixture
def take(ready: None, monkeypatch: pytest.MonkeyPatch) -> Take:
    """The page that a view offers, and its headline in the app."""
    made: list[tuple[bytes, str]] = []
    offer = pages.parts.foot._figure_export

    def record(findings: Findings, room: Room, layout: ModeLayout, view: str) -> PageExport:
        export = offer(findings, room, layout, view)
        made.append((export.content(), layout.answer))
        return export

    monkeypatch.setattr(pages.parts.foot, "_figure_export", record)

    def take_page(name: str, **link: str) -> tuple[bytes, str]:
        made.clear()
        room, view = next((room, view) for room, view in EVERY_VIEW if f"{room.key}: {view}" == name)
        app = open_page(str(room.file), mode=view, **link)
        assert not app.exception
        assert "Page (HTML)" in [button.proto.label for button in app.get("download_button")]
        return made[-1]

    return take_page


@pytest.mark.parametrize("name", FIGURES)
def test_the_figure_stands_by_itself(take: Take, open_file: OpenFile, tmp_path: Path, name: str) -> None:
    content, headline = take(name)
    assert len(content) < SIZE_LIMIT
    file = tmp_path / "figure.html"
    file.write_bytes(content)
    for options in ({"color_scheme": "light"}, {"color_scheme": "dark", "viewport": PHONE, "has_touch": True}):
        page = open_file(file, **options)
        expect_figure(page, FIGURES[name])
        if headline:
            expect(page.locator("#message")).to_have_text(headline)
        page.locator("summary").click()
        expect(page.locator("details p").first).to_be_visible()
        assert not Axe().run(page).response["violations"]
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def expect_figure(page: Page, drawn: str) -> None:
    expect(page.locator("#figure").locator(drawn).first).to_be_visible()
    page.wait_for_function(_IS_PAINTED)


def test_a_click_that_only_the_app_can_answer_does_no_harm(take: Take, open_file: OpenFile, tmp_path: Path) -> None:
    file = tmp_path / "figure.html"
    file.write_bytes(take("patching: Where the answer travels")[0])
    page = open_file(file)
    page.locator(".cell").nth(3).click()
    expect(page.locator(".note")).to_contain_text("app")


def test_every_head_of_two_sentences_is_a_figure_without_exact_weights_to_fetch(
    take: Take, open_file: OpenFile, tmp_path: Path
) -> None:
    content, _ = take("attention: Every head", second="It was late.")
    file = tmp_path / "figure.html"
    file.write_bytes(content)
    page = open_file(file)
    expect_figure(page, "canvas.map")
    page.locator("canvas.atlas").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("canvas.map")).to_have_attribute("data-known", "rounded")


def test_it_opens_at_what_is_chosen_now_and_not_at_what_was_first(
    take: Take, open_file: OpenFile, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # What a visitor chooses in the atlas is not sent back to it: what it was first given stays.
    first = Selection(5, 3)
    monkeypatch.setattr("pages.attention.modes.heads.initial_selection", lambda *_: first)
    content, headline = take("attention: Every head", second="It was late.", layer="2", head="3", **{"from": "3"})
    file = tmp_path / "figure.html"
    file.write_bytes(content)
    page = open_file(file)
    expect(page.locator(".one-name")).to_contain_text("Layer 2, head 3")
    expect(page.locator(".finding")).to_contain_text("walked")
    assert "walked" in headline


@pytest.mark.thorough
def test_no_other_view_offers_one(ready: None, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []
    monkeypatch.setattr(pages.parts.foot, "figure_page", lambda title, *_, **__: made.append(title) or b"")
    for room, view in EVERY_VIEW:
        if f"{room.key}: {view}" not in FIGURES:
            open_page(str(room.file), mode=view)
    assert not made
