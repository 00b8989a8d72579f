"""The exported page fills any sentence from disk, without a network, as PyTorch does; what is typed stays text."""

from collections.abc import Callable
from pathlib import Path

import pytest
import torch
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from components.model.checkpoints.open_model import OpenModel
from components.tables.numbers import probability_text
from components.tables.predictions import candidate_label
from components.takeaway.accuracy import rounded_model
from components.takeaway.fill_page import fill_page
from components.takeaway.packing import PackedModel, packed_weights
from pages.parts.layout import TABS
from tests.browser.rooms_page import FILL, PHONE, open_live
from tests.browser.taken_pages import OpenFile
from tests.browsers import Serve

pytestmark = pytest.mark.browser
BOAT = "The boat drifted slowly until it reached the [MASK] of the river."
OTHER = "She put the [MASK] in the oven and waited for it to [MASK]."
FRANCE = "The capital of France is [MASK]."
HOSTILE = "</script><script>alert(1)</script>{{script}} <img src=x onerror=alert(1)> & the [MASK]."
HEBREW = "שלום [MASK] עולם."
POINTS = 0.11  # percentage points that a printed percentage may differ: it is rounded to tenths


def expected_words(opened: OpenModel, sentence: str) -> list[list[tuple[str, float]]]:
    """The ten likeliest words of every blank with PyTorch on the weights of the page, and their probabilities."""
    tokens = opened.tokenizer.tokens(sentence)
    with torch.inference_mode():
        logits = rounded_model(opened, packed_weights(opened))(input_ids=torch.tensor([tokens.ids])).logits[0]
    words = []
    for position in tokens.typed_masks:
        probabilities, ids = logits[position].softmax(dim=-1).topk(10)
        top = zip(ids.tolist(), probabilities.tolist(), strict=True)
        words.append([(candidate_label(opened.tokenizer.candidate(*each)), each[1]) for each in top])
    return words


def expect_words(page: Page, expected: list[list[tuple[str, float]]]) -> None:
    expect(page.locator("#blanks bdi")).to_have_text([word for words in expected for word, _ in words])
    shown = page.locator("#blanks li > span:last-child").all_inner_texts()
    for text, probability in zip(shown, [p for words in expected for _, p in words], strict=True):
        assert float(text.removesuffix("%")) == pytest.approx(100 * probability, abs=POINTS)


