"""Naming a word, comparing sentences and models, in a real browser: the link brings it back, nothing typed runs."""

import shutil
from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from components.model.checkpoints.catalogue import POCKET_FOLDER
from components.model.checkpoints.registry import LOCAL_FOLDER_VARIABLE
from tests.browser.rooms_page import (
    FILL,
    accessibility_violations,
    expect_link,
    expect_no_markup,
    expect_page_fits,
    open_live,
    wait_for,
    wait_until_live,
)
from tests.browsers import Serve

pytestmark = pytest.mark.browser
BLANKS = {
    "The blank": "The [MASK] of [MASK] is large.",
    "Two sentences": "She took her money to the [MASK].",
}


def link(mode: str) -> str:
    return f"{FILL}?mode={quote(mode)}&sentence={quote(BLANKS[mode])}"


def test_a_named_word_is_scored_and_its_link_restores_it(page: Page, serve: Serve) -> None:
    open_live(page, serve, link("Two sentences").replace("Two%20sentences", "The%20blank"))
    box = page.get_by_label("My own words, separated by commas")
    box.fill("bank, <img src=x onerror=alert(1)>")
    box.press("Enter")
    wait_for(page, "location.search.includes('img')")
    expect_no_markup(page)
    box.fill("bank, river")
    box.press("Enter")
    expect_link(page, word="bank, river")
    page.reload()
    expect(box).to_have_value("bank, river")
    expect(page.get_by_text("as likely as").first).to_be_visible()


def test_a_second_model_is_chosen_compared_and_kept_in_the_link(page: Page, serve: Serve, tmp_path: Path) -> None:
    shutil.copytree(POCKET_FOLDER / "bert", tmp_path / "twin")
    open_live(
        page,
        serve,
        f"{FILL}?mode=Two+models&model=pocket-bert&model2=local%2Ftwin",
        **{LOCAL_FOLDER_VARIABLE: str(tmp_path)},
    )
    expect(page.get_by_text("0.000 bits", exact=True)).to_be_visible()  # the same weights under another name
    expect(page.get_by_text("10 (Jaccard 1.00)")).to_be_visible()
    box = page.get_by_role("combobox", name="Second model")
    box.fill("pocket BERT")
    box.press("Enter")
    expect(page.get_by_text("everything is the same")).to_be_visible()
    page.go_back()
    expect(page.get_by_text("0.000 bits", exact=True)).to_be_visible()
    wait_until_live(page)
    expect_no_markup(page)
    page.set_viewport_size({"width": 390, "height": 844})
    expect_page_fits(page)
    assert accessibility_violations(page) == []
