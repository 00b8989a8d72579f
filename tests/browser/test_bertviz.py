"""bertviz's three views in a frame of the app: drawn, hovered over, and kept apart from everything else.

The page fixture fails on a request to another machine, an error thrown in the frame, a dialog, or a refusal of the
policy.
"""

import re
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import FrameLocator, Locator, Page, expect

from tests.browser.apps.bertviz_app import LABELS, SHAPE
from tests.browsers import Serve

pytestmark = pytest.mark.browser

APP = Path(__file__).parent / "apps" / "bertviz_app.py"
COUNT = len(LABELS["pair"])
LAYERS, HEADS = SHAPE["pair"]
HOSTILE = LABELS["script"][1]


def opened(page: Page, serve: Serve, view: str, words: str = "pair", scheme: str = "light") -> FrameLocator:
    """The frame with the view, once it has drawn."""
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light", reduced_motion="reduce")
    page.goto(f"{serve(APP)}?view={view}&words={words}")
    frame = page.frame_locator("iframe")
    frame.locator("#vis svg").wait_for()
    return frame


def opacities(shapes: Locator) -> np.ndarray:
    return np.array(shapes.evaluate_all("all => all.map(one => Number(getComputedStyle(one).opacity))"))


def numbers(shapes: Locator, name: str) -> np.ndarray:
    return np.array(shapes.evaluate_all("(all, name) => all.map(one => Number(one.getAttribute(name)))", name))


@pytest.mark.parametrize("view", ["head", "model", "neuron"])
def test_a_view_fetches_its_page_and_nothing_else_and_cannot_reach_the_app(page: Page, serve: Serve, view: str) -> None:
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url) if request.frame != page.main_frame else None)
    frame = opened(page, serve, view)
    assert len(requests) == 1
    assert re.search(r"/parcel/[0-9a-f]{32}/page\.html$", requests[0])
    reached = frame.locator("body").evaluate(
        "() => { try { return [origin, parent.document.title]; } catch (error) { return [origin, error.name]; } }"
    )
    assert reached == ["null", "SecurityError"]


def test_the_head_view_draws_every_head_of_a_layer(page: Page, serve: Serve) -> None:
    frame = opened(page, serve, "head")
    lines = frame.locator("#attention line")
    expect(lines).to_have_count(HEADS * COUNT**2)
    expect(frame.locator("#left text")).to_have_text(list(LABELS["pair"]))
    expect(frame.locator("#right text")).to_have_text(list(LABELS["pair"]))
    expect(frame.get_by_label("Layer").locator("option")).to_have_text([str(layer) for layer in range(LAYERS)])
    weights = numbers(lines, "stroke-opacity").reshape(HEADS, COUNT, COUNT) * HEADS
    np.testing.assert_allclose(weights.sum(axis=-1), 1, atol=1e-3)
    assert [int(row) for row in weights[2].argmax(axis=-1)] == [(token + 2) % COUNT for token in range(COUNT)]


def test_hovering_in_the_head_view_lights_up_what_a_token_looks_at(page: Page, serve: Serve) -> None:
    frame = opened(page, serve, "head")
    boxes = frame.locator("#right .attentionBoxes rect")
    assert not opacities(boxes).any()
    frame.locator("#left text").nth(1).hover()
    expect(frame.locator("#left .background").nth(1)).to_have_css("opacity", "1")
    expect(frame.locator("#attention line[visibility='visible']")).to_have_count(HEADS * COUNT)
    lit = opacities(boxes).reshape(HEADS, COUNT)
    assert [int(row) for row in lit.argmax(axis=-1)] == [(1 + head) % COUNT for head in range(HEADS)]
    frame.get_by_label("Layer").hover()
    expect(frame.locator("#left .background").nth(1)).to_have_css("opacity", "0")
    assert not opacities(boxes).any()


def test_one_head_alone_and_another_layer(page: Page, serve: Serve) -> None:
    frame = opened(page, serve, "head")
    frame.locator("#vis svg > g").last.locator("rect").nth(3).dblclick()
    weights = numbers(frame.locator("#attention line"), "stroke-opacity").reshape(HEADS, -1)
    assert [bool(head.any()) for head in weights] == [head == 3 for head in range(HEADS)]
    frame.get_by_label("Layer").select_option("2")
    expect(frame.get_by_label("Layer")).to_have_value("2")
    expect(frame.locator("#attention line")).to_have_count(HEADS * COUNT**2)


