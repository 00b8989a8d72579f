"""The room of tests, by mouse and link: from a cell to its pairs, and from a pair to the room that explains it."""

import re
from pathlib import Path
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, expect

from components.suites.model.pairs import FILE
from pages.parts.rooms import FILL, SUITES
from tests.browser.rooms_page import choose_example, expect_link, expect_no_error, open_live, wait_until_idle
from tests.browsers import Serve

pytestmark = pytest.mark.browser

GRID, WORST, FINDING = ".st-key-suite-grid", ".st-key-suite-worst", ".st-key-finding"


def room(**link: str) -> str:
    return f"/{SUITES.path}?{urlencode(link)}"


def test_a_click_on_a_cell_opens_its_pairs_and_one_of_them_another_room(page: Page, serve: Serve) -> None:
    open_live(page, serve, room())
    expect(page.locator(FINDING)).to_contain_text("“Articles”")
    page.locator(GRID).get_by_text("53%", exact=True).first.click(force=True)  # MiniLM, negation
    expect(page.locator(FINDING)).to_contain_text("“Negation”")
    expect_link(page, about="Negation", by=None)
    second = page.locator(WORST).get_by_text(re.compile(r"\[Few / Many\]")).first
    second.click(force=True)
    expect_link(page, about="Negation", pair="2")
    wait_until_idle(page)
    page.locator(".st-key-open-pair a").locator("visible=true").first.click()
    page.wait_for_url(re.compile(FILL.path))
    expect(page).to_have_url(re.compile("%5BMASK%5D"))
    wait_until_idle(page)
    expect_no_error(page)


def test_the_next_example_is_one_that_breaks_the_model(page: Page, serve: Serve) -> None:
    open_live(page, serve, room())
    choose_example(page, "Now break it: negation")
    expect(page.locator(FINDING)).to_contain_text("guessing")
    expect_link(page, about="Negation")


def test_a_file_of_pairs_takes_the_place_of_the_apps(page: Page, serve: Serve, tmp_path: Path) -> None:
    lines = FILE.read_text(encoding="utf-8").splitlines()
    file = tmp_path / "mine.tsv"
    file.write_text("\n".join([lines[0], *(line.replace("Articles", "Mine") for line in lines[1:5])]), encoding="utf-8")
    open_live(page, serve, room(**{"own-pairs": "true"}))
    page.locator("input[type=file]").set_input_files(file)
    expect(page.locator(FINDING)).to_contain_text("“Mine”", timeout=30_000)
    expect(page.locator(GRID).get_by_text("Mine", exact=True).first).to_be_attached()
    expect(page.locator(GRID).get_by_text("GPT-2", exact=True)).to_have_count(0)
    expect_no_error(page)
