"""The exported pass computes any sentence, floor and number from disk, without a network, as PyTorch does."""

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

import cache.takeaway
from components.model.checkpoints.open_model import OpenModel
from components.model.passes.numbers import number_anatomy
from components.model.passes.traced_pass import floor_boxes, trace_pass
from components.tables.passes.payload import largest_number
from components.tables.passes.plan import machine_plan
from components.takeaway.accuracy import rounded_model
from components.takeaway.machine_page import MachinePlace, machine_page
from components.takeaway.packing import PackedModel, packed_weights
from pages.parts.layout import TABS
from tests.browser.rooms_page import PHONE, open_live
from tests.browser.taken_pages import OpenFile
from tests.browsers import Serve

pytestmark = pytest.mark.browser
BOAT = "The boat drifted slowly until it reached the [MASK] of the river."
PLAIN = "The captain was late."
HOSTILE = "</script><script>alert(1)</script>{{script}} <img src=x onerror=alert(1)> & the [MASK]."
FLOORS = 6  # of the pocket models: embeddings, four layers, the vocabulary head
HEBREW = "שלום [MASK] עולם."


@pytest.fixture(scope="module")
def rounded(pocket_bert: OpenModel) -> OpenModel:
    """The model with the page's weights."""
    return replace(pocket_bert, model=rounded_model(pocket_bert, packed_weights(pocket_bert)))


@pytest.fixture
def open_at(
    open_file: OpenFile, packed: PackedModel, pocket_bert: OpenModel, tmp_path_factory: pytest.TempPathFactory
) -> OpenFile:
    """Opens the page at a sentence."""

    def write(sentence: str) -> Path:
        file = tmp_path_factory.mktemp("taken") / "page.html"
        file.write_bytes(machine_page(packed, machine_plan(pocket_bert), sentence, MachinePlace(), notes=("A note.",)))
        return file

    def open_page(sentence: str = BOAT, **options: Any) -> Page:
        return open_file(write(sentence), **{"reduced_motion": "reduce", **options})

    return open_page


def top_guess(opened: OpenModel, sentence: str, token: int) -> str:
    """The likeliest word at a token."""
    traced = trace_pass(opened, opened.tokenizer.tokens(sentence))
    return opened.tokenizer.text(floor_boxes(opened, traced, traced.floors - 1, token).kept_ids[0])


def named(word: str) -> str:
    """A word in quotes as the page writes it, so that its direction leaves the sentence alone."""
    return f"“\u2068{word}\u2069”"


def drawn(page: Page) -> str:
    """Which pass is drawn, once one is."""
    expect(page.locator(".room")).to_have_attribute("data-drawn", re.compile("."))
    return page.locator(".room").get_attribute("data-drawn") or ""


def place_of(page: Page, floor: int, token: int) -> dict[str, float]:
    """Where a floor and a token are on the canvas, in CSS pixels."""
    canvas = page.locator("canvas.building")
    left, column, pitch = (float(canvas.get_attribute(f"data-{name}") or 0) for name in ("left", "column", "pitch"))
    ratio = page.evaluate("devicePixelRatio")
    return {"x": (left + (token + 0.5) * column) / ratio, "y": (FLOORS - 0.5 - floor) * pitch / ratio}


def test_the_page_opens_at_its_sentence_and_reads_another(open_at: OpenFile, rounded: OpenModel) -> None:
    page = open_at()
    expect(page.get_by_role("textbox")).to_have_value(BOAT)
    first = drawn(page)
    expect(page.locator("#message")).to_contain_text(f"the answer is {named(top_guess(rounded, BOAT, 9))}")
    page.get_by_role("textbox").fill(PLAIN)  # no blank: its last word is followed
    expect(page.locator("#message")).to_contain_text(f"at {named('late')} is {named(top_guess(rounded, PLAIN, 4))}")
    assert drawn(page) != first


def test_a_click_opens_a_floor_and_its_numbers_are_pytorchs(open_at: OpenFile, rounded: OpenModel) -> None:
    page = open_at()
    drawn(page)
    page.locator("canvas.building").click(position=place_of(page, 2, 0))
    page.get_by_role("button", name="every number").click()
    expect(page.locator(".floor-name")).to_contain_text("Layer 2")
    page.locator("canvas.building").click(position=place_of(page, 2, 3))
    expect(page.locator(".floor-name")).to_contain_text("drifted")
    expect(page.locator(".boxes li")).to_have_count(15)
    traced = trace_pass(rounded, rounded.tokenizer.tokens(BOAT))
    boxes = floor_boxes(rounded, traced, 2)
    titles = {box["key"]: box["title"] for box in machine_plan(rounded)["boxes"][2]}
    for key in ("query", "weights", "activated", "layer_output"):
        page.locator(f'.boxes [data-key="{key}"]').click()
        head, index = largest_number(boxes[key], 3)
        value = number_anatomy(rounded, traced, boxes, key, 3, index, head).value
        where = f", head {head + 1}" * boxes[key].has_heads + f", number {index + 1} of" * (key != "weights")
        # Three digits may be rounded the other way.
        texts = {f"{value + step:.3f}".replace("-", "−") for step in (-1e-3, 0, 1e-3)}
        expected = f"^{titles[key]}{where}.*: ({'|'.join(map(re.escape, texts))})"
        expect(page.locator(".number-name")).to_have_text(re.compile(expected))
    expect(page.locator("#message")).to_contain_text(f"at {named('drifted')} is")


