"""“Every head” from disk, without a network: the atlas of any sentence, with PyTorch's weights."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from components.attention.atlas import ATLAS_FILES, Selection
from components.model.checkpoints.open_model import OpenModel
from components.takeaway.accuracy import AttentionRounding, rounded_model
from components.takeaway.heads_page import heads_page
from components.takeaway.packing import PackedModel, packed_weights
from pages.parts.layout import TABS
from tests.browser.rooms_page import PHONE, open_live
from tests.browser.taken_pages import OpenFile
from tests.browsers import Serve

pytestmark = pytest.mark.browser
ROOM = "/who-looks-at-whom"
BANK = "She walked to the bank of the river."
FRANCE = "The capital of France is Paris."
HOSTILE = "</script><script>alert(1)</script>{{script}} <img src=x onerror=alert(1)> & more."
HEBREW = "שלום עולם."
CHOSEN = Selection(2, 1, query=5)
LABELS = [[2, 1, "looks at <b>something</b>"]]
ROUNDING = AttentionRounding(250, 0.0203, 0.00278)
Opening = Callable[..., Page]


@pytest.fixture(scope="module")
def rounded_attention(pocket_bert: OpenModel) -> Callable[[str], np.ndarray[Any, Any]]:
    """The weights of every head with PyTorch on the weights of the page. *Shape:* (layer, head, query, key)."""
    model = rounded_model(pocket_bert, packed_weights(pocket_bert))
    model.set_attn_implementation("eager")

    @torch.inference_mode()
    def attention(sentence: str) -> np.ndarray[Any, Any]:
        ids = torch.tensor([pocket_bert.tokenizer.tokens(sentence).ids])
        return torch.cat(model(input_ids=ids, output_attentions=True).attentions).numpy()

    return attention


@pytest.fixture
def open_heads(open_file: OpenFile, packed: PackedModel, tmp_path: Path) -> Opening:
    """Opens the page from disk in a browser without a network."""

    def open_page(sentence: str = BANK, *, arc_limit: int = 24, hide: bool = False, **options: Any) -> Page:
        settings = {"initial": CHOSEN.to_plain(), "labels": LABELS, "hide": hide, "arcLimit": arc_limit}
        file = tmp_path / "page.html"
        file.write_bytes(
            heads_page(packed, ATLAS_FILES, sentence, rounding=ROUNDING, settings=settings, why=["A paragraph."])
        )
        return open_file(file, **options)

    return open_page


def expect_drawn(page: Page, count: int) -> None:
    """The large picture shows the exact weights of so many tokens."""
    expect(page.locator("canvas.map")).to_have_attribute("data-count", str(count))
    expect(page.locator("canvas.map")).to_have_attribute("data-known", "exact")
    expect(page.locator("canvas.atlas")).to_have_attribute("data-cell", re.compile(r"\d"))


def strongest(tokens: list[str], weights: np.ndarray[Any, Any], query: int) -> str:
    """The beginning of the sentence about a row."""
    key = int(weights[query].argmax())
    name = f"“\u2068{tokens[key]}\u2069”" + (f" (token {key + 1})" if tokens.count(tokens[key]) > 1 else "")
    return f"“\u2068{tokens[query]}\u2069” attends most to {name} {100 * weights[query, key]:.0f}%"


def tokens_of(opened: OpenModel, sentence: str) -> list[str]:
    return [token.text for token in opened.tokenizer.tokens(sentence).items]


def test_it_opens_at_its_head_and_word_and_keeps_the_head_in_another_sentence(
    open_heads: Opening, pocket_bert: OpenModel, rounded_attention: Callable[[str], np.ndarray[Any, Any]]
) -> None:
    page, line = open_heads(), "#message"
    tokens = tokens_of(pocket_bert, BANK)
    expect_drawn(page, len(tokens))
    expect(page.locator(line)).to_contain_text(strongest(tokens, rounded_attention(BANK)[2, 1], 5))
    expect(page.locator(line)).to_contain_text("layer 3, head 2")
    expect(page.locator(".one-name")).to_have_text("Layer 3, head 2 · usually looks at <b>something</b>")
    page.locator("canvas.atlas").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator(line)).to_contain_text("layer 3, head 3")
    page.get_by_role("textbox").fill(FRANCE)
    other = tokens_of(pocket_bert, FRANCE)
    expect_drawn(page, len(other))
    weights = rounded_attention(FRANCE)[2, 2]
    query, key = np.unravel_index(weights.argmax(), weights.shape)
    expect(page.locator(line)).to_contain_text("Layer 3, head 3")
    for part in (f"“\u2068{other[query]}\u2069”", f"“\u2068{other[key]}\u2069”", f"{100 * weights.max():.0f}%"):
        expect(page.locator(line)).to_contain_text(part)


def test_a_row_is_chosen_by_keyboard(open_heads: Opening, pocket_bert: OpenModel) -> None:
    page = open_heads(arc_limit=0)
    expect_drawn(page, len(tokens_of(pocket_bert, BANK)))
    page.locator("canvas.map").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator("#message")).to_contain_text("“\u2068of\u2069”")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.tagName") == "SUMMARY"


def test_special_tokens_can_be_left_out(open_heads: Opening, pocket_bert: OpenModel) -> None:
    expect_drawn(open_heads(hide=True), len(tokens_of(pocket_bert, BANK)) - 2)


def test_a_long_text_is_exact_in_every_head(open_heads: Opening, pocket_bert: OpenModel) -> None:
    long = " ".join([FRANCE] * 20)
    page = open_heads(long)
    expect_drawn(page, len(tokens_of(pocket_bert, long)))
    page.locator("canvas.atlas").focus()
    page.keyboard.press("ArrowDown")
    expect(page.locator("#message")).to_contain_text("layer 4, head 2")
    expect_drawn(page, len(tokens_of(pocket_bert, long)))


@pytest.mark.parametrize("bad", ["", "  \u200b ", "word " * 600, "a" * 200_000])
def test_what_cannot_be_read_gets_one_line_and_no_figure(open_heads: Opening, pocket_bert: OpenModel, bad: str) -> None:
    page = open_heads()
    count = len(tokens_of(pocket_bert, BANK))
    expect_drawn(page, count)
    page.get_by_role("textbox").fill(bad)
    expect(page.locator("canvas.map")).to_be_hidden()
    line = page.get_by_role("status").first.inner_text()
    assert line.endswith(".")
    assert "\n" not in line
    page.get_by_role("textbox").fill(BANK)
    expect(page.locator("canvas.map")).to_be_visible()
    expect_drawn(page, count)


@pytest.mark.parametrize("sentence", [HOSTILE, HEBREW])
def test_what_is_typed_stays_text(open_heads: Opening, pocket_bert: OpenModel, sentence: str) -> None:
    stored, typed = open_heads(sentence), open_heads()
    count = len(tokens_of(pocket_bert, sentence))
    expect_drawn(typed, len(tokens_of(pocket_bert, BANK)))
    elements = typed.evaluate("document.querySelectorAll('*').length")
    typed.get_by_role("textbox").fill(sentence)
    for page in (stored, typed):
        expect(page.get_by_role("textbox")).to_have_value(sentence)
        expect_drawn(page, count)
        assert page.locator("img, .one-name b").count() == 0
        assert page.evaluate("document.querySelectorAll('*').length") == elements
    assert typed.locator("textarea").evaluate("box => box.matches(':dir(rtl)')") == (sentence == HEBREW)


def test_the_drawer_says_what_is_inside_and_how_far_it_is_from_exact(open_heads: Opening, packed: PackedModel) -> None:
    page = open_heads()
    expect_drawn(page, 11)
    page.locator("summary").focus()
    page.keyboard.press("Enter")
    for text in (packed.name, packed.licence, "8-bit", "2.1 percentage points", "A paragraph.", "took"):
        expect(page.locator("details")).to_contain_text(text)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_is_accessible_on_a_phone_light_and_dark(open_heads: Opening, scheme: str) -> None:
    page = open_heads(viewport=PHONE, color_scheme=scheme, has_touch=True, is_mobile=True)
    expect_drawn(page, 11)
    page.locator("summary").tap()
    assert not Axe().run(page).response["violations"]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    lightness = page.evaluate("getComputedStyle(document.body).backgroundColor.match(/\\d+/g).map(Number)[0]")
    assert (lightness < 128) == (scheme == "dark")


def test_the_app_offers_the_page_with_the_sentence_and_the_chosen_head(
    page: Page, serve: Serve, tmp_path: Path, open_file: OpenFile
) -> None:
    sentence = FRANCE.replace(" ", "+")
    open_live(page, serve, f"{ROOM}?sentence={sentence}&model=pocket-bert&layer=2&head=3&from=2")
    page.locator(".st-key-foot summary").first.click()
    page.get_by_role("tab", name=TABS[-1]).click()
    with page.expect_download() as waited:
        page.get_by_role("button", name="Page (HTML)").click()
    file = tmp_path / waited.value.suggested_filename
    waited.value.save_as(file)
    taken = open_file(file)
    expect(taken.get_by_role("textbox")).to_have_value(FRANCE)
    expect_drawn(taken, 9)
    expect(taken.locator("#message")).to_contain_text("“\u2068the\u2069”")
    expect(taken.locator("#message")).to_contain_text("layer 2, head 3")
    taken.locator("summary").click()
    expect(taken.locator("details")).to_contain_text("Attention is not explanation.")
