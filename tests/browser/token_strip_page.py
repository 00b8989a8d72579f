"""What the tests of the token strip do with its page, and what they ask of it."""

from pathlib import Path

from playwright.sync_api import FloatRect, Locator, Page, expect

from tests.browsers import Serve

APP = Path(__file__).parent / "apps" / "token_strip_app.py"


def chip(page: Page, name: str) -> Locator:
    return page.get_by_role("button", name=name, exact=True)


def is_masked(page: Page, name: str) -> None:
    expect(chip(page, name)).to_have_attribute("aria-pressed", "true")
    expect(chip(page, name).get_by_text("[MASK]")).to_be_visible()
    expect(chip(page, name).locator(".beneath")).to_have_text(name)
    expect(chip(page, name).locator(".beneath")).to_be_visible()


def is_shown(page: Page, name: str) -> None:
    expect(chip(page, name)).to_have_attribute("aria-pressed", "false")
    expect(chip(page, name).get_by_text("[MASK]")).to_be_hidden()


def python_holds(page: Page, positions: list[int]) -> None:
    expect(page.get_by_text(f"Python holds {positions}", exact=True)).to_be_visible()


def box(locator: Locator) -> FloatRect:
    """Where an element is on the screen."""
    bounds = locator.bounding_box()
    assert bounds is not None
    return bounds


def open_app(page: Page, serve: Serve, query: str = "") -> None:
    page.goto(serve(APP) + query)
    python_holds(page, [])
    is_shown(page, "the")


def choose(page: Page, sentence: str) -> None:
    page.get_by_role("radiogroup").get_by_text(sentence, exact=True).click()
