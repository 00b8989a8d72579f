"""The room of pre-training, by mouse, keyboard and link, in a real browser."""

from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, expect

from tests.browser.rooms_page import (
    expect_link,
    expect_no_error,
    open_live,
    wait_until_idle,
    wait_until_live,
)
from tests.browsers import Serve

pytestmark = pytest.mark.browser

PATH = "how-it-learned"


def room(**link: str) -> str:
    return f"/{PATH}?{urlencode(link)}"


def test_a_link_opened_on_a_cold_server_restores_the_checkpoint(page: Page, cold_server: str) -> None:
    """The flag makes it a server of its own, which nobody has visited."""
    page.goto(cold_server + room(checkpoint="3"))
    expect(page.locator(".st-key-finding")).to_contain_text(
        "After 64M tokens pocket BERT predicts “bank”"
    )  # before there is a model
    wait_until_live(page)
    expect(page.locator(".st-key-finding")).to_contain_text("After 984k tokens pocket BERT predicts “the”")
    expect_link(page, checkpoint="3")
    expect_no_error(page)


def test_tokens_are_drawn_again_and_the_link_says_which_draw_it_is(page: Page, serve: Serve) -> None:
    open_live(
        page, serve, room(mode="One training step", sentence="We sat by the bank of the river and counted our boats.")
    )
    page.locator(".st-key-why summary").first.click()
    pieces = page.locator(".st-key-throw-place .pieces")
    expect(pieces.locator(".nats")).to_have_count(3)
    before = pieces.inner_text()
    page.get_by_role("button", name="Draw again").click()
    expect_link(page, throw="4")
    expect(pieces).not_to_have_text(before, use_inner_text=True)  # the link may be there first
    wait_until_idle(page)
    thrown = pieces.inner_text()
    page.reload()
    wait_until_live(page)
    expect(pieces).to_have_text(thrown, use_inner_text=True)
    expect_no_error(page)


def test_a_step_is_taken_on_what_a_visitor_types(page: Page, serve: Serve) -> None:
    open_live(page, serve, room(mode="One training step", sentence="The capital of France is [MASK]."))
    expect(page.locator(".st-key-finding")).to_contain_text("One step raises “paris” from")
    page.get_by_role("textbox", name="Word to train").fill("rome")
    page.keyboard.press("Enter")
    expect(page.locator(".st-key-finding")).to_contain_text("One step raises “rome” from", timeout=30_000)
    expect_link(page, word="rome")
    expect_no_error(page)


def test_the_slider_of_the_training_is_moved_and_plays(page: Page, serve: Serve) -> None:
    open_live(page, serve, room())
    slider, finding = page.get_by_role("slider", name="Checkpoint"), page.locator(".st-key-finding")
    slider.focus()
    for _ in range(3):
        page.keyboard.press("ArrowLeft")
    expect_link(page, checkpoint="3")
    expect(finding).to_contain_text("After 984k tokens")
    page.get_by_role("button", name="Play").click()
    expect(slider).to_have_value("0")
    expect_link(page, checkpoint=None)  # at its end, the finished model
    expect(finding).to_contain_text("After 64M tokens")
    expect_no_error(page)
