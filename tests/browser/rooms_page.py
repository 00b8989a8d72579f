"""What the tests of the rooms do with the app's pages, and what they ask of them."""

import re
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import ConsoleMessage, Error, Locator, Page, Response, ViewportSize, expect

import cache.shared.blanks
import cache.shipped.first_answers
from components.model.checkpoints.catalogue import DEFAULT_MODEL
from components.tables.predictions import candidate_label
from tests.browsers import LogOf, Serve

if TYPE_CHECKING:
    from components.model.inference.engine import Engine

APP = Path(__file__).parents[2] / "app.py"
FILL = "/fill-the-blank"
SEARCH = "Search rooms, views, terms, examples and tours"
ENGINE_MS = 100_000  # for torch and the model, on a machine that trains another meanwhile
SCHEMES = ("light", "dark")
COMPLAINTS = ("created with a default value", "Traceback", "Stack (most recent call last)")  # of the server
PHONE: ViewportSize = {"width": 390, "height": 844}
_FINDING = "document.querySelector('.st-key-finding')"
_TOPS_AND_HEIGHTS = "all => all.map(e => e.getBoundingClientRect()).map(box => [Math.round(box.y), box.height])"
# The width of the narrowest setting in the rail, in pixels.
_NARROWEST = """Math.min(1000, ...[...document.querySelectorAll(
  ".st-key-rail :is([data-testid=stSelectbox], [data-testid=stSlider], [data-testid=stTextInput])"
)].map(setting => setting.getBoundingClientRect().width).filter(width => width > 0))"""
_PAPER = "getComputedStyle(document.querySelector('.stApp')).backgroundColor.match(/\\d+/g)"
_HAS_PAPER = f"dark => ({_PAPER}.slice(0, 3).every(channel => channel < 128)) === dark"
_SECONDS_TO_COME_TRUE = 20


