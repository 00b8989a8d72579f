"""The room of masks, by mouse, keyboard and link, in a real browser."""

import re
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, expect

from components.masks.model.presets import PROOF_PRESETS
from tests.browser.attention_atlas_page import Frames
from tests.browser.mask_grids_page import LEFT, RIGHT, cell_middle, grid, has_read, says, slider
from tests.browser.rooms_page import (
    choose_option,
    expect_link,
    expect_no_error,
    open_live,
    sentence_box,
    wait_for_arrow_keys,
    wait_until_idle,
    wait_until_live,
)
from tests.browsers import Serve
from tests.pages.masks.room import MASK_MODES

pytestmark = pytest.mark.browser

BANK, NEGATION = PROOF_PRESETS[:2]


def room(**link: str) -> str:
    return f"/what-the-mask-takes-away?{urlencode(link)}"


def drawn(page: Page) -> None:
    expect(page.locator(".room[data-drawn]")).to_be_visible(timeout=60_000)
    wait_until_idle(page)


def test_a_link_opened_on_a_cold_server_restores_row_mask_and_step(page: Page, cold_server: str) -> None:
    """The flag makes it a server of its own, which nobody has visited."""
    link = {"masking": "prefix", "size": "3", "layer": "3", "head": "2", "from": "5", "to": "2", "step": "6"}
    page.goto(cold_server + room(why="true", **link))
    drawn(page)  # an example, before there is a model
    wait_until_live(page)
    drawn(page)
    expect(page.get_by_text("Layer 3, head 2: query i is “so” (token 5), key j is “the” (token 2)")).to_be_visible()
    says(page, RIGHT, "“so”")
    expect(page.get_by_text("6 of 12", exact=True)).to_be_visible()
    expect(page.get_by_text("The prefix mask (3 tokens) hides")).to_be_visible()
    expect_link(page, **link)
    expect_no_error(page)


def test_looking_sends_nothing_and_a_kept_cell_goes_into_the_link_and_its_formula(page: Page, serve: Serve) -> None:
    frames = Frames(page)
    open_live(page, serve, room(layer="3", head="2"))
    drawn(page)
    page.locator(".st-key-why summary").first.click()
    wait_until_idle(page)
    sent = len(frames.sent)
    grid(page, LEFT).hover(position=cell_middle(page, LEFT, 4, 5))
    says(page, RIGHT, "“so” does not see “steep”: weight 0%.")
    assert len(frames.sent) == sent
    expect_link(page, **{"from": None})
    grid(page, LEFT).click(position=cell_middle(page, LEFT, 4, 1))
    expect_link(page, to="2", **{"from": "5"})
    expect(page.get_by_text("Layer 3, head 2: query i is “so” (token 5), key j is “the” (token 2)")).to_be_visible()
    grid(page, LEFT).click(position=cell_middle(page, LEFT, 4, 1))  # lets go, and the preset's word does not come back
    expect_link(page, to=None, **{"from": "0"})
    expect(page.get_by_text("One attention weight, step by step")).to_have_count(0)
    page.reload()
    wait_until_live(page)
    drawn(page)
    expect(page.get_by_text("One attention weight, step by step")).to_have_count(0)


def test_a_step_alone_goes_into_the_link_and_stays_under_another_mask(page: Page, serve: Serve) -> None:
    frames = Frames(page)
    open_live(page, serve, room(layer="3", head="2"))
    drawn(page)
    sent = len(frames.sent)
    slider(page).fill("6")
    expect_link(page, step="6")
    wait_until_idle(page)
    assert len(frames.sent) == sent + 1
    has_read(page, 7, 7)
    page.reload()
    wait_until_live(page)
    drawn(page)
    expect(page.get_by_text("6 of 12", exact=True)).to_be_visible()
    page.locator(".st-key-why summary").first.click()
    choose_option(page, "Mask on the right", "prefix")
    expect(page.get_by_text(re.compile("prefix mask .*hides")).first).to_be_visible()
    sent = len(frames.sent)
    page.wait_for_timeout(1_500)  # must not happen: the link has the step and the preset's row
    assert len(frames.sent) == sent
    expect(page.get_by_text("6 of 12", exact=True)).to_be_visible()
    page.get_by_role("button", name="Play").click()
    has_read(page, 14, 14)
    expect_link(page, step=None)


def test_one_token_is_counted_in_one_way(page: Page, serve: Serve) -> None:
    open_live(page, serve, room(layer="3", head="2", why="true", **{"from": "2", "to": "11"}))
    drawn(page)
    says(page, LEFT, "“the” (token 2) puts")
    says(page, LEFT, "of its attention on “the” (token 11).")
    expect(page.get_by_text("query i is “the” (token 2), key j is “the” (token 11)")).to_be_visible()
    expect(page.get_by_text(re.compile("In total, .* of its weight"))).to_be_visible()
    expect(page.get_by_text(re.compile("no\\. [0-9]|\\(position"))).to_have_count(0)


def test_a_word_is_hidden_by_a_click_and_shown_again(page: Page, serve: Serve) -> None:
    open_live(page, serve, room(mode=MASK_MODES[2], sentence=BANK.sentence))
    expect(page.get_by_text(re.compile("^Both sides suggest"))).to_be_visible()
    page.get_by_role("button", name=re.compile("^steep")).click()
    expect_link(page, mask="2-5")
    page.get_by_role("button", name=re.compile("bank", re.IGNORECASE)).filter(has_text="MASK").click()
    expect_link(page, mask="5")
    expect(page.get_by_text("pocket GPT sees only the left: “The bank was so”")).to_be_visible()
    page.get_by_role("button", name=re.compile("steep")).filter(has_text="MASK").click()
    expect_link(page, mask="none")
    expect(page.get_by_text("Nothing is masked yet")).to_be_visible()


def test_on_a_projector_arrows_change_the_pair(page: Page, serve: Serve) -> None:
    open_live(page, serve, room(present="1", mode=MASK_MODES[1]))
    wait_for_arrow_keys(page)
    page.keyboard.press("ArrowRight")
    expect(sentence_box(page)).to_have_value(NEGATION.sentence)
    expect(page.get_by_text("Later words change “not”")).to_be_visible()
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_text("Later words change “bank”")).to_be_visible()
    expect_no_error(page)