@pytest.fixture(scope="module")
def write_page(packed: PackedModel, tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    def write(sentence: str) -> Path:
        file = tmp_path_factory.mktemp("taken") / "riverbank-masked-words.html"
        file.write_bytes(fill_page(packed, sentence))
        return file

    return write


@pytest.fixture
def open_fill(open_file: OpenFile, write_page: Callable[[str], Path]) -> Callable[..., Page]:
    return lambda sentence=BOAT, **options: open_file(write_page(sentence), **options)


def test_the_page_opens_at_its_sentence_and_fills_another(open_fill: OpenFile, pocket_bert: OpenModel) -> None:
    page = open_fill()
    expect(page.get_by_role("textbox")).to_have_value(BOAT)
    expect_words(page, expected_words(pocket_bert, BOAT))
    word, probability = expected_words(pocket_bert, BOAT)[0][0]
    expect(page.get_by_role("status")).to_contain_text(f"“\u2068{word}\u2069” is the top guess")
    expect(page.get_by_role("status")).to_contain_text(probability_text(probability))
    page.get_by_role("textbox").fill(OTHER)
    expect_words(page, expected_words(pocket_bert, OTHER))


def test_bars_are_as_long_as_their_words_are_likely(open_fill: OpenFile) -> None:
    page = open_fill(OTHER)
    expect(page.locator("li")).to_have_count(20)
    widths = page.locator(".bar").evaluate_all("bars => bars.map(bar => bar.getBoundingClientRect().width)")
    shares = [float(text.removesuffix("%")) for text in page.locator("li > span:last-child").all_inner_texts()]
    scale = max(widths) / max(shares)
    for width, share in zip(widths, shares, strict=True):
        assert width == pytest.approx(max(2, scale * share), abs=0.06 * scale + 1)


def test_the_answer_is_that_of_the_last_sentence_however_fast_they_come(
    open_fill: OpenFile, pocket_bert: OpenModel
) -> None:
    page = open_fill()
    box = page.get_by_role("textbox")
    for number in range(8):
        box.fill(f"Number {number} is the [MASK].")
        box.press("Enter")
    box.fill(BOAT)
    box.press("Enter")
    expect_words(page, expected_words(pocket_bert, BOAT))


@pytest.mark.parametrize("bad", ["", "  \u200b ", "No blank here.", "[MASK] " * 600, "a" * 200_000 + " [MASK]"])
def test_what_cannot_be_filled_gets_one_line_and_leaves_no_bars(open_fill: OpenFile, bad: str) -> None:
    page = open_fill()
    expect(page.locator("li")).to_have_count(10)
    page.get_by_role("textbox").fill(bad)
    expect(page.locator("li")).to_have_count(0)
    line = page.get_by_role("status").inner_text()
    assert line.endswith(".")
    assert "\n" not in line
    page.get_by_role("textbox").fill(BOAT)
    expect(page.locator("li")).to_have_count(10)


@pytest.mark.parametrize("sentence", [HOSTILE, HEBREW])
def test_what_is_typed_stays_text(open_fill: OpenFile, pocket_bert: OpenModel, sentence: str) -> None:
    stored = open_fill(sentence)
    typed = open_fill()
    expect(typed.locator("li")).to_have_count(10)
    elements = typed.evaluate("document.querySelectorAll('*').length")
    typed.get_by_role("textbox").fill(sentence)
    for page in (stored, typed):
        expect(page.get_by_role("textbox")).to_have_value(sentence)
        expect_words(page, expected_words(pocket_bert, sentence))
        assert page.locator("img").count() == 0
        assert page.evaluate("document.querySelectorAll('*').length") == elements
    assert typed.locator("textarea").evaluate("box => box.matches(':dir(rtl)')") == (sentence == HEBREW)


def test_the_policy_refuses_every_request_and_script(chromium: Browser, write_page: Callable[[str], Path]) -> None:
    with chromium.new_context() as context:
        page = context.new_page()
        page.goto(write_page(BOAT).as_uri())
        refused, injected = page.evaluate(
            """async () => {
              const refused = [];
              document.addEventListener("securitypolicyviolation", (event) => refused.push(event.effectiveDirective));
              const append = (name, attributes) =>
                document.body.append(Object.assign(document.createElement(name), attributes));
              append("img", { src: "https://example.org/a.png" });
              append("script", { textContent: "window.injected = true" });
              await fetch("https://example.org/").catch(() => {});
              await new Promise((resolve) => setTimeout(resolve, 200));
              return [refused, window.injected ?? false];
            }"""
        )
        assert set(refused) == {"img-src", "script-src-elem", "connect-src"}
        assert not injected


def test_the_drawer_says_what_is_inside_and_how_far_it_is_from_exact(open_fill: OpenFile, packed: PackedModel) -> None:
    page = open_fill()
    expect(page.locator("li")).to_have_count(10)
    page.locator("summary").focus()
    page.keyboard.press("Enter")
    accuracy, drawer = packed.accuracy, page.locator("details")
    for text in (packed.name, "8-bit", f"{accuracy.same_first} of {accuracy.sentence_count}", "took"):
        expect(drawer).to_contain_text(text)


def test_it_is_used_by_keyboard_alone(open_fill: OpenFile, pocket_bert: OpenModel) -> None:
    page = open_fill()
    expect(page.locator("li")).to_have_count(10)
    page.keyboard.press("Tab")
    page.keyboard.press("Control+a")
    page.keyboard.type(FRANCE)
    page.keyboard.press("Enter")
    expect_words(page, expected_words(pocket_bert, FRANCE))
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.tagName") == "SUMMARY"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_is_accessible_on_a_phone_light_and_dark(open_fill: OpenFile, scheme: str) -> None:
    page = open_fill(viewport=PHONE, color_scheme=scheme, has_touch=True, is_mobile=True)
    expect(page.locator("li")).to_have_count(10)
    page.locator("summary").tap()
    assert not Axe().run(page).response["violations"]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    lightness = page.evaluate("getComputedStyle(document.body).backgroundColor.match(/\\d+/g).map(Number)[0]")
    assert (lightness < 128) == (scheme == "dark")


def test_the_app_offers_the_page_with_the_sentence_and_its_hidden_words(
    page: Page, serve: Serve, tmp_path: Path, open_file: OpenFile, pocket_bert: OpenModel
) -> None:
    open_live(page, serve, f"{FILL}?sentence=The+cat+sat+on+the+mat.&mask=6&model=pocket-bert")
    page.locator(".st-key-foot summary").first.click()
    page.get_by_role("tab", name=TABS[-1]).click()
    with page.expect_download() as waited:
        page.get_by_role("button", name="Page (HTML)").click()
    assert waited.value.suggested_filename == "riverbank-masked-words.html"
    file = tmp_path / waited.value.suggested_filename
    waited.value.save_as(file)
    taken = open_file(file)
    expect(taken.get_by_role("textbox")).to_have_value("The cat sat on the [MASK].")
    expect_words(taken, expected_words(pocket_bert, "The cat sat on the [MASK]."))