@pytest.mark.parametrize("view", ["head", "neuron"])
def test_the_directions_of_a_pair(page: Page, serve: Serve, view: str) -> None:
    frame = opened(page, serve, view)
    frame.get_by_label("Attention").select_option(label="Sentence A -> Sentence B")
    left, right = ("#left", "#right") if view == "head" else ("#collapsed #leftText", "#collapsed #rightText")
    expect(frame.locator(f"{left} text")).to_have_text(list(LABELS["pair"][:5]))
    expect(frame.locator(f"{right} text")).to_have_text(list(LABELS["pair"][5:]))


def test_the_model_view_draws_every_head_and_enlarges_the_one_clicked(page: Page, serve: Serve) -> None:
    frame = opened(page, serve, "model")
    expect(frame.locator("line")).to_have_count(LAYERS * HEADS * COUNT**2)
    thumbnails = frame.locator("#vis svg > g:not(.detail)")
    expect(thumbnails).to_have_count(LAYERS * HEADS)
    thumbnails.nth(1 * HEADS + 2).locator("rect").last.click()
    expect(frame.get_by_text("Layer 1, Head 2", exact=True)).to_be_visible()
    expect(frame.locator(".detail .token")).to_have_text([*LABELS["pair"]] * 2)
    frame.locator(".detail .token").nth(4).hover()
    shown = opacities(frame.locator(".attn-line-group"))
    assert [int(row) for row in np.flatnonzero(shown)] == [4]
    frame.get_by_label("Attention").select_option(label="Sentence B -> Sentence B")
    expect(frame.locator("line")).to_have_count(LAYERS * HEADS * 2**2)


def test_the_neuron_view_multiplies_queries_and_keys(page: Page, serve: Serve) -> None:
    page.set_viewport_size({"width": 800, "height": 720})  # narrower than the view: it scrolls
    frame = opened(page, serve, "neuron")
    frame.get_by_label("Layer").select_option("1")
    frame.get_by_label("Head").select_option("2")
    token = frame.locator("#collapsed #leftText > g").nth(3)
    token.hover()
    expect(token.locator(".plus-sign")).to_have_css("opacity", "1")
    token.locator("rect").last.click()
    expect(frame.get_by_text("Query q", exact=True)).to_be_visible()
    frame.locator("#expanded #leftText > g").nth(3).locator("text").hover()
    expect(frame.locator("#product")).to_have_css("opacity", "1")
    queries, keys = np.random.default_rng(0).normal(scale=3, size=(2, LAYERS, HEADS, COUNT, 16)).astype(np.float32)
    scores = keys[1, 2] @ queries[1, 2, 3] / np.sqrt(16)
    np.testing.assert_allclose(numbers(frame.locator(".dotproduct"), "data-value"), scores, atol=0.02)
    shown = opacities(frame.locator("#expanded #rightText .highlight"))
    assert int(shown.argmax()) == 5  # where head 2 looks from token 3
    edges = frame.locator("#expanded").evaluate(
        "drawn => [drawn.getBoundingClientRect().right, document.documentElement.scrollWidth, innerWidth]"
    )
    assert edges[2] < edges[0] <= edges[1]
    assert shown.sum() == pytest.approx(1, abs=1e-3)


@pytest.mark.parametrize("view", ["head", "model", "neuron"])
def test_markup_in_a_token_stays_text(page: Page, serve: Serve, view: str) -> None:
    """The page fixture fails on the dialog that `alert` would open, and on what the policy had to refuse."""
    frame = opened(page, serve, view, "script")
    if view == "model":
        frame.locator("#vis svg > g").first.locator("rect").last.click()
    shown = frame.locator("#vis text").filter(has_text=HOSTILE, visible=True)
    expect(shown.first).to_be_visible()
    expect(shown.first).to_have_text(HOSTILE)
    shown.first.hover()
    expect(frame.locator("img, b")).to_have_count(0)
    expect(frame.locator("script")).to_have_count(4)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("view", ["head", "model", "neuron"])
def test_what_is_written_stands_out(page: Page, serve: Serve, view: str, scheme: str) -> None:
    frame = opened(page, serve, view, scheme=scheme)
    paper = frame.locator("html").evaluate("html => getComputedStyle(html).backgroundColor")
    assert paper == ("rgb(0, 0, 0)" if scheme == "dark" else "rgb(255, 255, 255)")
    inks = frame.locator("#vis text").evaluate_all("all => all.map(one => getComputedStyle(one).fill)")
    inks += frame.locator("label").evaluate_all("all => all.map(one => getComputedStyle(one).color)")
    levels = [min(map(int, re.findall(r"\d+", ink)[:3])) for ink in inks]
    assert all(level >= 200 if scheme == "dark" else level <= 40 for level in levels), set(inks)
