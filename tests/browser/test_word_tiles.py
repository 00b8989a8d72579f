"""The sentence as tiles in rooms where nothing is hidden: a click marks the word that is asked about, or edits it."""

import re
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.rooms_page import (
    accessibility_violations,
    expect_link,
    is_in_sight,
    open_live,
    sentence_box,
    wait_until_idle,
)
from tests.browsers import Serve

pytestmark = pytest.mark.browser


def tile(page: Page, word: str) -> Locator:
    return page.locator(".st-key-tiles").get_by_role("button", name=word, exact=True)


def marked(page: Page) -> Locator:
    return page.locator(".st-key-tiles .chip[aria-pressed='true']")


def sentence(page: Page) -> Locator:
    return sentence_box(page)


def finding(page: Page) -> Locator:
    return page.locator(".st-key-finding")


def test_a_click_on_a_word_holds_its_row_and_another_lets_it_go(page: Page, serve: Serve) -> None:
    open_live(page, serve, "/who-looks-at-whom")
    expect(marked(page)).to_have_text("bank")
    expect(page.locator(".st-key-tiles .strip")).to_have_attribute("aria-label", re.compile("^Tokens: click"))
    tile(page, "walked").click()
    expect_link(page, **{"from": "3"})
    expect(marked(page)).to_have_text("walked")
    expect(finding(page)).to_contain_text("“walked” puts ")
    expect(page.locator(".room[data-drawn]").first).to_be_visible()
    tile(page, "walked").click()
    expect_link(page, **{"from": "0"})
    expect(marked(page)).to_have_count(0)
    expect(finding(page)).not_to_contain_text("“walked” attends most")
    assert accessibility_violations(page) == []


def test_what_is_chosen_in_the_atlas_is_marked_in_the_sentence(page: Page, serve: Serve) -> None:
    open_live(page, serve, "/who-looks-at-whom?" + urlencode({"from": "2"}))
    expect(marked(page)).to_have_text("she")
    page.locator(".room[data-drawn] canvas").last.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(marked(page)).not_to_have_text("she")


def test_the_proof_follows_a_word_that_both_sentences_share(page: Page, serve: Serve) -> None:
    open_live(page, serve, "/what-the-mask-takes-away")
    expect(marked(page)).to_have_text("bank")
    tile(page, "was").click()
    expect_link(page, word="3")
    expect(finding(page)).to_contain_text("“was”")
    expect(marked(page)).to_have_text("was")
    tile(page, "river").click()  # of the first sentence alone
    expect(marked(page)).to_have_text("bank")
    expect_link(page, word=None)


def test_a_word_is_edited_where_it_stands(page: Page, serve: Serve) -> None:
    open_live(page, serve, "/who-looks-at-whom")
    tile(page, "river").dblclick()
    expect(sentence(page)).to_be_focused()
    page.keyboard.type("lake")
    expect(tile(page, "lake")).to_be_attached()
    expect_link(page, sentence="She walked to the bank of the lake.")
    tile_text = page.locator(".st-key-tiles .chip").all_inner_texts()
    assert tile_text == ["she", "walked", "to", "the", "bank", "of", "the", "lake", "."]


def test_where_nothing_is_asked_of_a_word_a_click_edits_it(page: Page, serve: Serve) -> None:
    link = {"mode": "Next sentence (NSP)", "sentence": "She walked to the bank of the river."}
    open_live(page, serve, "/how-it-learned?" + urlencode(link))
    tile(page, "river").click()
    expect(sentence(page)).to_be_focused()
    assert is_in_sight(sentence(page))
    page.keyboard.type("lake")
    expect(tile(page, "lake")).to_be_attached()
    wait_until_idle(page)
    assert is_in_sight(sentence(page))
    expect(marked(page)).to_have_count(0)


def test_keys_reach_every_tile_and_mark_it(page: Page, serve: Serve) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    open_live(page, serve, "/what-the-mask-takes-away?" + urlencode({"mode": "Side by side"}))
    tile(page, "the").first.focus()
    page.keyboard.press("End")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Space")
    expect(marked(page)).to_have_text("river")
    expect_link(page, **{"from": "12"})
    page.keyboard.press("F2")
    expect(sentence(page)).to_be_focused()


def test_a_drag_over_words_chooses_them_to_be_typed_over(page: Page, serve: Serve) -> None:
    open_live(page, serve, "/who-looks-at-whom")
    tile(page, "walked").hover()
    page.mouse.down()
    tile(page, "she").hover()
    page.mouse.up()
    expect(sentence(page)).to_be_focused()
    chosen = sentence(page).evaluate("box => box.value.slice(box.selectionStart, box.selectionEnd)")
    assert chosen.lower() == "she walked"
    expect(marked(page)).to_have_text("bank")
