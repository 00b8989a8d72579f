"""A page that a browser translates: what is shown afterwards is what was computed."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.rooms_page import FILL, expect_link, expect_no_error, open_live, sentence_box, wait_until_idle
from tests.browsers import Serve

pytestmark = pytest.mark.browser

# As translators of browsers do: other text nodes take the place of those of the page, except where it asks for none.
TRANSLATE = """() => {
  const texts = [], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) texts.push(walker.currentNode);
  for (const text of texts) {
    if (!text.data.trim() || text.parentElement.closest("[translate=no], code, svg, script, style")) continue;
    const [outer, inner] = [document.createElement("font"), document.createElement("font")];
    inner.append(text.data);
    outer.append(inner);
    text.replaceWith(outer);
  }
}"""


def test_the_finding_is_that_of_the_figure_after_a_translation(page: Page, serve: Serve) -> None:
    open_live(page, serve, FILL)
    before = page.locator(".st-key-finding").inner_text()
    page.evaluate(TRANSLATE)
    box = sentence_box(page)
    box.fill("The cat sat on the [MASK].")
    box.press("Enter")
    expect_link(page, sentence="The cat sat on the [MASK].")
    wait_until_idle(page)
    expect(page.locator(".st-key-finding")).not_to_have_text(before)
    expect_no_error(page)
