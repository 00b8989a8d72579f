"""Back and Forward: the page is what its address says, whatever room and mode a visitor comes from."""

import time
from dataclasses import dataclass
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.rooms_page import (
    FILL,
    choose_mode,
    expect_link,
    expect_no_error,
    go_to_room,
    open_live,
    search_for,
    sentence_box,
    wait_for,
    wait_until_idle,
)
from tests.browsers import Serve

pytestmark = pytest.mark.browser

OWN = "The old dog sleeps by the [MASK]."
OTHER = "A young cat climbed over the [MASK]."
LATER = "The cat sat on the [MASK]."
BY_THE_RIVER = "The bird stood by the bank of the river."
ATTENTION = "/who-looks-at-whom"


@dataclass(frozen=True)
class PageView:
    """What a visitor left."""

    path: str
    sentence: str
    mode: str
    finding: str


def _view(page: Page, path: str, sentence: str, mode: str) -> PageView:
    """What is on the screen, once it is the view of this path, sentence and mode."""
    wait_for(page, "path => location.pathname === path", path)
    expect(sentence_box(page)).to_have_value(sentence)
    chosen = page.locator(".st-key-chosen-mode").get_by_role("radio", name=mode, exact=True)
    expect(chosen).to_be_checked()
    wait_until_idle(page)
    expect_link(page, sentence=sentence)
    return PageView(path, sentence, mode, page.locator(".st-key-finding").inner_text())


def _is(page: Page, view: PageView) -> None:
    expect(page.locator(".st-key-finding")).to_have_text(view.finding)
    assert _view(page, view.path, view.sentence, view.mode) == view


def test_back_and_forward_between_rooms_show_what_the_address_says(page: Page, serve: Serve) -> None:
    open_live(page, serve, f"{FILL}?{urlencode({'sentence': OWN})}")
    choose_mode(page, "Every position")
    left = [_view(page, FILL, OWN, "Every position")]
    go_to_room(page, "Attention")
    left.append(_view(page, ATTENTION, OWN, "Every head"))
    choose_mode(page, "Switch heads off")
    left.append(_view(page, ATTENTION, OWN, "Switch heads off"))
    sentence_box(page).focus()
    sentence_box(page).fill(OTHER)
    expect(page.locator(".st-key-finding")).not_to_have_text(left[-1].finding)
    left.append(_view(page, ATTENTION, OTHER, "Switch heads off"))
    for view in left[-2::-1]:
        page.go_back()
        _is(page, view)
    for view in left[1:]:
        page.go_forward()
        _is(page, view)
    expect_no_error(page)


def test_a_room_that_was_left_without_a_sentence_opens_with_its_own(page: Page, serve: Serve) -> None:
    open_live(page, serve, FILL)
    expect(sentence_box(page)).not_to_have_value("")  # the box comes empty and is filled at once
    first = sentence_box(page).input_value()
    go_to_room(page, "Attention")
    expect(sentence_box(page)).not_to_have_value(first)
    second = sentence_box(page).input_value()
    sentence_box(page).focus()
    sentence_box(page).fill(OWN)
    expect_link(page, sentence=OWN)
    wait_until_idle(page)
    page.go_back()
    expect(sentence_box(page)).to_have_value(second)
    expect_link(page, sentence=None)
    wait_until_idle(page)
    page.go_back()
    expect(sentence_box(page)).to_have_value(first)
    expect_link(page, sentence=None)
    wait_until_idle(page)
    page.go_forward()
    expect(sentence_box(page)).to_have_value(second)
    wait_until_idle(page)
    page.go_forward()
    expect(sentence_box(page)).to_have_value(OWN)
    expect_link(page, sentence=OWN)


class _Output:
    """What the server sends to a page, which can be held back as by a slow network."""

    def __init__(self, page: Page) -> None:
        self.held: list[str | bytes] = []
        self.holds = False
        self._page = page
        page.route_web_socket("**/_stcore/stream", self._connect)

    def _connect(self, browser: WebSocketRoute) -> None:
        self._browser = browser
        browser.connect_to_server().on_message(self._deliver)

    def _deliver(self, message: str | bytes) -> None:
        if self.holds:
            self.held.append(message)
        else:
            self._browser.send(message)

    def wait_for(self, part: bytes) -> None:
        """Wait until a message with this part is held."""
        deadline = time.monotonic() + 20
        while not any(part in message for message in self.held if isinstance(message, bytes)):
            assert time.monotonic() < deadline, f"never sent: {part!r}"
            self._page.wait_for_timeout(30)

    def release(self) -> None:
        """Send what is held, and from now on everything at once."""
        self.holds = False
        for message in self.held:
            self._browser.send(message)


def _sentence_and_finding(page: Page) -> tuple[str, str]:
    expect(sentence_box(page)).not_to_have_value("")
    return sentence_box(page).input_value(), page.locator(".st-key-finding").inner_text()


def test_a_run_whose_output_arrives_after_back_leaves_the_address(page: Page, serve: Serve) -> None:
    """Another sentence keeps the head: its run writes the head into the address."""
    output = _Output(page)
    open_live(page, serve, ATTENTION)
    first, finding = _sentence_and_finding(page)
    output.holds = True
    sentence_box(page).focus()
    sentence_box(page).fill(OWN)
    expect_link(page, sentence=OWN)
    output.wait_for(b"head=")
    page.go_back()
    expect_link(page, sentence=None)
    output.release()
    expect(sentence_box(page)).to_have_value(first)
    expect(page.locator(".st-key-finding")).to_have_text(finding)
    wait_until_idle(page)
    expect_link(page, sentence=None, head=None)


