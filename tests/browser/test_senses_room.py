"""The senses room in a real browser: mouse, keyboard and links."""

from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, expect

from components.model.word_senses import sense_presets
from tests.browser.rooms_page import (
    PHONE,
    choose_example,
    choose_mode,
    choose_option,
    expect_link,
    expect_no_error,
    expect_no_markup,
    go_to_room,
    open_live,
    wait_for,
    wait_for_arrow_keys,
    wait_until_idle,
    wait_until_live,
)
from tests.browsers import Serve

pytestmark = pytest.mark.browser

BANK = sense_presets()[0]


def room(**link: str) -> str:
    return f"/which-bank?{urlencode({'mode': 'The map', **link})}"


def shows_layer(page: Page, layer: int) -> None:
    plot = page.locator("canvas.plot")
    expect(plot).to_have_attribute("data-layer", str(layer), timeout=40_000)
    expect(plot).to_have_attribute("data-moving", "false")


def test_the_link_follows_the_play_and_restores_layer_and_point(page: Page, serve: Serve) -> None:
    open_live(page, serve, room(layer="0", point="3"))
    shows_layer(page, 0)
    page.get_by_text("Why?", exact=True).click()
    expect(page.get_by_text("Nearest sentences in layer 0")).to_be_visible()
    page.get_by_role("button", name="Play").click()
    shows_layer(page, 6)
    expect_link(page, layer="6", point="3")
    expect(page.get_by_text("Nearest sentences in layer 6")).to_be_visible()
    page.reload()
    wait_until_live(page)
    shows_layer(page, 6)
    expect(page.locator(".stage .said")).to_contain_text(BANK.sentences[2].sentence)


def test_a_click_on_another_view_is_one_step_back_and_keeps_the_sentence_in_the_link(page: Page, serve: Serve) -> None:
    sentence = "The boat lay at the bank of the stream."
    open_live(page, serve, room(mine=sentence, layer="0"))
    box = page.get_by_label("Your sentence with “")
    expect(box).to_have_value(sentence)
    wait_until_idle(page)
    before = page.evaluate("history.length")
    choose_mode(page, "The river")
    expect(page.locator(".st-key-finding")).to_contain_text("reads “bank”")
    wait_until_idle(page)
    page.wait_for_timeout(3000)  # a second entry came from a run of the browser's own, after that of the click
    assert page.evaluate("history.length") == before + 1
    expect_link(page, mine=sentence, layer="0", mode=None)
    page.go_back()
    expect(page.locator(".st-key-finding")).to_contain_text("Your “bank”")
    expect(box).to_have_value(sentence)
    expect_link(page, mine=sentence, mode="The map")
    page.go_forward()
    expect(page.locator(".st-key-finding")).to_contain_text("reads “bank”")
    choose_mode(page, "The map")
    expect(box).to_have_value(sentence)
    box.fill(f"{sentence} It was green.")
    box.press("Enter")
    expect_link(page, mine=f"{sentence} It was green.")
    go_to_room(page, "Attention")
    expect_link(page, mine=None)
    expect_no_error(page)


def test_a_visitors_sentence_is_placed_on_the_map_and_runs_nothing(page: Page, serve: Serve) -> None:
    open_live(page, serve, room())
    box = page.get_by_label("Your sentence with “")
    box.fill("The <img src=x onerror=alert(1)> bank of the river was green.")
    box.press("Enter")
    expect(page.get_by_text("nearest sentences mean")).to_be_visible()
    expect(page.locator(".legend")).to_contain_text("your sentence")
    expect_no_markup(page)
    choose_example(page, "bat")
    expect(page.get_by_text("nearest sentences mean")).to_have_count(0)
    expect(page.locator(".legend")).to_contain_text("animal")
    page.get_by_text("Why?", exact=True).click()
    wait_until_idle(page)  # what is in the drawer comes once it is open
    choose_option(page, "Projection", "neighbourhoods (UMAP)")
    expect_link(page, method="neighbourhoods (UMAP)")
    wait_until_live(page)  # drawn beforehand: nobody waits for a library


MESSAGE_AT_BOX = """() => {
    const box = document.querySelector(".st-key-mine").getBoundingClientRect();
    const message = document.querySelector(".st-key-below-own-sentence [data-testid=stAlert]").getBoundingClientRect();
    return message.y >= box.bottom && message.y - box.bottom < box.height;
}"""


@pytest.mark.parametrize(
    ("mode", "forms", "sentence"),
    [
        ("The map", "bank", "The dog slept."),
        ("The map", "bank", "bank " * 600),
        ("The river", "bank", "bank " * 600),
        ("The river", "velvet", "velvet " * 600),  # a word without sentences of its own
    ],
    ids=["map, without the word", "map, too long", "river", "river of other words"],
)
def test_a_message_about_a_visitors_sentence_stands_at_its_box(
    page: Page, serve: Serve, mode: str, forms: str, sentence: str
) -> None:
    page.set_viewport_size(PHONE)
    open_live(page, serve, room(mode=mode, forms=forms, mine=sentence))
    message = page.locator(".st-key-below-own-sentence").get_by_test_id("stAlert")
    expect(message).to_be_visible()
    wait_until_idle(page)
    wait_for(page, MESSAGE_AT_BOX)  # the map above both may still find its size
    assert message.count() == page.get_by_test_id("stAlert").count()


def test_a_point_leads_to_the_attention_of_its_word(page: Page, serve: Serve) -> None:
    open_live(page, serve, room(point="3", layer="4"))
    page.get_by_text("Why?", exact=True).click()
    page.get_by_role("link", name="Attention: who does this word look at?").click()
    expect(page.get_by_role("textbox", name="Your sentence")).to_have_value(BANK.sentences[2].sentence)
    wait_until_live(page)
    expect(page.locator(".finding")).to_contain_text("bank")


def test_arrows_go_through_the_words_in_front_of_an_audience(page: Page, serve: Serve) -> None:
    open_live(page, serve, room(present="1", mine="The bank was green."))
    for word in ("bat, bats", "spring, springs"):
        wait_for_arrow_keys(page)
        page.keyboard.press("ArrowRight")
        expect(page.get_by_text(f"Word, with all its forms: {word}")).to_be_visible()
        expect_link(page, forms=word, mine=None)


def test_back_to_an_example_names_it_in_the_list(page: Page, serve: Serve) -> None:
    open_live(page, serve, "/which-bank?forms=bat%2C+bats")
    listed = page.get_by_role("combobox", name="Examples")
    expect(listed).to_have_value("bat")
    box = page.get_by_label("Forms", exact=True)
    box.fill("banana")
    box.press("Enter")
    expect_link(page, forms="banana")
    expect(listed).to_have_value("")
    page.go_back()
    expect(box).to_have_value("bat, bats")
    expect(listed).to_have_value("bat")
