"""The room where a word is hidden, by mouse, keyboard, link and history, in a real browser."""

from typing import TYPE_CHECKING
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, expect

from components.model.presets import FILL_PRESETS
from tests.browser.rooms_page import (
    FILL,
    choose_example,
    expect_link,
    expect_no_error,
    expect_no_markup,
    expect_top_words,
    expected_top_words,
    open_live,
    sentence_box,
    wait_until_idle,
    wait_until_live,
)
from tests.browser.token_strip_page import chip, is_masked, is_shown
from tests.browsers import Serve

if TYPE_CHECKING:
    from components.model.inference.engine import Engine

pytestmark = pytest.mark.browser

CAT = "The cat sat on the mat."
CAT_LINK = f"{FILL}?sentence=The+cat+sat+on+the+mat.&mask=2-3&k=3"
TREE = "He planted a tree in the [MASK]."
FIRST, DOCTORS, JUDGE = FILL_PRESETS[:3]


def test_a_typed_sentence_changes_the_bars_without_enter(page: Page, serve: Serve, engine: "Engine") -> None:
    open_live(page, serve, FILL)
    expect_top_words(page, *expected_top_words(engine, FIRST.sentence))
    expect_link(page, sentence=None, mask=None)
    sentence_box(page).fill(TREE)
    expect_top_words(page, *expected_top_words(engine, TREE))
    expect_link(page, sentence=TREE)
    expect(sentence_box(page)).to_be_focused()  # an answer does not take the cursor away
    expect_no_error(page)


def test_a_click_hides_a_word_and_another_shows_it_again(page: Page, serve: Serve, engine: "Engine") -> None:
    open_live(page, serve, FILL)
    chip(page, "accounts").click()
    is_masked(page, "accounts")
    expect_top_words(page, *expected_top_words(engine, FIRST.sentence, 10))
    expect_link(page, mask="10")
    is_shown(page, "pays")
    chip(page, "accounts").click()
    expect_top_words(page, *expected_top_words(engine, FIRST.sentence))
    expect_link(page, mask="none")
    expect_no_error(page)


def test_a_link_opened_on_a_cold_server_gives_the_same_state(page: Page, cold_server: str, engine: "Engine") -> None:
    """The flag makes it a server of its own, which nobody has visited."""
    page.goto(cold_server + CAT_LINK)
    expect(sentence_box(page)).to_have_value(CAT)
    expect_no_error(page)
    wait_until_live(page)
    for name in ("cat", "sat"):
        is_masked(page, name)
    is_shown(page, "mat")
    expect_top_words(page, *expected_top_words(engine, CAT, 2, 3))
    page.locator(".st-key-why summary").first.click()
    expect(page.get_by_role("slider", name="Words shown (top k)")).to_have_value("3")
    expect_link(page, sentence=CAT, mask="2-3", k="3")
    expect_no_error(page)
    assert page.url.startswith(cold_server + FILL)


def test_the_keyboard_alone_hides_a_word(page: Page, serve: Serve, engine: "Engine") -> None:
    open_live(page, serve, f"{FILL}?{urlencode({'sentence': TREE})}")
    first = chip(page, "he")
    for _ in range(30):
        page.keyboard.press("Tab")
        if first.evaluate("button => button.getRootNode().activeElement === button"):
            break
    expect(first).to_be_focused()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    is_masked(page, "planted")
    expect_top_words(page, *expected_top_words(engine, TREE, 2))
    expect_link(page, mask="2")
    expect(chip(page, "planted")).to_be_focused()
    is_shown(page, "he")


@pytest.mark.parametrize(
    "markup",
    ["<script>window.hacked = 1</script>", "<img src=x onerror='window.hacked = 1'>", "![x](http://example.com/x.png)"],
)
def test_typed_markup_stays_text(page: Page, serve: Serve, engine: "Engine", markup: str) -> None:
    """The page fixture fails on a request to another machine, as the last of these would make."""
    open_live(page, serve, FILL)
    sentence = f"{markup} went to the [MASK]."
    sentence_box(page).fill(sentence)
    expect_top_words(page, *expected_top_words(engine, sentence))
    expect(sentence_box(page)).to_have_value(sentence)
    expect_no_markup(page)
    sentence_box(page).fill(markup)
    expect(page.get_by_text("is hidden: this view needs a blank")).to_be_visible()
    expect_no_markup(page)


