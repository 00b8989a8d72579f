"""The room of fine-tuning, by mouse and link, in a real browser."""

from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, expect

from components.teaching.model.presets import DEFAULT_PLAN
from tests.browser.rooms_page import (
    choose_example,
    choose_mode,
    expect_link,
    expect_no_error,
    open_live,
)
from tests.browsers import Serve

pytestmark = [pytest.mark.browser, pytest.mark.timeout(400)]  # a run is niced: beside a busy machine it takes long

PATH = "teach-it-something"
RUN_MS = 300_000  # for a process, torch in it, and a few steps, on a machine that trains another model meanwhile


def room(**link: str) -> str:
    return f"/{PATH}?{urlencode(link)}"


def test_a_run_is_done_before_ones_eyes_and_can_be_used(page: Page, serve: Serve) -> None:
    open_live(page, serve, room(model="pocket-bert", run="labels-20~epochs-2~batch-8"))
    expect(page.locator(".st-key-figure")).to_contain_text("recorded run")
    page.locator(".st-key-teaching-start button").click()
    expect(page.get_by_role("progressbar")).to_be_visible(timeout=RUN_MS)
    expect(page.get_by_role("button", name="Stop")).to_be_visible()
    finding = page.locator(".st-key-finding")
    expect(page.get_by_text("Trained on this server:")).to_be_visible(timeout=RUN_MS)
    choose_mode(page, "Use it")
    expect(finding).to_contain_text("The classifier says")
    box = page.get_by_role("textbox", name="Sentence", exact=True)
    box.fill("<img src=x onerror=alert(1)> What a lovely day!")
    box.press("Enter")
    expect_link(page, say="<img src=x onerror=alert(1)> What a lovely day!")
    expect(page.get_by_role("img").first).to_be_visible()
    expect_no_error(page)


def test_a_run_that_is_stopped_leaves_what_was_there(page: Page, serve: Serve) -> None:
    open_live(page, serve, room(run="seed-3"))
    finding = page.locator(".st-key-finding")
    expect(finding).to_contain_text("73%")
    page.locator(".st-key-teaching-start button").click()
    page.get_by_role("button", name="Stop").click(timeout=RUN_MS)
    expect(page.get_by_text("Stopped.")).to_be_visible()
    expect(finding).to_contain_text("73%")
    expect_no_error(page)


def test_an_example_is_there_at_once(page: Page, serve: Serve) -> None:
    open_live(page, serve, room())
    choose_example(page, "Now break it: learning rate far too high")
    expect(page.locator(".st-key-finding")).to_contain_text("100 of 200")
    expect_link(page, run="rate-0.01")
    assert DEFAULT_PLAN.learning_rate != 0.01
    expect_no_error(page)
