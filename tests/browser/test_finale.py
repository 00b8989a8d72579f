"""The last stop of a lecture: sentences of phones fall into the river, and those that fool the model are named."""

import re
import tomllib
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

import pytest
from PIL import Image, ImageColor
from playwright.sync_api import BrowserContext, Page, expect

from components.charts.picture_links import KEYWORD
from tests.browser.rooms_page import expect_no_error, wait_until_live
from tests.browser.test_class import hall, joined, lecturer, serious_violations, started
from tests.browser.test_stops_fit import TOURS, address_of
from tests.components.waiting import until

__all__ = ["hall", "lecturer"]  # fixtures

pytestmark = pytest.mark.browser

NAME = "which-bank-in-10-minutes"
with Path(".streamlit/config.toml").open("rb") as settings:
    RIVER_HUES = tomllib.load(settings)["theme"]["light"]["chartCategoricalColors"][:2]  # of money and river
FOOLING = "Our bank lost much of its soil last year."


def _send(phone: Page, sentence: str, meaning: str) -> None:
    expect(phone.locator("#text")).to_be_visible()
    phone.locator("#text").fill(sentence)
    phone.locator("#labels label").filter(has_text=meaning).click()
    phone.locator("#send").click()
    expect(phone.locator("#told")).to_contain_text("Sent.")


def _first_row(picture: Image.Image, colour: str) -> int:
    """The first row of pixels of a picture in which a colour occurs; -1 without one."""
    pixels, wanted = picture.convert("RGB"), ImageColor.getrgb(colour)
    places = (place for place, pixel in enumerate(pixels.get_flattened_data()) if pixel == wanted)
    return next(places, -picture.width) // picture.width


def _is_above_bar(page: Page) -> bool:
    """Whether river and names are above the tour's bar."""
    boxes = [page.locator(css).last.bounding_box() for css in (".fooled li", ".st-key-finale canvas.plot", ".tour")]
    ends = [box["y"] + box["height"] for box in boxes[:2] if box is not None]
    return len(ends) == 2 and boxes[2] is not None and max(ends) <= boxes[2]["y"]


def test_sentences_fall_into_the_river_and_those_that_fool_the_model_are_named(
    lecturer: Page, hall: BrowserContext
) -> None:
    code = started(lecturer)
    phone = joined(hall, code)
    lecturer.set_viewport_size({"width": 1920, "height": 1080})
    last = len(TOURS[NAME].stops)
    lecturer.goto(address_of(TOURS[NAME].stops[-1], NAME, last, present="1"))
    wait_until_live(lecturer)
    river = lecturer.locator(".st-key-stop-slide canvas.plot")
    expect(river).to_be_visible(timeout=60_000)
    _send(phone, FOOLING, "river")
    expect(lecturer.locator(".answered b")).to_have_text("1 of 1 phone")
    until(
        lambda: (
            river.get_attribute("data-moving") == "false"
            and "81 sentences" in (river.get_attribute("aria-label") or "")
        )
    )
    lecturer.keyboard.press("g")
    fooled = lecturer.locator(".fooled li")
    expect(fooled).to_have_count(1, timeout=60_000)
    expect(fooled).to_contain_text(FOOLING)
    expect(phone.locator("#verdict")).to_contain_text("you fooled it")
    expect(phone.locator("#verdict")).to_contain_text(f"“{FOOLING}” · river")
    expect(phone.locator("#shares b")).to_have_count(0)  # no outcome of sentences is the model's answer
    until(lambda: _is_above_bar(lecturer))
    means = f"MiniLM.*“{re.escape(FOOLING)}” I meant river, it read money"
    expect(phone.locator("#picture")).to_have_accessible_name(re.compile(means))
    expect(phone.locator("#again")).to_have_attribute("href", re.compile(r"\?stage=Our%20bank"))
    with phone.expect_download() as saved:
        phone.get_by_role("button", name="Save the card").click()
    with Image.open(saved.value.path()) as picture:
        assert picture.size == (1080, 1080)
        assert dict(parse_qsl(urlsplit(picture.info[KEYWORD]).query)) == {"stage": FOOLING}, "it opens its page again"
        money, river = RIVER_HUES
        assert 0 < _first_row(picture, river) < _first_row(picture, money), "the meaning has the river's colour for it"
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert serious_violations(phone) == []
    phone.reload()
    expect(phone.locator("#picture")).to_be_visible()
    lecturer.keyboard.press("PageDown")
    lines = lecturer.locator(".takeaway :is(h3, bdi, p)")
    expect(lines.filter(has_text=FOOLING)).to_be_visible(timeout=20_000)
    sizes = [float(line.evaluate("each => getComputedStyle(each).fontSize").removesuffix("px")) for line in lines.all()]
    assert min(sizes) >= 40, "read from the last row"
    expect_no_error(lecturer)
