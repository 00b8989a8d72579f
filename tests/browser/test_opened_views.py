"""Where the page stands when a view is opened: at its beginning, and where it was if that is in sight."""

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.rooms_page import (
    FILL,
    PHONE,
    choose_mode,
    expect_no_error,
    open_live,
    wait_for,
    wait_until_idle,
)
from tests.browsers import Serve

pytestmark = pytest.mark.browser

MAIN = "document.querySelector('.stMain')"
IN_VIEW = """part => {
  const { top, bottom } = document.querySelector(part).getBoundingClientRect();
  return top >= document.querySelector(".stAppHeader").getBoundingClientRect().bottom && bottom <= innerHeight;
}"""

SCROLLED_PAST = f"""part => {{
  {MAIN}.scrollTop = {MAIN}.scrollHeight;
  return document.querySelector(part).getBoundingClientRect().bottom < 0;
}}"""


@pytest.mark.parametrize("size", [{"width": 1280, "height": 420}, PHONE], ids=["desktop", "phone"])
def test_a_view_that_back_leads_to_is_seen_from_its_beginning(page: Page, serve: Serve, size: ViewportSize) -> None:
    page.set_viewport_size(size)
    open_live(page, serve, "/who-looks-at-whom")
    choose_mode(page, "Inside one weight")
    wait_until_idle(page)
    wait_for(page, SCROLLED_PAST, ".st-key-modes")
    page.go_back()
    expect(page.locator(".st-key-modes").get_by_role("radio", name="Every head")).to_be_checked()
    wait_until_idle(page)
    for part in (".st-key-modes", ".st-key-finding"):
        wait_for(page, IN_VIEW, part)
    expect_no_error(page)


def test_a_page_whose_finding_is_in_sight_does_not_move_when_another_view_is_chosen(page: Page, serve: Serve) -> None:
    page.set_viewport_size({"width": 1280, "height": 520})
    open_live(page, serve, FILL)
    page.evaluate(f"{MAIN}.scrollTop = 40")
    choose_mode(page, "Every position")
    wait_until_idle(page)
    assert page.evaluate(f"{MAIN}.scrollTop") == 40
