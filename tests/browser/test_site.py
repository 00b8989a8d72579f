"""The static site in a folder of a host: first the stored results, then any sentence."""

import functools
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from components.model.checkpoints.open_model import OpenModel
from tests.browser.rooms_page import PHONE
from tests.browser.taken_pages import OpenFile
from tests.browser.test_fill_page import BOAT, OTHER, expect_words, expected_words

pytestmark = [pytest.mark.browser, pytest.mark.thorough, pytest.mark.timeout(600)]
ROOT = Path(__file__).parents[2]
LOADED = "runs in your browser"


class _QuietHandler(SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        """Log nothing."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the site, below two folders of its host."""
    host = tmp_path_factory.mktemp("host")
    folder = host / "course" / "bert"
    command = [sys.executable, "-m", "pages.site", str(folder), "--model", "pocket-bert"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True, timeout=500)
    assert "index.html" in done.stdout
    assert not done.stderr
    with ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(_QuietHandler, directory=str(host))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/course/bert/"
        server.shutdown()


@pytest.fixture
def open_site(open_file: OpenFile, site: str) -> OpenFile:
    return lambda path="", **options: open_file(site + path, below=site, reduced_motion="reduce", **options)


def _blocked(chromium: Browser, address: str) -> Page:
    """A page of the site that cannot fetch the weights."""
    page = chromium.new_context().new_page()
    page.route("**/*.weights", lambda route: route.abort())
    page.goto(address)
    return page


def test_results_are_there_before_the_weights(chromium: Browser, site: str, pocket_bert: OpenModel) -> None:
    page = _blocked(chromium, f"{site}masked-words/")
    expect(page.get_by_role("textbox")).to_have_value(BOAT)
    expect_words(page, expected_words(pocket_bert, BOAT))
    expect(page.locator("#loading")).to_contain_text("could not be loaded")
    page.context.close()
    river = _blocked(chromium, f"{site}river/")
    expect(river.locator(".near-list li")).to_have_count(3)
    expect(river.get_by_role("status").first).to_contain_text("pocket BERT")
    river.context.close()


def test_a_page_fetches_the_weights_once_and_fills_any_sentence(open_site: OpenFile, pocket_bert: OpenModel) -> None:
    page = open_site("masked-words/")
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    expect(page.locator("#loading")).to_contain_text(LOADED)
    expect_words(page, expected_words(pocket_bert, BOAT))
    page.get_by_role("textbox").fill(OTHER)
    expect_words(page, expected_words(pocket_bert, OTHER))
    assert not [url for url in requests if not url.endswith(".weights")]
    assert (
        page.evaluate("performance.getEntriesByType('resource').filter(e => e.name.endsWith('.weights')).length") == 1
    )


def test_a_link_opens_a_page_at_its_sentence(open_site: OpenFile, pocket_bert: OpenModel) -> None:
    page = open_site("masked-words/?sentence=The+capital+of+Italy+is+%5BMASK%5D.")
    expect_words(page, expected_words(pocket_bert, "The capital of Italy is [MASK]."))
    river = open_site("river/?sentence=The+muddy+bank+%3Cimg+src=x%3E+slid+down.")
    expect(river.locator("caption")).to_have_text("The muddy bank <img src=x> slid down.")
    assert river.locator("img").count() == 0
    empty = open_site("river/?sentence=")
    expect(empty.locator("#loading")).to_contain_text(LOADED)
    expect(empty.get_by_role("status").first).to_contain_text("of 80 sentences")
    expect(empty.locator(".near-list li")).to_have_count(0)


def test_the_first_page_has_a_picture_and_leads_to_every_view_and_back(open_site: OpenFile) -> None:
    page = open_site()
    expect(page.locator("[data-drawn]")).to_be_visible()
    links = page.locator(".views a")
    assert links.count() >= 2
    for number in range(links.count()):
        links.nth(number).click()
        expect(page.locator("#loading")).to_contain_text(LOADED)
        page.get_by_role("link", name="All views").click()
        expect(page.locator("[data-drawn]")).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_is_accessible_on_a_phone(open_site: OpenFile, scheme: str) -> None:
    for path in ("", "river/", "masked-words/"):
        page = open_site(path, viewport=PHONE, color_scheme=scheme)
        page.locator("summary").last.click()
        assert not Axe().run(page).response["violations"], path
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
