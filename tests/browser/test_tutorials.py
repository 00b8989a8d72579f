"""From your tutorial: every line opens with the words that it declares (``shows``) inside the window."""

from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, expect

from pages.parts.links.parameters import SHOW
from pages.tutorials.contents import TutorialItem, tutorials
from tests.browser.rooms_page import open_live, wait_for
from tests.browsers import Serve
from tests.sampling import first_of_each

pytestmark = pytest.mark.browser

ITEMS = [item for tutorial in tutorials() for section in tutorial.sections for item in section.entries]
LINKS: dict[str, list[TutorialItem]] = {}  # by address: several lines may have one link


def view_path(item: TutorialItem) -> str:
    """The address that a line opens, below the server's."""
    return f"/{item.room.path}?{urlencode(item.link)}"


def _kind(items: list[TutorialItem]) -> object:
    """What a link opens beside a view: a part that it names, a panel, or nothing."""
    values = items[0].settings
    return ("names a part", SHOW in values), ("opens a panel", "true" in values.values())


for _item in ITEMS:
    LINKS.setdefault(view_path(_item), []).append(_item)
# The text that can be read in the window now: of elements, of boxes, and what stands for a picture or a table.
SEEN = """() => {
  const top = document.querySelector(".stAppHeader")?.getBoundingClientRect().bottom ?? 0;
  const inWindow = ({ left, right, top: upper, bottom, width, height }) => width > 0 && height > 0 &&
    (left + right) / 2 > 0 && (left + right) / 2 < innerWidth &&
    (upper + bottom) / 2 > top && (upper + bottom) / 2 < innerHeight;
  const overlaps = ({ top: upper, bottom, height }) =>
    height > 0 && Math.min(bottom, innerHeight) - Math.max(upper, top) > 0.5 * Math.min(height, innerHeight - top);
  const texts = [];
  const look = (node) => {
    if (node.nodeType === Node.TEXT_NODE) {
      const range = document.createRange();
      range.selectNodeContents(node);
      if (node.data.trim() && [...range.getClientRects()].some(inWindow)) texts.push(node.data);
      return;
    }
    if (node.nodeType === Node.ELEMENT_NODE) {
      if (["STYLE", "SCRIPT"].includes(node.localName.toUpperCase())) return;
      const hasBox = getComputedStyle(node).display !== "contents"; // without one it is never called visible
      if (hasBox && !node.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return;
      const box = node.getBoundingClientRect();
      if ("value" in node && inWindow(box)) texts.push(String(node.value));
      if (node.localName === "canvas" && overlaps(box)) texts.push(node.textContent);
      if (node.ariaLabel && overlaps(box)) texts.push(node.ariaLabel);
    }
    for (const child of node.shadowRoot?.childNodes ?? []) look(child);
    for (const child of node.childNodes) look(child);
  };
  look(document.body);
  return texts.join(" ").replace(/\\s+/g, " ");
}"""
# Words in the window, whatever their case and spaces: the words of code are elements of their own.
SHOWN = f"""words => {{
  const plain = (text) => text.toLowerCase().replace(/\\s/g, "");
  const seen = plain(({SEEN})());
  return words.every((each) => seen.includes(plain(each)));
}}"""
IN_WINDOW = """key => {
  const box = document.querySelector(`.st-key-${key}`)?.getBoundingClientRect();
  const page = document.querySelector(".stMain");
  const atEnd = page.scrollTop + page.clientHeight >= page.scrollHeight - 2; // nothing can be scrolled any further
  return box && box.top >= 0 && (box.top < innerHeight / 2 || (atEnd && box.bottom <= innerHeight));
}"""


def test_every_line_says_what_it_shows() -> None:
    assert [item.name for item in ITEMS if not item.shows] == []


@pytest.mark.parametrize("items", first_of_each(LINKS.values(), _kind, name=lambda items: items[0].name))
def test_a_line_of_a_tutorial_opens_with_its_words_in_the_window(
    page: Page, serve: Serve, items: list[TutorialItem]
) -> None:
    item = items[0]
    open_live(page, serve, view_path(item))
    for each in items:
        wait_for(page, SHOWN, list(each.shows))
    part = item.settings.get(SHOW)
    if part is not None and part not in item.shows:
        wait_for(page, IN_WINDOW, part)
    expect(page.get_by_test_id("stException")).to_have_count(0)
