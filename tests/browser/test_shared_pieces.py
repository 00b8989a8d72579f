"""What rooms share: copying the link, taking a picture away, and stepping through examples by keyboard."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from components.fill.model.presets import TUTORIAL_PRESETS
from components.model.presets import FILL_PRESETS
from pages.parts.layout import TABS
from pages.parts.markdown import JOINER
from tests.browser.rooms_page import (
    FILL,
    choose_mode,
    expect_link,
    expect_no_error,
    open_live,
    sentence_box,
    wait_for_arrow_keys,
    wait_until_idle,
    wait_until_live,
)
from tests.browsers import Serve
from tests.typed_markup import MARKUP

pytestmark = pytest.mark.browser

FIRST, SECOND = FILL_PRESETS[:2]
REFUSAL = Path(__file__).parent / "apps" / "refusal_app.py"


def _clipboard(page: Page) -> str:
    text: str = page.evaluate("navigator.clipboard.readText()")
    return text


def _parameters(page: Page, address: str) -> dict[str, str]:
    parameters: dict[str, str] = page.evaluate("a => Object.fromEntries(new URL(a).searchParams)", address)
    return parameters


def test_link_and_picture_can_be_taken_away(page: Page, serve: Serve, tmp_path: Path) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    open_live(page, serve, f"{FILL}?sentence=The+cat+sat+on+the+mat.&mask=2-3&k=3")
    page.locator(".st-key-foot summary").first.click()
    page.get_by_role("tab", name=TABS[-1]).click()
    page.locator(".st-key-foot").get_by_role("button", name="Copy link").click()
    copied = page.get_by_role("status").filter(has_text="Copied")
    expect(copied).to_be_visible()
    expect(copied).to_have_count(0)  # it says nothing of an address that changes later
    assert _clipboard(page) == page.url
    assert _parameters(page, page.url) == {"sentence": "The cat sat on the mat.", "mask": "2-3", "k": "3"}

    with page.expect_download() as waited:
        page.get_by_role("button", name="PNG", exact=True).first.click()
    picture = tmp_path / "picture.png"
    waited.value.save_as(picture)
    assert re.fullmatch(r"riverbank-.+\.png", waited.value.suggested_filename)
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert picture.stat().st_size > 5_000  # and not an empty sheet
    expect_no_error(page)


def test_the_panel_closes_over_the_page_that_it_has_opened(page: Page, serve: Serve) -> None:
    open_live(page, serve, FILL)
    page.get_by_role("button", name="Present").click()
    page.get_by_text("Ask for a guess before the answer").click()
    expect_link(page, guess="1")
    wait_until_idle(page)
    shows = page.get_by_role("button", name="Show it on the projector")
    shows.click()
    expect_link(page, guess="1", present="1")
    expect(shows).to_be_hidden()


def test_arrow_keys_change_the_example_but_not_while_typing(page: Page, serve: Serve) -> None:
    open_live(page, serve, f"{FILL}?present=1")
    wait_for_arrow_keys(page)
    box = sentence_box(page)
    expect(box).to_have_value(FIRST.sentence)
    page.keyboard.press("ArrowRight")
    expect(box).to_have_value(SECOND.sentence)
    wait_until_live(page)
    page.keyboard.press("ArrowLeft")
    expect(box).to_have_value(FIRST.sentence)
    page.keyboard.press("ArrowLeft")  # round to the last
    expect(box).to_have_value(TUTORIAL_PRESETS[-1].sentence)
    wait_until_live(page)

    box.focus()
    box.press("End")
    for key in ("ArrowLeft", "ArrowLeft", "ArrowRight"):
        page.keyboard.press(key)
    page.keyboard.type("!")
    wait_until_live(page)
    last = TUTORIAL_PRESETS[-1].sentence
    expect(box).to_have_value(f"{last[:-1]}!{last[-1]}")  # the arrows moved the cursor, and no example came
    expect_no_error(page)


def test_arrow_keys_do_nothing_where_nobody_presents(page: Page, serve: Serve) -> None:
    open_live(page, serve, FILL)
    expect(page.locator("[data-listening]")).to_have_count(0)
    page.keyboard.press("ArrowRight")
    # A click after the key: what the key might have set off has been answered once the click has.
    choose_mode(page, "Where from?")
    expect_link(page, mode="Where from?")
    choose_mode(page, "The blank")  # which has no example of its own
    wait_until_idle(page)
    expect(sentence_box(page)).to_have_value(FIRST.sentence)


def test_a_message_that_quotes_a_visitor_is_text_and_nothing_else(page: Page, serve: Serve) -> None:
    page.goto(serve(REFUSAL))
    message = page.get_by_test_id("stAlertContentWarning").locator("p")
    expect(message).to_contain_text("The blank cannot hold")
    assert message.inner_text().replace(JOINER, "") == f"The blank cannot hold “{MARKUP} gnol x”. Please name another."
    assert message.locator("*").count() == 0
