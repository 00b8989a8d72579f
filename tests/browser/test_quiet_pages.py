"""Opening a page leaves no mark: every request is answered, and the server has nothing to warn of."""

import re
from typing import Literal

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.rooms_page import APP, Listener, is_in_sight, wait_for, wait_until_idle, wait_until_live
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


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_until_its_scripts_have_arrived_a_page_says_that_it_loads(
    page: Page, serve: Serve, scheme: Literal["light", "dark"]
) -> None:
    page.emulate_media(color_scheme=scheme)
    late: list[Route] = []
    page.route("**/static/js/index.*.js", lambda route: late.append(route))
    page.goto(serve(APP), wait_until="commit")
    line = page.locator(".shell [role=status]")
    expect(line).to_have_text(re.compile(r"\w+"))
    wait_for(page, "() => document.querySelector('.shell [role=status]').getAnimations().length === 0")
    assert is_in_sight(line)
    paper = page.locator(".shell").evaluate("line => getComputedStyle(line).backgroundColor.match(/\\d+/g).map(Number)")
    assert (min(paper) < 128) is (scheme == "dark")
    late[0].continue_()
    page.unroute("**/static/js/index.*.js")
    wait_until_live(page)
    expect(line).to_be_hidden()
