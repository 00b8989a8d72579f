"""Saved figures: the files of a view open it again, dropped onto any page or chosen; others say why they do not."""

import base64
import re
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlencode

import pytest
from PIL import Image
from playwright.sync_api import Locator, Page, expect

from pages.parts.layout import TABS
from tests.browser.rooms_page import (
    APP,
    FILL,
    accessibility_violations,
    expect_link,
    expect_no_error,
    open_live,
    open_search,
    sentence_box,
    wait_until_idle,
    wait_until_live,
)
from tests.browsers import Serve
from tests.components.waiting import until

pytestmark = pytest.mark.browser

SENTENCE = "The café’s “cat” & dog sat on the <b>mat</b>."
LINK = f"{FILL}?{urlencode({'sentence': SENTENCE, 'mask': '5', 'k': '3'})}"
OPEN = "Open a saved figure"
NOTE = ".st-key-search .note"
OUTLINE = ".st-key-search .outline"
UPLOADER = "[data-testid=stFileUploaderDropzone]"
# Drags a file, or text, onto an element, and returns whether the page has taken the event from the browser.
DRAG = """(element, [kind, name, data]) => {
  const dataTransfer = new DataTransfer();
  if (name) dataTransfer.items.add(new File([Uint8Array.from(atob(data), (sign) => sign.charCodeAt(0))], name));
  else dataTransfer.setData("text/plain", data);
  const event = new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true, composed: true });
  element.dispatchEvent(event);
  return event.defaultPrevented;
}"""


def drag(target: Locator, kind: str, *, name: str = "", content: bytes = b"") -> bool:
    return bool(target.evaluate(DRAG, [kind, name, base64.b64encode(content).decode()]))


def drop(page: Page, file: Path) -> None:
    """Drag a file over the page, and drop it there."""
    wait_until_idle(page)
    main, content = page.locator(".stMain"), file.read_bytes()
    until(lambda: drag(main, "dragover", name=file.name, content=content))  # once the page listens
    expect(page.locator(OUTLINE)).to_be_visible()
    assert drag(main, "drop", name=file.name, content=content)
    expect(page.locator(OUTLINE)).to_be_hidden()


