"""A watched page for the tests that need real clicks.

Marked ``browser``; skipped, saying so, on a machine without Chromium.
"""

import ipaddress
from collections.abc import Iterator
from contextlib import suppress
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    Dialog,
    Error,
    Page,
    ViewportSize,
    expect,
)

from tests.browser.rooms_page import APP
from tests.browser.taken_pages import open_file, packed, pocket_bert  # noqa: F401  (fixtures)
from tests.browsers import LogOf, Servers

SIZE = ViewportSize(width=1280, height=720)
_MOST_MS = 20_000  # to wait for what must come: a machine that does other things beside is slow, not wrong


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "browser: needs Chromium and a served app")
    expect.set_options(timeout=_MOST_MS)


@pytest.fixture(scope="session")
def context(chromium: Browser) -> Iterator[BrowserContext]:
    """What all pages of a session share: what the browser has fetched and compiled, and nothing of any visit."""
    with chromium.new_context(viewport=SIZE) as shared:
        yield shared


@pytest.fixture
def cold_server(serve: Servers) -> Iterator[str]:
    """The address of a server of the app that has just started, so that its engine is still to come."""
    with serve.fresh(APP) as address:
        yield address


@pytest.fixture
def log_of(serve: Servers) -> LogOf:
    """A function from the address of a server to what it has logged so far."""
    return lambda address: serve.log(address).read_text(encoding="utf-8", errors="replace")


@pytest.fixture
def page(context: BrowserContext) -> Iterator[Page]:
    """A fresh page, 1280 × 720.

    The test fails if the page called another machine, threw an error, opened a dialog of the browser's, or was refused
    something by the security policy.
    """
    faults: list[str] = []

    def watch_address(url: str) -> None:
        if not _is_local(url):
            faults.append(f"request to {url}")

    def watch_policy(text: str) -> None:
        if "Content Security Policy" in text:
            faults.append(f"refused by the policy: {text}")

    def dismiss(dialog: Dialog) -> None:
        faults.append(f"dialog: {dialog.message}")
        dialog.dismiss()  # one that nobody answers would hang the page

    watched = context.new_page()
    watched.set_default_timeout(_MOST_MS)
    watched.on("request", lambda request: watch_address(request.url))
    watched.on("websocket", lambda web_socket: watch_address(web_socket.url))
    watched.on("pageerror", lambda error: faults.append(f"page error: {error}"))
    watched.on("console", lambda message: watch_policy(message.text))
    watched.on("dialog", dismiss)
    yield watched
    with suppress(Error):  # a page that went nowhere keeps nothing
        watched.evaluate("localStorage.clear(); sessionStorage.clear()")
    for open_page in context.pages:
        open_page.close()
    context.clear_cookies()
    context.clear_permissions()
    assert not faults, "\n".join(faults)


def _is_local(url: str) -> bool:
    parts = urlsplit(url)
    if parts.scheme in ("data", "blob", "about"):
        return True
    host = parts.hostname or ""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
