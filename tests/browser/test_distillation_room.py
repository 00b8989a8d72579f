"""The distillation room in a real browser: mouse and links."""

from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, expect

from tests.browser.rooms_page import (
    expect_link,
    open_live,
)
from tests.browsers import Serve

pytestmark = pytest.mark.browser


def room(**link: str) -> str:
    return f"/what-a-small-one-keeps?{urlencode(link)}"


def test_an_old_link_to_the_speed_room_opens_this_room_with_its_settings(page: Page, serve: Serve) -> None:
    open_live(page, serve, f"/half-the-layers?{urlencode({'ask': 'Soft targets', 'T': '4'})}")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Distillation")
    expect(page.locator(".st-key-finding")).to_contain_text("Softening")
    expect_link(page, mode="Soft targets", T="4", ask=None)
