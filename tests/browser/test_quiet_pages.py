"""Opening a page leaves no mark: every request is answered, and the server has nothing to warn of."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.rooms_page import APP, Listener, wait_until_idle, wait_until_live
from tests.browsers import LogOf, Serve
from tests.rooms import VIEWS

pytestmark = pytest.mark.browser

OTHER_PAGES = ["", "tours", "class", "index", "from-your-tutorial"]  # rooms: test_every_view.py


@pytest.mark.parametrize(
    ("base", "path"),
    [*(("", path) for path in OTHER_PAGES), *(("/riverbank", path) for path in ("", "fill-the-blank", "tours"))],
)
def test_every_request_of_a_page_is_answered_and_nothing_is_logged(
    page: Page, serve: Serve, log_of: LogOf, base: str, path: str
) -> None:
    server = serve(APP, *(("--server.baseUrlPath", base.strip("/")) if base else ()))
    listener = Listener(page, server, log_of)
    page.goto(f"{server}{base}/{path}")
    if path in VIEWS:
        wait_until_live(page)
    expect(page.get_by_test_id("stMainBlockContainer")).to_be_attached()
    wait_until_idle(page)
    assert listener.complaints() == []