class Listener:
    """What a page and its server complain of: errors in the console, requests that are not answered, and the log."""

    def __init__(self, page: Page, server: str, log_of: LogOf) -> None:
        self._server, self._log_of, self._start = server, log_of, len(log_of(server))
        self._heard: list[str] = []
        page.on("console", self._console)
        page.on("response", self._response)

    def complaints(self) -> list[str]:
        lines = self._log_of(self._server)[self._start :].splitlines()
        return [*self._heard, *(line for line in lines if any(each in line for each in COMPLAINTS))]

    def _console(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self._heard.append(message.text)

    def _response(self, response: Response) -> None:
        if not response.ok:
            self._heard.append(f"{response.status} {response.url}")


def open_live(page: Page, serve: Serve, path: str, *flags: str, **environment: str) -> None:
    """Open a page and wait until the model answers."""
    page.goto(serve(APP, *flags, **environment) + path)
    wait_until_live(page)


def wait_until_live(page: Page) -> None:
    expect(page.locator(".st-key-live")).to_be_attached(timeout=ENGINE_MS)
    wait_until_idle(page)


def wait_until_idle(page: Page) -> None:
    """No run is under way: nothing on the page is stale or about to change."""
    expect(page.locator(".stApp")).to_have_attribute("data-test-script-state", "notRunning")


def wait_for_arrow_keys(page: Page) -> None:
    """The page hears arrow keys now."""
    expect(page.locator("[data-listening]")).to_have_count(1)
    wait_until_idle(page)


def wait_for_tour_keys(page: Page) -> None:
    """The bar of a tour is there and hears keys now."""
    expect(page.locator(".tour[data-listening]")).to_be_visible()


_LINK_NAMES_THE_VIEW = """view => {
  const first = document.querySelector(".st-key-chosen-mode button")?.innerText.trim();
  return (new URL(location).searchParams.get("mode") ?? first) === view;
}"""


def choose_mode(page: Page, mode: str) -> None:
    """Choose a view, and wait until its run has begun, so that whoever waits for an idle page waits for this view."""
    expect(page.locator(".st-key-chosen-mode button").first).to_be_visible()
    wait_until_idle(page)
    page.locator(".st-key-chosen-mode").get_by_text(mode, exact=True).click()
    page.mouse.move(0, 0)  # what is chosen has a colour of Streamlit's own under the mouse
    wait_for(page, _LINK_NAMES_THE_VIEW, mode)


def choose_example(page: Page, name: str) -> None:
    choose_option(page, "Examples", name)


def choose_option(page: Page, name: str, option: str) -> None:
    """Choose an option of a list. In the drawer, it is there once the drawer is open."""
    click_option(page, name, page.get_by_role("option", name=option, exact=True))


def click_option(page: Page, name: str, option: Locator) -> None:
    """Open a list, and click ``option``, an option of it."""
    box = page.get_by_role("combobox", name=name, exact=True)
    box.scroll_into_view_if_needed()  # a list that is open closes when the page scrolls
    for _ in range(5):  # what is drawn anew around it closes it, too: as a visitor would, once more
        wait_until_idle(page)
        box.click()
        with suppress(Error):
            option.click(timeout=4_000)
            return
    option.click()


def go_to_room(page: Page, title: str) -> None:
    page.get_by_role("button", name="Rooms", exact=True).click()
    page.get_by_role("dialog", name="Rooms").get_by_role("link").filter(has=page.get_by_text(title, exact=True)).click()


def open_search(page: Page) -> Locator:
    """Open the search box with its key, once the box listens; the field to type in."""
    wait_until_idle(page)
    expect(page.get_by_role("button", name="Search", exact=True)).to_be_visible()
    box = page.get_by_role("combobox", name=SEARCH)
    for _ in range(10):  # the page may still be put together: as a visitor would, once more
        page.keyboard.press("Control+k")
        with suppress(AssertionError):
            expect(box).to_be_focused(timeout=1_000)
            break
    expect(box).to_be_focused()
    return box


def search_for(page: Page, text: str) -> None:
    """Type into the search box, and go to what it finds first."""
    open_search(page).fill(text)
    expect(page.get_by_role("dialog").get_by_role("option", selected=True)).to_be_visible()
    page.keyboard.press("Enter")


def sentence_box(page: Page) -> Locator:
    return page.get_by_role("textbox", name="Your sentence")


def expected_top_words(engine: "Engine", sentence: str, *masked: int) -> list[str]:
    """The word that should come first, for every blank."""
    predictions = cache.shared.blanks.predictions(DEFAULT_MODEL, sentence, masked)
    return [candidate_label(mask.candidates[0]) for mask in predictions.masks]


def expect_top_words(page: Page, *words: str) -> None:
    """The first bars on the page are headed by these words, and the texts over them by these and no others."""
    leads = page.get_by_text(re.compile("is the top guess"))
    expect(leads).to_have_text([re.compile(f"“…?{re.escape(word)}” is the top guess") for word in words])
    bars = page.get_by_role("img").filter(has_text="%")
    for place, word in enumerate(words):
        expect(bars.nth(place)).to_have_text(re.compile(f"^\\s*…?{re.escape(word)}"))


def wait_for(page: Page, condition: str, argument: Any = None) -> None:
    """Wait until a JavaScript expression, or a function of the argument, holds in the page.

    Playwright's own `wait_for_function` asks a second time from inside the page, where the app's security policy
    refuses to evaluate text: it would fail whenever the first answer is no.
    """
    deadline = time.monotonic() + _SECONDS_TO_COME_TRUE
    while not _holds(page, condition, argument):
        assert time.monotonic() < deadline, f"never came true: {condition}, {argument}"
        page.wait_for_timeout(30)  # between two questions, not a guess at how long it takes


def _holds(page: Page, condition: str, argument: Any) -> bool:
    try:
        return bool(page.evaluate(condition, argument))
    except Error as error:
        if "because of a navigation" not in str(error):
            raise
        return False  # the page that was asked is gone


def expect_link(page: Page, **parts: str | None) -> None:
    """The address holds these parameters; None is for one it must not hold."""
    for name, value in parts.items():
        current = f"new URLSearchParams(location.search).get({name!r})"
        wait_for(page, f"wanted => {current} === wanted", value)


def expect_no_markup(page: Page) -> None:
    """No markup that was typed became an element, and no dialog of Streamlit's is open."""
    expect(page.locator("img[src='x']")).to_have_count(0)
    assert page.evaluate("window.hacked === undefined")
    expect_no_error(page)


def expect_no_error(page: Page) -> None:
    expect(page.get_by_text("Page not found")).to_have_count(0)
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.get_by_test_id("stException")).to_have_count(0)


def stands_above(page: Page, limit: float) -> None:
    """The figure comes to stand so high, once everything is drawn."""
    wait_until_idle(page)
    top = "document.querySelector('.st-key-figure').getBoundingClientRect().y"
    wait_for(page, f"limit => {top} < limit", limit)


