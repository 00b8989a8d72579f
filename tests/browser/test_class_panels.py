"""The three panels of a class under way, on a laptop and on a phone."""

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.rooms_page import expect_no_error, expect_page_fits, wait_until_live
from tests.browser.test_class import hall, joined, lecturer, started
from tests.browser.test_stops_fit import LECTURE, TOURS, address_of

__all__ = ["hall", "lecturer"]  # fixtures

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("size", [(1440, 900), (390, 844)])
def test_nothing_of_the_three_panels_is_cut(lecturer: Page, hall: BrowserContext, size: tuple[int, int]) -> None:
    phone = joined(hall, started(lecturer))
    projector = lecturer.context.new_page()
    projector.goto(address_of(TOURS[LECTURE].stops[0], LECTURE, 1, present="1"))
    wait_until_live(projector)
    phone.get_by_role("textbox").fill("river")
    phone.get_by_role("button", name="Send").click()
    lecturer.set_viewport_size({"width": size[0], "height": size[1]})
    expect(lecturer.get_by_role("heading", name="Answers: 1 of 1 phone")).to_be_visible()
    expect(lecturer.locator(".st-key-class-answers .votes")).to_contain_text("river 1 (100%)")
    expect_page_fits(lecturer)
    panels = [lecturer.locator(f".st-key-class-{name}") for name in ("join", "stage", "answers")]
    boxes = [box for panel in panels if (box := panel.bounding_box())]
    assert len(boxes) == len(panels)
    assert all(box["x"] >= 0 and box["x"] + box["width"] <= size[0] for box in boxes)
    cut = lecturer.locator(".st-key-class-panels").evaluate(
        "panels => [...panels.querySelectorAll('p, h3, button, .votes span, code')]"
        ".filter(each => each.offsetParent && each.scrollWidth > each.clientWidth + 1 && each.clientWidth > 0)"
        ".map(each => each.textContent)"
    )
    assert cut == []
    join, stage, answers = (box["y"] for box in boxes)
    assert (stage < answers < join) if size[0] < 700 else join == stage == answers
    expect_no_error(lecturer)