def test_a_sentence_typed_over_hidden_words_is_what_the_link_holds(page: Page, serve: Serve, engine: "Engine") -> None:
    open_live(page, serve, CAT_LINK)
    sentence_box(page).fill(TREE)
    expect_top_words(page, *expected_top_words(engine, TREE))
    expect_link(page, sentence=TREE, mask=None)
    page.reload()
    wait_until_live(page)
    expect(sentence_box(page)).to_have_value(TREE)
    expect_top_words(page, *expected_top_words(engine, TREE))


def test_two_quick_presets_end_on_the_last(page: Page, serve: Serve, engine: "Engine") -> None:
    open_live(page, serve, FILL)
    choose_example(page, JUDGE.name)
    choose_example(page, DOCTORS.name)
    expect_top_words(page, *expected_top_words(engine, DOCTORS.sentence))
    expect(sentence_box(page)).to_have_value(DOCTORS.sentence)
    expect_link(page, sentence=DOCTORS.sentence, mask=None)
    expect_no_error(page)


def test_back_and_forward_restore_the_state(page: Page, serve: Serve, engine: "Engine") -> None:
    open_live(page, serve, FILL)
    choose_example(page, JUDGE.name)
    expect_top_words(page, *expected_top_words(engine, JUDGE.sentence))
    expect_link(page, sentence=JUDGE.sentence)
    chip(page, "judge").click()
    expect_link(page, mask="2")
    expect_top_words(page, *expected_top_words(engine, JUDGE.sentence, 2))
    page.go_back()
    expect_link(page, sentence=JUDGE.sentence, mask=None)
    expect_top_words(page, *expected_top_words(engine, JUDGE.sentence))
    is_shown(page, "judge")
    page.go_back()
    expect(sentence_box(page)).to_have_value(FIRST.sentence)
    expect_top_words(page, *expected_top_words(engine, FIRST.sentence))
    page.go_forward()
    page.go_forward()
    expect(sentence_box(page)).to_have_value(JUDGE.sentence)
    is_masked(page, "judge")
    expect_top_words(page, *expected_top_words(engine, JUDGE.sentence, 2))
    expect_no_error(page)


def test_a_broken_link_is_said_and_breaks_nothing(page: Page, serve: Serve, engine: "Engine") -> None:
    open_live(page, serve, f"{FILL}?mask=99999999999999999999&k=999&model=../../etc/passwd")
    expect_top_words(page, *expected_top_words(engine, FIRST.sentence))
    expect(page.get_by_text("Part of the link did not fit this sentence")).to_be_visible()
    expect(page.get_by_text("a model that is not available here (“../../etc/passwd”). MiniLM is shown")).to_be_visible()
    expect_no_error(page)


def test_the_temperature_goes_on_by_keyboard_and_stays_in_force_in_the_closed_drawer(page: Page, serve: Serve) -> None:
    open_live(page, serve, FILL)
    drawer = page.locator(".st-key-why summary").first
    drawer.click()
    wait_until_idle(page)
    slider, before = page.get_by_role("slider", name="Temperature"), page.locator(".st-key-finding").inner_text()
    slider.focus()
    for reached in ("1.25", "1.5"):
        page.keyboard.press("ArrowRight")
        expect_link(page, temperature=reached)
        wait_until_idle(page)
        expect(page.locator(".st-key-finding")).not_to_have_text(before)
        before = page.locator(".st-key-finding").inner_text()
    finding = before
    drawer.click()
    expect(slider).to_be_hidden()
    expect(page.locator(".st-key-finding")).to_have_text(finding)
    expect_link(page, temperature="1.5")
    page.reload()
    wait_until_live(page)
    expect(page.locator(".st-key-finding")).to_have_text(finding)
