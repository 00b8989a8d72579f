"""The river's page places any sentence from disk, without a network, where the app does; what is typed stays text."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from cache.river import default_senses
from cache.takeaway import taken_river_page
from components.model.checkpoints.open_model import OpenModel
from components.model.word_senses import OPENING_SENTENCES, sense_presets
from components.senses.model.neighbours import lowest_nearest_cosine, neighbour_vote
from components.senses.model.request import preset_request
from components.senses.model.river import add_thread, compute_river
from components.senses.model.word_vectors import word_vectors
from components.senses.tables.river import river_finding
from components.takeaway.accuracy import rounded_model
from components.takeaway.packing import PackedModel, packed_weights
from pages.parts.layout import TABS
from tests.browser.rooms_page import PHONE, open_live
from tests.browser.taken_pages import OpenFile
from tests.browsers import Serve

pytestmark = pytest.mark.browser
BANK = sense_presets()[0]
REQUEST = preset_request("pocket-bert", BANK)
MUD, CASH, *_ = (opening.sentence for opening in OPENING_SENTENCES)
OTHER = "The children swam across and rested on the muddy bank."
HOSTILE = "</script><script>alert(1)</script>{{script}} <img src=x onerror=alert(1)> & the bank."
HEBREW = "שלום bank עולם."
Finding = Callable[[str], str]
_PICTURE = "canvas => canvas.toDataURL()"


@pytest.fixture(scope="module")
def expected_finding(pocket_bert: OpenModel) -> Finding:
    """The headline for a sentence, from PyTorch with the weights that are in the page."""
    senses = default_senses(REQUEST)
    assert senses is not None
    vectors = word_vectors(pocket_bert, [each.sentence for each in BANK.sentences], BANK.forms)
    labels = [BANK.sentences[point.sentence_index].sense for point in vectors.points]
    similar_from = lowest_nearest_cosine(vectors.vectors[:, -1], vectors.texts)
    river = compute_river(vectors.vectors, labels, vectors.texts, senses)
    rounded = replace(pocket_bert, model=rounded_model(pocket_bert, packed_weights(pocket_bert)), compiling=None)

    def finding(sentence: str) -> str:
        added = word_vectors(rounded, [sentence], BANK.forms)
        threads = []
        for point, new in zip(added.points, added.vectors, strict=True):
            thread = add_thread(river, vectors.vectors, vectors.texts, new, excluded=sentence)
            vote = neighbour_vote(vectors.vectors[:, -1], labels, new[-1], vectors.texts, excluded=sentence)
            threads.append((point, replace(thread, is_far=replace(vote, similar_from=similar_from).is_far)))
        return river_finding(river, BANK.word, pocket_bert.record.name, threads)

    return finding


@pytest.fixture(scope="module")
def write_page(packed: PackedModel, tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    senses = default_senses(REQUEST)
    assert senses is not None

    def write(sentence: str) -> Path:
        file = tmp_path_factory.mktemp("taken") / "riverbank-river.html"
        file.write_bytes(taken_river_page(packed, REQUEST, senses, sentence, None, why=["How."]))
        return file

    return write


@pytest.fixture
def open_river(open_file: OpenFile, write_page: Callable[[str], Path]) -> OpenFile:
    def open_page(sentence: str = "", **options: object) -> Page:
        page = open_file(write_page(sentence), **{"reduced_motion": "reduce", **options})
        expect(page.locator("[data-drawn]")).to_be_visible()
        return page

    return open_page


def test_it_opens_at_the_river_and_places_a_sentence(open_river: OpenFile, expected_finding: Finding) -> None:
    page = open_river()
    status = page.get_by_role("status").first
    expect(status).to_have_text(expected_finding("No such word."))
    expect(page.locator(".near-list li")).to_have_count(0)
    before = page.locator(".plot").evaluate(_PICTURE)
    page.get_by_role("textbox").fill(OTHER)
    expect(status).to_have_text(expected_finding(OTHER))
    expect(page.locator(".near-list li")).to_have_count(3)
    assert page.locator(".plot").evaluate(_PICTURE) != before
    page.get_by_role("textbox").fill("")
    expect(status).to_have_text(expected_finding(""))
    expect(page.locator(".near-list li")).to_have_count(0)


def test_it_opens_at_the_views_sentence_and_follows_an_example(open_river: OpenFile, expected_finding: Finding) -> None:
    page = open_river(MUD)
    expect(page.get_by_role("textbox")).to_have_value(MUD)
    expect(page.locator(".near-list li")).to_have_count(3)
    page.get_by_role("button", name=CASH).click()
    expect(page.get_by_role("textbox")).to_have_value(CASH)
    expect(page.locator(".steps td").last).not_to_be_empty()
    expect(page.locator("caption")).to_have_text(CASH)
    expect(page.get_by_role("status").first).to_have_text(expected_finding(CASH))
    expect(page.locator("details")).to_contain_text("took")


@pytest.mark.parametrize("bad", ["No such word.", "bank " * 600, "bank" + "\u0301" * 40, "bank " + "a" * 200_000])
def test_what_cannot_be_placed_gets_one_line_and_leaves_the_river(open_river: OpenFile, bad: str) -> None:
    page = open_river(MUD)
    before = page.get_by_role("status").first.inner_text()
    page.get_by_role("textbox").fill(bad)
    expect(page.locator(".near-list li")).to_have_count(0)
    line = page.get_by_role("status").first.inner_text()
    assert line != before
    assert line.endswith(".")
    page.get_by_role("textbox").fill(OTHER)
    expect(page.locator(".near-list li")).to_have_count(3)


@pytest.mark.parametrize("sentence", [HOSTILE, HEBREW])
def test_what_is_typed_stays_text(open_river: OpenFile, expected_finding: Finding, sentence: str) -> None:
    stored = open_river(sentence)
    typed = open_river()
    typed.get_by_role("textbox").fill(sentence)
    for page in (stored, typed):
        expect(page.get_by_role("textbox")).to_have_value(sentence)
        expect(page.locator("caption")).to_have_text(sentence)
        expect(page.get_by_role("status").first).to_have_text(expected_finding(sentence))
        assert page.locator("img").count() == 0
    assert typed.locator("textarea").evaluate("box => box.matches(':dir(rtl)')") == (sentence == HEBREW)


def test_it_is_used_by_keyboard_alone(open_river: OpenFile, expected_finding: Finding) -> None:
    page = open_river()
    page.keyboard.press("Tab")
    page.keyboard.type(OTHER)
    page.keyboard.press("Enter")
    expect(page.get_by_role("status").first).to_have_text(expected_finding(OTHER))
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_role("textbox")).to_have_value(MUD)
    expect(page.locator("caption")).to_have_text(MUD)
    for _ in range(3):
        page.keyboard.press("Tab")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".near-title")).to_contain_text("Layer 3")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_is_accessible_on_a_phone_light_and_dark(open_river: OpenFile, scheme: str) -> None:
    page = open_river(MUD, viewport=PHONE, color_scheme=scheme, has_touch=True, is_mobile=True)
    page.locator("summary").tap()
    assert not Axe().run(page).response["violations"]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    lightness = page.evaluate("getComputedStyle(document.body).backgroundColor.match(/\\d+/g).map(Number)[0]")
    assert (lightness < 128) == (scheme == "dark")


@pytest.mark.parametrize("model", ["pocket-bert", "pocket-rope"])
def test_the_app_offers_the_page_with_the_sentence(
    page: Page, serve: Serve, tmp_path: Path, open_file: OpenFile, expected_finding: Finding, model: str
) -> None:
    open_live(page, serve, f"/which-bank?mine={MUD.replace(' ', '+')}&model={model}")
    page.locator(".st-key-foot summary").first.click()
    page.get_by_role("tab", name=TABS[-1]).click()
    with page.expect_download() as waited:
        page.get_by_role("button", name="Page (HTML)").click()
    file = tmp_path / waited.value.suggested_filename
    waited.value.save_as(file)
    taken = open_file(file, reduced_motion="reduce")
    expect(taken.locator("caption")).to_have_text(MUD)
    if model == "pocket-rope":  # no page computes it: the river as it stands
        expect(taken.get_by_role("textbox")).to_have_count(0)
        return
    taken.get_by_role("textbox").fill(OTHER)
    expect(taken.get_by_role("status").first).to_have_text(expected_finding(OTHER))
