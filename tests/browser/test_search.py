"""The search box: a key opens it, arrows choose, Enter goes, and what is typed stays text."""

import pytest
from playwright.sync_api import Page, expect

from pages.parts.rooms import ATTENTION, ROOMS
from pages.parts.rooms import FILL as FILL_ROOM
from tests.browser.rooms_page import (
    APP,
    FILL,
    SEARCH,
    choose_mode,
    expect_link,
    expect_no_error,
    expect_no_markup,
    open_live,
    open_search,
    search_for,
    sentence_box,
    wait_for,
    wait_until_idle,
    wait_until_live,
)
from tests.browsers import Serve
from tests.pages.parts.search.test_search import ENTER_OPENS, LOOKED_FOR, where
from tests.typed_markup import MARKUP

pytestmark = pytest.mark.browser

INSIDE = "/inside-a-layer"
OWN = "He took his money to the bank."


def _hits(page: Page) -> list[str]:
    return page.get_by_role("option").all_inner_texts()


def test_words_of_a_course_are_among_the_first_results(page: Page, serve: Serve) -> None:
    page.goto(serve(APP) + "/index")
    box = open_search(page)
    for word, path in LOOKED_FOR.items():
        box.fill(word)
        paths = page.get_by_role("option").locator("a").evaluate_all("links => links.map(link => link.pathname)")
        assert f"/{path}" in paths[:3], (word, _hits(page))


def test_what_is_marked_first_is_what_enter_opens_and_the_list_is_short(page: Page, serve: Serve) -> None:
    page.goto(serve(APP) + "/index")
    box = open_search(page)
    marked = page.get_by_role("option", selected=True).locator("a")
    for query, target in ENTER_OPENS.items():
        box.fill(query)
        assert where(marked.get_attribute("href") or "") == target, (query, _hits(page))
        assert len(_hits(page)) <= 12, query


def test_the_index_has_a_way_to_every_letter_and_back(page: Page, serve: Serve) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(serve(APP) + "/index")
    letters = page.get_by_role("navigation", name="Letters")
    expect(letters).to_be_visible()
    names = letters.get_by_role("button").all_inner_texts()
    assert names == page.get_by_role("heading", level=2).all_inner_texts()
    assert len(names) > 15
    heading = page.get_by_role("heading", level=2, name="T", exact=True)
    expect(heading).not_to_be_in_viewport()
    letters.get_by_role("button", name="T", exact=True).click()
    expect(heading).to_be_in_viewport()
    expect(heading).to_be_focused()
    page.get_by_role("button", name="From T back to the letters").click()
    expect(letters).to_be_in_viewport()
    expect(letters.get_by_role("button", name="T", exact=True)).to_be_focused()
    expect_no_error(page)


def test_a_key_opens_it_arrows_choose_and_escape_closes(page: Page, serve: Serve) -> None:
    open_live(page, serve, FILL)
    box = open_search(page)
    assert len(_hits(page)) == len(ROOMS)  # the rooms, as long as nothing is typed
    box.fill("head")
    first, second = _hits(page)[:2]
    expect(page.get_by_role("option", selected=True)).to_have_text(first)
    page.keyboard.press("ArrowDown")
    expect(page.get_by_role("option", selected=True)).to_have_text(second)
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    expect(page.get_by_role("option", selected=True)).to_have_text(first)
    page.keyboard.press("Escape")
    expect(box).to_be_hidden()
    expect_no_error(page)


def test_a_view_of_the_same_room_and_of_another_show_the_visitors_sentence(page: Page, serve: Serve) -> None:
    open_live(page, serve, f"{FILL}?sentence={OWN.replace(' ', '+')}")
    search_for(page, "pseudo-perplexity")
    expect_link(page, mode="Every position", sentence=OWN)
    wait_until_live(page)
    expect(sentence_box(page)).to_have_value(OWN)
    search_for(page, "attention rollout")
    wait_for(page, "location.pathname === '/who-looks-at-whom'")
    wait_until_live(page)
    expect(sentence_box(page)).to_have_value(OWN)
    expect_no_error(page)


def test_a_view_of_the_same_room_keeps_the_chosen_token(page: Page, serve: Serve) -> None:
    open_live(page, serve, f"{INSIDE}?sentence={OWN.replace(' ', '+')}&token=8")
    search_for(page, "residual stream")
    expect_link(page, mode="One token’s path", sentence=OWN, token="8")
    wait_until_live(page)
    page.locator(".st-key-why summary").first.click()
    expect(page.get_by_role("combobox", name="Token", exact=True)).to_have_value("8. bank")
    choose_mode(page, "The whole pass")
    expect_link(page, sentence=OWN, token="8")
    expect_no_error(page)


def test_a_sentence_that_finds_nothing_is_read_in_rooms_that_read_sentences(page: Page, serve: Serve) -> None:
    sentence = "Grandmother’s fence & gate were painted yesterday."
    page.goto(serve(APP) + "/index")
    box = open_search(page)
    box.fill(sentence)
    links = page.get_by_role("option").locator("a")
    assert [where(address) for address in links.evaluate_all("links => links.map(link => link.href)")] == [
        (room.path, {"sentence": sentence}) for room in (FILL_ROOM, ATTENTION)
    ]
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    wait_for(page, "location.pathname === '/who-looks-at-whom'")
    wait_until_live(page)
    expect(sentence_box(page)).to_have_value(sentence)
    expect_no_error(page)


def test_typed_markup_is_text(page: Page, serve: Serve) -> None:
    open_live(page, serve, FILL)
    box = open_search(page)
    for text in (MARKUP, "<img src=x onerror=alert(1)>", "(((", "\\", ".*"):
        box.fill(text)
        assert _hits(page) == []
        expect(page.get_by_text("Nothing found")).to_be_visible()
    page.keyboard.press("Escape")
    expect_no_markup(page)


@pytest.mark.parametrize("path", ["", "fill-the-blank", "tours", "index"])
def test_a_phone_finds_by_touch(page: Page, serve: Serve, path: str) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(serve(APP) + f"/{path}")
    button = page.get_by_role("button", name="Search", exact=True)
    button.click()
    page.get_by_role("combobox", name=SEARCH).fill("t-sne")
    page.get_by_role("option").first.click()
    wait_for(page, "location.pathname === '/which-bank'")
    wait_until_idle(page)
    expect_no_error(page)