def test_what_is_open_stays_open_at_the_next_sentence(open_at: OpenFile) -> None:
    page = open_at()
    drawn(page)
    page.locator("canvas.building").click(position=place_of(page, 3, 2))
    page.get_by_role("button", name="every number").click()
    page.locator('.boxes [data-key="value"]').click()
    page.get_by_role("textbox").fill("Time heals all [MASK].")
    expect(page.locator(".floor-name")).to_have_text(f"Layer 3, {named('[MASK]')}")
    expect(page.locator(".box-name")).to_have_text("Values")


@pytest.mark.parametrize("bad", ["", "  \u200b ", "word " * 600, "a" * 200_000])
def test_what_cannot_be_read_gets_one_line_and_no_picture(open_at: OpenFile, bad: str) -> None:
    page = open_at()
    drawn(page)
    page.get_by_role("textbox").fill(bad)
    expect(page.locator("#figure")).to_be_hidden()
    line = page.locator("#message").inner_text()
    assert line.endswith(".")
    assert "\n" not in line
    page.get_by_role("textbox").fill(PLAIN)
    expect(page.locator("canvas.building")).to_be_visible()


@pytest.mark.parametrize("sentence", [HOSTILE, HEBREW])
def test_what_is_typed_stays_text(open_at: OpenFile, sentence: str) -> None:
    stored, typed = open_at(sentence), open_at()
    drawn(typed)
    elements = typed.evaluate("document.querySelectorAll('*').length")
    typed.get_by_role("textbox").fill(sentence)
    for page in (stored, typed):
        expect(page.locator("#message")).to_contain_text("the answer is")
        expect(page.get_by_role("textbox")).to_have_value(sentence)
        assert page.locator("img").count() == 0
        assert page.evaluate("document.querySelectorAll('*').length") == elements


def test_it_is_used_by_keyboard_alone(open_at: OpenFile) -> None:
    page = open_at()
    drawn(page)
    page.keyboard.press("Tab")
    page.keyboard.press("Control+a")
    page.keyboard.type(PLAIN)
    page.keyboard.press("Enter")
    expect(page.locator("#message")).to_contain_text(f"at {named('late')}")
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#message")).to_contain_text(f"at {named('was')}")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(page.locator(".trail .here")).to_have_text("Layer 1, attention")
    page.keyboard.press("Enter")  # the arrow keys have chosen no head yet
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.locator(".trail .here")).to_contain_text("head")


def test_the_pass_plays_by_itself_and_again(open_at: OpenFile) -> None:
    page = open_at(reduced_motion="no-preference")
    canvas = page.locator("canvas.building")
    expect(canvas).to_have_attribute("data-moving", "true")
    expect(canvas).to_have_attribute("data-moving", "false", timeout=15_000)
    page.get_by_role("button", name="Play").click()
    expect(canvas).to_have_attribute("data-moving", "true")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_is_accessible_on_a_phone_light_and_dark(open_at: OpenFile, scheme: str) -> None:
    page = open_at(viewport=PHONE, color_scheme=scheme, has_touch=True, is_mobile=True)
    drawn(page)
    page.locator("canvas.building").tap(position=place_of(page, 2, 0))
    expect(page.locator(".trail .here")).to_have_text("Layer 2, attention")
    assert not Axe().run(page).response["violations"]
    page.get_by_role("button", name="every number").tap()
    expect(page.locator(".floor-name")).to_contain_text("Layer 2")
    expect(page.locator(".calculation")).not_to_have_class(re.compile("stale"))
    page.locator("summary").tap()
    assert not Axe().run(page).response["violations"]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_page_without_a_model_follows_every_word_and_opens_no_floor(open_file: OpenFile, tmp_path: Path) -> None:
    file = tmp_path / "figure.html"
    content = cache.takeaway.machine_figure("pocket-gpt", PLAIN, (), 3, "A headline.", ("Why.",))
    assert len(content) < 1_000_000
    file.write_bytes(content)
    page = open_file(file, reduced_motion="reduce")
    drawn(page)
    canvas = page.locator("canvas.building")
    for token, word in ((2, "captain"), (3, "was")):
        canvas.click(position=place_of(page, 2, token))
        expect(canvas).to_have_attribute("aria-label", re.compile(word))
        expect(page.locator(".boxes")).to_be_hidden()
    assert not Axe().run(page).response["violations"]


def test_the_app_offers_the_page_with_what_is_open(
    page: Page, serve: Serve, tmp_path: Path, open_file: OpenFile
) -> None:
    query = "?sentence=The+cat+sat+on+the+mat.&mask=6&model=pocket-bert&floor=2&token=3&box=value"
    open_live(page, serve, f"/inside-a-layer{query}")
    page.locator(".st-key-foot summary").first.click()
    page.get_by_role("tab", name=TABS[-1]).click()
    with page.expect_download() as waited:
        page.get_by_role("button", name="Page (HTML)").click()
    file = tmp_path / waited.value.suggested_filename
    waited.value.save_as(file)
    taken = open_file(file)
    expect(taken.get_by_role("textbox")).to_have_value("The cat sat on the [MASK].")
    expect(taken.locator(".floor-name")).to_have_text(f"Layer 2, {named('cat')}")
    expect(taken.locator(".box-name")).to_have_text("Values")
