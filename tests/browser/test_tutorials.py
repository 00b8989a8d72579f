"""Where links land: every line of "From your tutorial" and every term of the search shows its words in the window.

What a line shows is declared with it (``shows`` in ``tutorials.json``); a term's title or one of its synonyms is there.
"""

import re
from urllib.parse import parse_qsl, urlsplit

import pytest
from playwright.sync_api import Page, expect

from components.widgets.search_box import SearchEntry
from pages.parts.links.parameters import SHOW
from pages.parts.search.entries import search_entries, view_address
from pages.tutorials.contents import TutorialItem, tutorials
from tests.browser.rooms_page import expect_no_error, open_live, wait_for
from tests.browsers import Serve
from tests.sampling import first_of_each

pytestmark = pytest.mark.browser

ITEMS = [item for tutorial in tutorials() for section in tutorial.sections for item in section.entries]
LINKS: dict[str, list[TutorialItem]] = {}  # by address: several lines may have one link
for _item in ITEMS:
    LINKS.setdefault(view_address(_item.room, _item.view, _item.settings), []).append(_item)
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
      if (!node.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return;
      const box = node.getBoundingClientRect();
      if ("value" in node && inWindow(box)) texts.push(String(node.value));
      if (node.localName === "canvas" && overlaps(box)) texts.push(node.textContent);
      if (node.ariaLabel && overlaps(box)) texts.push(node.ariaLabel);
    }
    for (const child of node.shadowRoot?.childNodes ?? []) look(child);
    for (const child of node.childNodes) look(child);
  };
  look(document.querySelector(".stApp"));
  return texts.join(" ").replace(/\\s+/g, " ");
}"""
# Words in the window, whatever their case; a picture's text counts where most of it is in the window.
SHOWN = f"words => {{ const seen = ({SEEN})().toLowerCase(); return words.every(each => seen.includes(each)); }}"
IN_WINDOW = """key => {
  const box = document.querySelector(`.st-key-${key}`)?.getBoundingClientRect();
  return box && box.top >= 0 && box.top < innerHeight / 2;
}"""
