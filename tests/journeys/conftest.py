"""Walks through the app in every browser that is installed: Chromium, Firefox and WebKit.

Film strips, and what an eye saw, lie in the folder that ``RIVERBANK_JOURNEYS`` names, else in pytest's own folder of
the test.
"""

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.rooms_page import APP
from tests.browsers import Servers
from tests.journeys.drivers.chromium import ChromiumDriver
from tests.journeys.drivers.driver import DESKTOP, PHONE, Driver
from tests.journeys.drivers.firefox import FirefoxDriver
from tests.journeys.drivers.webkit import Display, WebKitDriver, mini_browser
from tests.journeys.film_strip import FilmStrip
from tests.journeys.server_log import ServerLog
from tests.journeys.visitor import BrowserVisitor

Visit = Callable[..., BrowserVisitor]
Window = Callable[[str, tuple[int, int]], Driver]
FOLDER_VARIABLE = "RIVERBANK_JOURNEYS"
# Chromium's walks run always. The others take longer, and run where somebody asks for them (-m slow).
BROWSERS = ("chromium", *(pytest.param(name, marks=pytest.mark.slow) for name in ("firefox", "webkit")))
# Streamlit leaves out of its log how bad a thing is.
_LEVELS = ("--logger.messageFormat", "%(asctime)s %(levelname)s %(message)s")
_FIREFOXES = ("firefox-esr", "firefox")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Every walk is a browser test, and may take its time: the first waits for a server that has just started."""
    for item in items:
        if Path(__file__).parent in item.path.parents and {"visit", "visit_in"} & {*getattr(item, "fixturenames", ())}:
            item.add_marker(pytest.mark.journey)
            item.add_marker(pytest.mark.browser)
            item.add_marker(pytest.mark.timeout(600))


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Take each walk once in each browser."""
    if "visit" in metafunc.fixturenames:
        metafunc.parametrize("browser_name", BROWSERS, scope="session")


@pytest.fixture(scope="session")
def display() -> Iterator[Display]:
    """Where WebKit draws."""
    shown = Display()
    yield shown
    shown.close()


@pytest.fixture
def open_window(request: pytest.FixtureRequest) -> Window:
    """A function that opens a window of a browser, which shares nothing with others."""

    def open_in(browser_name: str, size: tuple[int, int]) -> Driver:
        if browser_name == "chromium":
            browser: Browser = request.getfixturevalue("chromium")
            return ChromiumDriver(browser, size)
        if browser_name == "firefox":
            firefox = next(filter(None, map(shutil.which, _FIREFOXES)), None)
            if firefox is None:
                pytest.skip("no Firefox on the PATH: these walks need firefox-esr")
            return FirefoxDriver(firefox, size)
        webkit = mini_browser()
        if webkit is None:
            pytest.skip("no WebKit: these walks need webkit2gtk-driver and xvfb")
        shown: Display = request.getfixturevalue("display")
        return WebKitDriver(webkit, size, shown)

    return open_in


@pytest.fixture
def journey_folder(tmp_path: Path) -> Path:
    """Where a walk leaves its pictures."""
    return Path(os.environ.get(FOLDER_VARIABLE) or tmp_path)


@pytest.fixture
def visit(
    browser_name: str,
    open_window: Window,
    serve: Servers,
    request: pytest.FixtureRequest,
    journey_folder: Path,
) -> Iterator[Visit]:
    """A function that lets a visitor come: to ``path``, with a phone if ``phone``, to a server with ``environment``.

    The walk fails at its end if an eye saw anything wrong, or a console or a server's log has anything to say.
    """
    with _walk(browser_name, open_window, serve, request.node.name, journey_folder) as come:
        yield come


@pytest.fixture
def visit_in(
    open_window: Window, serve: Servers, request: pytest.FixtureRequest, journey_folder: Path
) -> Iterator[Visit]:
    """The same for walks in which visitors have different browsers: ``browser`` names that of each."""
    with _walk("chromium", open_window, serve, request.node.name, journey_folder) as come:
        yield come


@contextmanager
def _walk(browser_name: str, open_window: Window, serve: Servers, test: str, folder: Path) -> Iterator[Visit]:
    visitors: list[BrowserVisitor] = []
    logs: dict[Path, ServerLog] = {}
    strip = FilmStrip()

    def come(
        path: str = "", *, phone: bool = False, name: str = "", browser: str = browser_name, **environment: str
    ) -> BrowserVisitor:
        address = serve(APP, *_LEVELS, **environment)
        logs.setdefault(serve.log(address), ServerLog(serve.log(address)))
        visitor = BrowserVisitor(open_window(browser, PHONE if phone else DESKTOP), address, strip, name)
        visitors.append(visitor)
        if path:
            visitor.opens(path)
        return visitor

    yield come
    for visitor in visitors:
        visitor.leaves()
    name = test.removeprefix("test_").replace("[", " ").replace("]", "")
    strip.save(folder / f"{name}.png")
    problems = [problem for visitor in visitors for problem in visitor.problems]
    problems += [f"in the log: {line}" for log in logs.values() for line in log.complaints()]
    (folder / f"{name}.txt").write_text("\n".join(problems), encoding="utf-8")
    assert not problems, "\n".join(problems)
