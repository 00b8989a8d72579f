"""The room of the input, by mouse, keyboard and link, in a real browser."""

import re
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.attention_atlas_page import Frames
from tests.browser.rooms_page import (
    choose_example,
    expect_link,
    expect_no_error,
    open_live,
    search_for,
    sentence_box,
    wait_for,
    wait_until_idle,
    wait_until_live,
)
from tests.browsers import Serve

pytestmark = pytest.mark.browser

PATH = "what-does-it-read"


def room(**link: str) -> str:
    return f"/{PATH}?{urlencode(link)}"


def column(page: Page, number: int) -> Locator:
    return page.locator(f"#piece-{number}")


def explanation(page: Page) -> Locator:
    return page.locator(".st-key-strips-place .told")


def drawn(page: Page) -> None:
    expect(page.locator(".room[data-drawn]").first).to_be_visible(timeout=60_000)
    wait_until_idle(page)


def test_a_link_opened_on_a_cold_server_restores_the_column(page: Page, cold_server: str) -> None:
    """The flag makes it a server of its own, which nobody has visited."""
    page.goto(cold_server + room(mode="The sum", column="8"))
    expect(page.locator(".st-key-cutting-place")).to_contain_text("unbelievably")  # stored, before there is a model
    wait_until_live(page)
    expect(explanation(page)).to_contain_text("bank is nearest to")
    expect(column(page, 8)).to_have_attribute("aria-selected", "true")
    expect_link(page, column="8")
    expect_no_error(page)


def test_pointing_tells_and_sends_nothing_and_a_click_is_kept_by_the_link(page: Page, serve: Serve) -> None:
    frames = Frames(page)
    open_live(page, serve, room(mode="The sum"))
    drawn(page)
    sent = len(frames.sent)
    column(page, 4).hover()
    expect(explanation(page)).to_contain_text("##ie")
    assert len(frames.sent) == sent
    expect_link(page, column=None)
    column(page, 5).click()
    expect_link(page, column="5")
    page.reload()
    wait_until_live(page)
    expect(explanation(page)).to_contain_text("##va")


def test_fifteen_columns_fit_a_laptop_and_on_a_phone_their_edge_fades(page: Page, serve: Serve) -> None:
    page.set_viewport_size({"width": 1280, "height": 720})
    open_live(page, serve, room(mode="The sum"))
    drawn(page)
    columns = page.locator(".st-key-strips-place .columns")
    expect(columns.locator(".column")).to_have_count(15)
    expect(columns).not_to_have_class(re.compile("more"))
    page.set_viewport_size({"width": 390, "height": 844})
    columns.evaluate("columns => columns.scrollTo(0, 0)")
    expect(columns).to_have_class(re.compile("more"))
    columns.evaluate("columns => columns.scrollTo(columns.scrollWidth, 0)")
    expect(columns).not_to_have_class(re.compile("more"))


def test_by_keys_alone(page: Page, serve: Serve) -> None:
    open_live(page, serve, room(mode="The sum"))
    drawn(page)
    pieces = page.get_by_role("listbox", name="Tokens, in the order of the sentence")
    pieces.focus()
    page.keyboard.press("End")
    expect(explanation(page)).to_contain_text("[SEP]")
    expect(pieces).to_have_attribute("aria-activedescendant", "piece-14")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    expect_link(page, column="13")
    page.keyboard.press("Home")
    expect(explanation(page)).to_contain_text("[CLS]")
    expect(column(page, 13)).to_have_attribute("aria-selected", "true")


def test_colours_follow_the_theme_and_differ_between_pieces(page: Page, serve: Serve) -> None:
    open_live(page, serve, room(mode="The sum"))
    drawn(page)
    picture = "canvas => canvas.toDataURL()"
    first, second = (column(page, n).locator("canvas").first.evaluate(picture) for n in (1, 2))
    assert first != second
    segments = [column(page, n).locator("canvas").nth(1).evaluate(picture) for n in range(3)]
    assert len(set(segments)) == 1  # one sentence has one segment
    page.emulate_media(color_scheme="dark")
    expect(column(page, 1)).to_be_visible()
    canvas = column(page, 1).locator("canvas").first.element_handle()
    wait_for(page, "([canvas, before]) => canvas.toDataURL() !== before", [canvas, first])


def test_it_opens_at_the_answer_and_plays_the_way_there(page: Page, serve: Serve) -> None:
    open_live(page, serve, room())
    drawn(page)
    place = page.locator(".st-key-cutting-place output")
    expect(place).to_have_text("step 30 of 30")
    page.get_by_role("button", name="Play").click()
    expect(place).to_have_text(re.compile("^step ([2-9]|1[0-9]) of 30"))
    page.get_by_role("button", name="Pause").click()
    page.get_by_role("slider", name="Step").fill("0")
    expect(place).to_have_text("step 1 of 30")
    expect(page.locator(".st-key-cutting-place .said")).to_have_text("“unbelievably” is not in the vocabulary.")


def test_who_wants_no_motion_goes_on_by_clicks(page: Page, serve: Serve) -> None:
    page.emulate_media(reduced_motion="reduce")
    open_live(page, serve, room())
    drawn(page)
    place = page.locator(".st-key-cutting-place output")
    expect(place).to_have_text("step 30 of 30")
    page.get_by_role("button", name="Play").click()
    expect(place).to_have_text("step 2 of 30")


def test_a_word_is_chosen(page: Page, serve: Serve) -> None:
    open_live(page, serve, room())
    drawn(page)
    page.locator(".st-key-cutting-place .words").get_by_role("button", name=re.compile("^bank")).click()
    expect_link(page, word="4")
    expect(page.locator(".st-key-finding")).to_contain_text("“bank” becomes 1 token")
    choose_example(page, "“can’t”")
    expect_link(page, word=None)
    expect(page.locator(".st-key-cutting-place .words")).to_contain_text("believe")
    expect_no_error(page)


def test_a_sentence_goes_from_here_to_another_room_and_back(page: Page, serve: Serve) -> None:
    open_live(page, serve, room(sentence="He took his money to the bank."))
    search_for(page, "attention")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Attention")
    expect(sentence_box(page)).to_have_value("He took his money to the bank.")
    search_for(page, "tokens and input")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Tokens and input")
    expect(sentence_box(page)).to_have_value("He took his money to the bank.")
