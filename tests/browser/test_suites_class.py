"""A class of three phones writes minimal pairs: the projector sorts them, and the saved file is opened again."""

import json
import re
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Browser, Page, expect

from components.suites.model.readers import read_pairs
from pages.parts.rooms import SUITES
from pages.suites.inputs import CLASS_LIST, LIST
from tests.browser.rooms_page import (
    APP,
    expect_no_error,
    expect_page_fits,
    wait_for,
    wait_until_idle,
    wait_until_live,
)
from tests.browser.test_class import lecturer, serious_violations, started
from tests.browsers import Serve

__all__ = ["lecturer"]  # fixtures

pytestmark = pytest.mark.browser

SEND, FIRST, SECOND = "#send", "#text", "#second"
PHONE = {"width": 390, "height": 844}
KEYS = ("The keys to the old cabinet are here.", "The keys to the old cabinet is here.")
NURSE = ("The nurse told herself a joke.", "The nurse told himself a joke.")  # fools MiniLM
SORTED, BEST = ".st-key-class-sorted", ".st-key-class-best"


def room(**link: str) -> str:
    return f"/{SUITES.path}?{urlencode({LIST: CLASS_LIST, **link})}"


@pytest.fixture
def phones(chromium: Browser, serve: Serve) -> Iterator[list[Page]]:
    """Three telephones, each with a memory of its own."""
    with ExitStack() as stack:
        yield [
            stack.enter_context(chromium.new_context(viewport=PHONE, base_url=serve(APP))).new_page() for _ in range(3)
        ]


# Whether a picture is on the screen as a whole: the bar at the foot makes it larger in steps.
IS_WHOLE = """picture => {
  const { right, bottom } = document.querySelector(picture).getBoundingClientRect();
  return right <= innerWidth && bottom <= innerHeight;
}"""


def send(phone: Page, pair: tuple[str, str], label: str = "") -> None:
    phone.locator(FIRST).fill(pair[0])
    phone.locator(SECOND).fill(pair[1])
    if label:
        phone.get_by_text(label, exact=True).click()
    phone.locator(SEND).click()


@pytest.mark.parametrize("size", [(1920, 1080), (1280, 720)])
def test_three_phones_write_pairs_and_the_best_come_back_from_their_file(
    lecturer: Page, phones: list[Page], page: Page, serve: Serve, size: tuple[int, int], tmp_path: Path
) -> None:
    code = started(lecturer)
    lecturer.set_viewport_size({"width": size[0], "height": size[1]})
    lecturer.goto(room(present="1"))
    wait_until_live(lecturer)
    expect(lecturer.locator(".st-key-class-example")).to_be_visible()
    for phone in phones:
        phone.goto(f"/join/{code}")
        expect(phone.locator(SECOND)).to_be_visible()
    send(phones[0], KEYS, "Agreement")
    send(phones[1], (KEYS[0].upper(), KEYS[1]))  # the same pair
    send(phones[2], NURSE, "Reflexives")
    so_far = lecturer.locator(".st-key-class-so-far")
    expect(so_far).to_contain_text("1 of 2 pairs")
    expect(so_far).to_contain_text(code)
    expect(lecturer.locator(BEST).get_by_text("[herself / himself]").first).to_be_attached()
    expect(lecturer.locator(SORTED).get_by_text("Something else").first).to_be_attached()
    for place in (SORTED, BEST):
        wait_for(lecturer, IS_WHOLE, f"{place} svg.marks")
    lecturer.goto(room())
    wait_until_live(lecturer)
    expect(so_far).to_contain_text("1 of 2 pairs")
    with lecturer.expect_download() as saving:
        lecturer.locator(".st-key-class-pairs-file button").locator("visible=true").first.click()
    file = tmp_path / "best.jsonl"
    saving.value.save_as(file)
    (pair,) = read_pairs(file.read_bytes())
    assert (pair.good, pair.bad, pair.phenomenon) == (*NURSE, "Reflexives")
    assert json.loads(file.read_text(encoding="utf-8"))["sentence_good"] == NURSE[0]
    lecturer.goto(f"/{SUITES.path}?own-pairs=true")
    wait_until_live(lecturer)
    lecturer.locator("input[type=file]").set_input_files(file)
    expect(lecturer.locator(".st-key-finding")).to_contain_text("“Reflexives”", timeout=30_000)
    expect_no_error(lecturer)


def test_a_phone_hears_what_is_no_pair_and_keeps_what_was_typed(lecturer: Page, phones: list[Page]) -> None:
    phone, code = phones[0], started(lecturer)
    complaints: list[str] = []
    phone.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    lecturer.goto(room(present="1"))
    wait_until_live(lecturer)
    phone.goto(f"/join/{code}")
    message = phone.locator("#told")
    expect(phone.locator(SECOND)).to_be_visible()
    phone.locator(SEND).click()
    expect(message).not_to_be_empty()
    phone.locator(FIRST).fill(KEYS[0])
    phone.locator(FIRST).press("Enter")  # goes on to the second sentence, a copy to change
    expect(phone.locator(SECOND)).to_be_focused()
    expect(phone.locator(SECOND)).to_have_value(KEYS[0])
    for pair in ((KEYS[0], KEYS[0]), (KEYS[0], "My dogs were barking."), ("A <b>cat</b>.", "A <b>dog</b>.")):
        send(phone, pair)
        expect(message).not_to_have_text(re.compile("^(|Sending…|Sent.*)$"))
        expect(phone.locator(FIRST)).to_have_value(pair[0])
        expect(phone.locator(SECOND)).to_have_value(pair[1])
    phone.reload()
    expect(phone.locator(SECOND)).to_have_value("A <b>dog</b>.")
    send(phone, KEYS, "Agreement")
    expect(phone.locator("#sent li")).to_contain_text(KEYS[1])
    expect(phone.locator(SECOND)).to_have_value("")
    expect(phone.locator("[name=label]:checked")).to_have_count(0)
    expect(lecturer.locator(".st-key-class-so-far")).to_contain_text("0 of 1 pair")
    assert not complaints


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_phone_with_two_boxes_is_in_nobodys_way(lecturer: Page, phones: list[Page], scheme: str) -> None:
    phone = phones[0]
    code = started(lecturer)
    lecturer.goto(room(present="1"))
    wait_until_live(lecturer)
    phone.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    phone.goto(f"/join/{code}")
    expect(phone.locator(SECOND)).to_be_visible()
    send(phone, KEYS, "Agreement")
    expect(phone.locator("#sent li")).to_contain_text(KEYS[1])
    assert serious_violations(phone) == []
    assert phone.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_a_narrow_window_has_room_for_the_lists(lecturer: Page) -> None:
    lecturer.set_viewport_size({"width": 390, "height": 844})
    lecturer.goto(room())
    wait_until_live(lecturer)
    wait_until_idle(lecturer)
    expect_page_fits(lecturer)
    expect_no_error(lecturer)