def expect_page_fits(page: Page) -> None:
    """Nothing scrolls sideways, once the page has taken a new width (its parts do that one after another)."""
    wait_until_idle(page)
    for part in ("document.scrollingElement", "document.querySelector('[data-testid=stMain]')"):
        wait_for(page, f"{part}.scrollWidth <= {part}.clientWidth")


def expect_settings_wide_enough(page: Page) -> None:
    """No setting in the rail is so narrow that it shows nothing of what was chosen."""
    wait_for(page, f"{_NARROWEST} >= 100")


def expect_first_screen_of_phone(page: Page) -> None:
    """On a phone of that height the finding is high on the first screen, and the figure begins soon after."""
    wait_until_idle(page)
    wait_for(page, f"{_FINDING}.getBoundingClientRect().y <= 300")
    stands_above(page, 1.2 * PHONE["height"])


def expect_views_in_reach(page: Page) -> None:
    """On a phone the views are large enough for a finger, and in one line, which scrolls."""
    pills = page.locator(".st-key-modes button").evaluate_all(_TOPS_AND_HEIGHTS)
    assert all(height >= 44 for _, height in pills)
    assert len({top for top, _ in pills}) <= 1


def expect_charts_fit(page: Page) -> None:
    """No chart is wider than the place it has."""
    charts = "[...document.querySelectorAll('[data-testid=stVegaLiteChart]')]"
    wait_for(page, f"() => {charts}.every(chart => chart.scrollWidth - chart.clientWidth <= 1)")


def unfold(page: Page) -> None:
    """Open all that is folded away, so that it is looked at, too."""
    wait_until_idle(page)
    folded = "[data-testid=stExpander] details:not([open])"
    click_all = "folded => document.querySelectorAll(`${folded} > summary`).forEach(each => each.click())"
    for _ in range(2):  # what is in the drawer comes once it is open
        page.evaluate(click_all, folded)
        wait_until_idle(page)
    wait_for(page, "folded => !document.querySelector(folded)", folded)


def violations_in_both_schemes(page: Page) -> list[str]:
    """What axe finds in the dark and in the light, one after the other on the same page, which is light in the end."""
    violations = []
    for scheme in reversed(SCHEMES):
        page.emulate_media(color_scheme="dark" if scheme == "dark" else "light", reduced_motion="reduce")
        wait_for(page, _HAS_PAPER, scheme == "dark")
        wait_until_idle(page)
        violations += [f"{scheme}: {violation}" for violation in accessibility_violations(page)]
    return violations


def accessibility_violations(page: Page) -> list[str]:
    """What axe calls serious or critical, one line each."""
    wait_until_idle(page)
    violations: list[dict[str, Any]] = Axe().run(page).response["violations"]
    return [
        f"{violation['id']}: {node['html'][:200]} {node.get('failureSummary', '')[:200]}"
        for violation in violations
        if violation["impact"] in ("serious", "critical")
        for node in violation["nodes"]
    ]


_IN_SIGHT = """element => {
  let opacity = 1;
  for (let part = element; part; part = part.parentElement ?? part.getRootNode().host) {
    opacity *= getComputedStyle(part).opacity;
  }
  const box = element.getBoundingClientRect();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  let top = document.elementFromPoint(x, y);
  while (top?.shadowRoot) {
    const inside = top.shadowRoot.elementFromPoint(x, y);
    if (!inside || inside === top) break;
    top = inside;
  }
  return opacity > 0.99 && getComputedStyle(element).visibility === "visible" && element.contains(top);
}"""


def is_in_sight(element: Locator) -> bool:
    """Whether an eye can read an element now: opaque through all its ancestors, and nothing over its centre.

    Playwright's own ``to_be_visible`` looks at neither.
    """
    return bool(element.evaluate(_IN_SIGHT))


def watch_sight(element: Locator) -> None:
    """From now on count the frames that the browser paints, and those of them in which the element is not in sight."""
    element.evaluate(
        f"""element => {{
          const inSight = {_IN_SIGHT};
          window.frames_ = {{painted: 0, outOfSight: 0}};
          const frame = () => {{
            window.frames_.painted += 1;
            if (!inSight(element)) window.frames_.outOfSight += 1;
            requestAnimationFrame(frame);
          }};
          requestAnimationFrame(frame);
        }}"""
    )