def expect_view(page: Page) -> None:
    """The view whose figure was saved, with its sentence and settings."""
    expect_link(page, sentence=SENTENCE, mask="5", k="3", present=None)
    wait_until_live(page)
    expect(sentence_box(page)).to_have_value(SENTENCE)
    expect_no_error(page)


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the files that tests save."""
    return tmp_path_factory.mktemp("figures")


def save_files(page: Page, serve: Serve, folder: Path) -> dict[str, Path]:
    """The files of the view, by kind; saved once."""
    files = {kind: folder / f"figure.{kind.lower()}" for kind in ("PNG", "SVG", "JSON")}
    if not all(file.exists() for file in files.values()):
        open_live(page, serve, LINK)
        page.locator(".st-key-foot summary").first.click()
        page.get_by_role("tab", name=TABS[-1]).click()
        for kind, file in files.items():
            with page.expect_download() as waited:
                page.get_by_role("button", name=kind, exact=True).first.click()
            waited.value.save_as(file)
            assert b"127.0.0.1" not in file.read_bytes(), "no file names a server"
        assert not accessibility_violations(page)
    return files


@pytest.mark.parametrize("kind", ["PNG", "SVG"])
def test_a_picture_that_is_dropped_onto_the_home_page_opens_its_view(
    page: Page, serve: Serve, files: Path, kind: str
) -> None:
    file = save_files(page, serve, files)[kind]
    open_live(page, serve, "/")
    drop(page, file)
    expect_view(page)


def test_a_picture_that_is_dropped_on_a_projector_opens_its_view(page: Page, serve: Serve, files: Path) -> None:
    file = save_files(page, serve, files)["PNG"]
    open_live(page, serve, "/which-bank?present=1")
    drop(page, file)
    expect_view(page)


def test_a_file_can_be_chosen_with_keys_alone_in_the_search_and_in_the_drawer(
    page: Page, serve: Serve, files: Path
) -> None:
    saved = save_files(page, serve, files)
    page.on("filechooser", lambda _: None)  # from now on, and not from the first wait, which a key may overtake
    page.goto(serve(APP) + "/index")
    open_search(page)
    opener = page.get_by_role("dialog").get_by_role("button", name=OPEN)
    page.get_by_role("link", name="Index of everything").focus()
    page.keyboard.press("Tab")
    expect(opener).to_be_focused()
    with page.expect_file_chooser() as chooser:
        page.keyboard.press("Enter")
    chooser.value.set_files(saved["JSON"])
    expect_view(page)
    open_live(page, serve, "/who-looks-at-whom?export=true")
    wait_until_idle(page)
    with page.expect_file_chooser() as chooser:
        page.locator(".st-key-foot").get_by_role("button", name=OPEN).press("Enter")
    chooser.value.set_files(saved["SVG"])
    expect_view(page)


def test_another_file_is_answered_within_a_second_and_opens_nothing(page: Page, serve: Serve, tmp_path: Path) -> None:
    open_live(page, serve, FILL)
    address, note = page.url, page.locator(NOTE)
    expect(note).to_have_attribute("role", "status")
    foreign = tmp_path / "foreign.png"
    Image.new("RGB", (8, 8)).save(foreign)
    hostile = tmp_path / "hostile.svg"
    hostile.write_text('<svg><metadata id="riverbank-link">//evil.example/</metadata></svg>')
    large = tmp_path / "large.svg"
    large.write_bytes(b" " * (20 * 2**20 + 1))
    shown = set()
    for file in (foreign, hostile, large):
        drop(page, file)
        expect(note).to_have_text(re.compile(r"\w.*\.$"), timeout=1_000)
        shown.add(note.inner_text())
    assert len(shown) == 3, shown
    assert not accessibility_violations(page)
    assert page.url == address
    expect_no_error(page)


def test_a_text_box_and_dragged_text_are_left_alone(page: Page, serve: Serve) -> None:
    open_live(page, serve, FILL)
    main = page.locator(".stMain")
    until(lambda: drag(main, "dragover", name="a.png"))
    for kind in ("dragover", "drop"):
        assert not drag(main, kind, content=b"text")
        assert not drag(sentence_box(page), kind, name="a.png", content=b"\x89PNG\r\n\x1a\n")
        expect(page.locator(OUTLINE)).to_be_hidden()
    expect(page.locator(NOTE)).to_have_text("")
    expect_no_error(page)


def test_an_upload_takes_its_file_as_before(page: Page, serve: Serve) -> None:
    open_live(page, serve, f"{FILL}?list=true")
    address = page.url
    until(lambda: drag(page.locator(".stMain"), "dragover", name="a.png"))
    uploaded = page.get_by_text("lines.txt")
    for _ in range(5):  # the panel may still be drawn anew: as a visitor would, once more
        wait_until_idle(page)
        for kind in ("dragenter", "dragover", "drop"):
            drag(page.locator(UPLOADER), kind, name="lines.txt", content=b"The cat sat on the [MASK].")
        with suppress(AssertionError):
            expect(uploaded).to_be_visible(timeout=4_000)
            break
    expect(uploaded).to_be_visible()
    expect(page.locator(OUTLINE)).to_be_hidden()
    expect(page.locator(NOTE)).to_have_text("")
    assert page.url == address
    expect_no_error(page)


def test_the_outline_goes_when_the_file_leaves(page: Page, serve: Serve) -> None:
    open_live(page, serve, FILL)
    outline = page.locator(OUTLINE)
    until(lambda: drag(page.locator(".stMain"), "dragover", name="a.png") and outline.is_visible())
    expect(outline).to_be_hidden(timeout=2_000)
