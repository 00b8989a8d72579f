"""The room of masks, by mouse, keyboard and link, in a real browser."""

import re
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, expect

from components.masks.model.link_text import encode_mask
from components.masks.model.presets import PROOF_PRESETS
from components.model.inference.attention_mask import Causal
from tests.browser.attention_atlas_page import Frames
from tests.browser.mask_grids_page import LEFT, RIGHT, cell_middle, grid, has_read, is_hatched, says, slider
from tests.browser.rooms_page import (
    choose_example,
    expect_link,
    expect_no_error,
    open_live,
    sentence_box,
    wait_for_arrow_keys,
    wait_until_idle,
    wait_until_live,
)
from tests.browsers import Serve
from tests.pages.mask_room import MASK_MODES

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
    page.goto(cold_server + room(**link))
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
    sent = len(frames.sent)
    grid(page, LEFT).hover(position=cell_middle(page, LEFT, 4, 5))
    says(page, RIGHT, "“so” does not see “steep”: weight 0.")
    assert len(frames.sent) == sent
    expect_link(page, **{"from": None})
    grid(page, LEFT).click(position=cell_middle(page, LEFT, 4, 1))
    expect_link(page, to="2", **{"from": "5"})
    expect(page.get_by_text("Layer 3, head 2: query i is “so” (token 5), key j is “the” (token 2)")).to_be_visible()
    grid(page, LEFT).click(position=cell_middle(page, LEFT, 4, 1))  # lets go, and the preset's word does not come back
    expect_link(page, to=None, **{"from": "0"})
    expect(page.get_by_text("One cell, number by number")).to_have_count(0)
    page.reload()
    wait_until_live(page)
    drawn(page)
    expect(page.get_by_text("One cell, number by number")).to_have_count(0)


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
    page.get_by_role("combobox", name="Mask on the right").click()
    page.get_by_role("option", name="prefix").click()
    expect(page.get_by_text("The prefix mask (4 tokens) hides")).to_be_visible()
    sent = len(frames.sent)
    page.wait_for_timeout(1_500)  # must not happen: the link has the step and the preset's row
    assert len(frames.sent) == sent
    expect(page.get_by_text("6 of 12", exact=True)).to_be_visible()
    page.get_by_role("button", name="Play").click()
    has_read(page, 14, 14)
    expect_link(page, step=None)


def test_one_token_is_counted_in_one_way(page: Page, serve: Serve) -> None:
    open_live(page, serve, room(layer="3", head="2", **{"from": "2", "to": "11"}))
    drawn(page)
    says(page, LEFT, "“the” (token 2) gives")
    says(page, LEFT, "of its attention to “the” (token 11).")
    expect(page.get_by_text("query i is “the” (token 2), key j is “the” (token 11)")).to_be_visible()
    expect(page.locator(".st-key-rail-notes").get_by_text("“the” (token 2) gives")).to_be_visible()
    page.get_by_role("button", name="More results").click()
    expect(page.get_by_text(re.compile("In total, .* of its weight"))).to_be_visible()
    expect(page.get_by_text(re.compile("no\\. [0-9]|\\(position"))).to_have_count(0)


def test_padding_says_of_a_sentence_what_it_says_of_it_alone(page: Page, serve: Serve) -> None:
    open_live(page, serve, room(masking="padding", **{"from": "0"}))
    drawn(page)
    locator = page.locator(".finding")
    expect(locator).to_have_text([re.compile("on average over the 6 rows shown"), re.compile("6 rows of the sentence")])
    shares = [re.search(r"[0-9.]+ of its attention", text) for text in locator.all_inner_texts()]
    assert all(shares)
    assert shares[0][0] == shares[1][0]  # type: ignore[index]


def test_a_mask_is_drawn_cell_by_cell_and_restored_by_its_link(page: Page, serve: Serve) -> None:
    open_live(page, serve, room(masking="drawn by hand", layer="3", head="2"))
    drawn(page)
    allowed = Causal().allowed(14)
    for query, key in ((2, 11), (5, 0)):
        grid(page, RIGHT).click(position=cell_middle(page, RIGHT, query, key))
        allowed[query, key] = not allowed[query, key]
        expect_link(page, cells=encode_mask(allowed))
    expect(page.get_by_text(f"The mask drawn by hand hides {int((~allowed).sum())} of 196 cells.")).to_be_visible()
    wait_until_idle(page)
    page.reload()
    wait_until_live(page)
    drawn(page)
    assert not is_hatched(page, RIGHT, 2, 11)
    assert is_hatched(page, RIGHT, 5, 0)
    page.get_by_role("button", name="Start from causal").click()
    expect_link(page, cells=encode_mask(Causal().allowed(14)))
    expect(page.get_by_text("hides 91 of 196 cells")).to_be_visible()
    choose_example(page, NEGATION.name)
    expect_link(page, cells=None, sentence=NEGATION.sentence)
    expect(page.get_by_text("hides 105 of 225 cells")).to_be_visible()


def test_a_word_is_hidden_by_a_click_and_shown_again(page: Page, serve: Serve) -> None:
    open_live(page, serve, room(mode=MASK_MODES[2], sentence=BANK.sentence))
    expect(page.get_by_text(re.compile("^“bank” (loses|gains)"))).to_be_visible()
    page.get_by_role("button", name=re.compile("^steep")).click()
    expect_link(page, mask="2-5")
    page.get_by_role("button", name=re.compile("bank", re.IGNORECASE)).filter(has_text="MASK").click()
    expect_link(page, mask="5")
    expect(page.get_by_text(re.compile("^“steep” (loses|gains)"))).to_be_visible()
    page.get_by_role("button", name=re.compile("steep")).filter(has_text="MASK").click()
    expect_link(page, mask="none")
    expect(page.get_by_text("Nothing is masked yet")).to_be_visible()
    expect(page.get_by_text(re.compile("^“.+” (loses|gains)"))).to_have_count(0)


def test_on_a_projector_arrows_change_the_pair(page: Page, serve: Serve) -> None:
    open_live(page, serve, room(present="1", mode=MASK_MODES[1]))
    wait_for_arrow_keys(page)
    page.keyboard.press("ArrowRight")
    expect(sentence_box(page)).to_have_value(NEGATION.sentence)
    expect(page.get_by_text("the two “not” vectors are")).to_be_visible()
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_text("the two “bank” vectors are")).to_be_visible()
    expect_no_error(page)