def test_what_is_chosen_while_an_answer_is_on_its_way_goes_into_the_link_beside_it(page: Page, serve: Serve) -> None:
    """Each run writes the whole address, and must not take out what its page did not know yet, on either side."""
    output = _Output(page)
    open_live(page, serve, f"/which-bank?{urlencode({'layer': '2'})}")
    output.holds = True
    page.locator("canvas.plot").press("ArrowRight")
    output.wait_for(b"layer=3")
    box = page.locator(".st-key-mine input")
    box.focus()
    box.fill(BY_THE_RIVER)
    box.press("Enter")
    expect_link(page, mine=BY_THE_RIVER, layer="2")
    output.release()
    expect(page.locator(".st-key-finding")).to_contain_text("as river")
    wait_until_idle(page)
    expect_link(page, mine=BY_THE_RIVER, layer="3")


@pytest.mark.parametrize("link", [{}, {"sentence": OWN, "mask": "2"}], ids=["example", "masked"])
def test_back_leads_to_the_sentence_before_the_typed_one(page: Page, serve: Serve, link: dict[str, str]) -> None:
    """Typing adds one entry, however often the page is drawn meanwhile, and whatever it takes out of the address."""
    open_live(page, serve, f"{FILL}?{urlencode(link)}")
    first, finding = _sentence_and_finding(page)
    entries = page.evaluate("history.length")
    sentence_box(page).focus()
    for part in ("The cat", "The cat sat on", LATER):
        sentence_box(page).fill(part)
        _shows(page, part)
        expect_link(page, mask=None)
    sentence_box(page).press("Enter")
    assert page.evaluate("history.length") == entries + 1
    wait_until_idle(page)
    page.go_back()
    expect_link(page, **{"sentence": None, "mask": None} | link)
    expect(sentence_box(page)).to_have_value(first)
    expect(page.locator(".st-key-finding")).to_have_text(finding)
    wait_until_idle(page)
    page.go_forward()
    _shows(page, LATER)
    expect_link(page, mask=None)
    expect_no_error(page)


@pytest.mark.parametrize("path", [FILL, ATTENTION])
@pytest.mark.parametrize("is_held", [False, True], ids=["answered", "unanswered"])
def test_back_right_after_enter_leads_to_the_sentence_before(
    page: Page, serve: Serve, path: str, is_held: bool
) -> None:
    """Before the address has the typed sentence, or the server has answered: neither leaves the app nor comes back."""
    output = _Output(page)
    open_live(page, serve, path)
    first, finding = _sentence_and_finding(page)
    output.holds = is_held
    sentence_box(page).focus()
    page.keyboard.press("End")
    page.keyboard.type(" It rained.")
    page.keyboard.press("Enter")
    page.evaluate("history.back()")
    if is_held:
        page.wait_for_timeout(500)  # no result depends on it: what is typed reaches the server, or not
    output.release()
    expect(sentence_box(page)).to_have_value(first)
    expect(page.locator(".st-key-finding")).to_have_text(finding)
    wait_until_idle(page)
    expect_link(page, sentence=None)
    expect(sentence_box(page)).to_have_value(first)
    page.go_forward()
    _shows(page, first + " It rained.")
    expect_no_error(page)


def test_every_typed_sentence_has_an_entry(page: Page, serve: Serve) -> None:
    open_live(page, serve, f"{FILL}?{urlencode({'sentence': OWN})}")
    sentences = [OWN, OTHER, LATER]
    for sentence in sentences[1:]:
        sentence_box(page).focus()
        sentence_box(page).fill(sentence)
        _shows(page, sentence)
        sentence_box(page).press("Enter")
    for sentence in sentences[-2::-1]:
        page.go_back()
        _shows(page, sentence)


def _shows(page: Page, sentence: str) -> None:
    """The address, the box and the model's tokens are of this sentence."""
    expect_link(page, sentence=sentence)
    expect(sentence_box(page)).to_have_value(sentence)
    for word in sentence.lower().strip(".").split():
        expect(page.locator(".st-key-tiles")).to_contain_text(word, ignore_case=True)
    wait_until_idle(page)


def test_a_link_inside_a_page_adds_one_entry(page: Page, serve: Serve) -> None:
    open_live(page, serve, f"{FILL}?{urlencode({'sentence': OWN})}")
    entries = page.evaluate("history.length")
    search_for(page, "attention")
    wait_for(page, "path => location.pathname === path", ATTENTION)
    expect_link(page, sentence=OWN)
    wait_until_idle(page)
    assert page.evaluate("history.length") == entries + 1
    page.go_back()
    wait_for(page, "path => location.pathname === path", FILL)
    expect(sentence_box(page)).to_have_value(OWN)
    expect_link(page, sentence=OWN)
    expect_no_error(page)


def test_hidden_words_of_the_last_room_add_no_entry(page: Page, serve: Serve) -> None:
    open_live(page, serve, f"{FILL}?{urlencode({'sentence': BY_THE_RIVER, 'mask': '2'})}")
    entries = page.evaluate("history.length")
    go_to_room(page, "Inside a layer")
    wait_for(page, "path => location.pathname === path", "/inside-a-layer")
    expect_link(page, sentence=BY_THE_RIVER, mask="2")
    wait_until_idle(page)
    assert page.evaluate("history.length") == entries + 1
    page.go_back()
    wait_for(page, "path => location.pathname === path", FILL)
    expect_link(page, sentence=BY_THE_RIVER, mask="2")
    expect_no_error(page)
