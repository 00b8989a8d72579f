"""The token strip under mouse, keyboard and hurried fingers."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.rooms_page import wait_for
from tests.browser.token_strip_page import box, chip, choose, is_masked, is_shown, open_app, python_holds
from tests.browsers import Serve

pytestmark = pytest.mark.browser


def test_a_click_masks_and_another_shows_again(page: Page, serve: Serve) -> None:
    open_app(page, serve)
    chip(page, "capital").click()
    is_masked(page, "capital")
    expect(page.get_by_role("status").filter(has_text="capital masked")).to_be_attached()
    python_holds(page, [2])
    is_shown(page, "france")
    chip(page, "capital").click()
    is_shown(page, "capital")
    expect(page.get_by_role("status").filter(has_text="capital shown")).to_be_attached()
    python_holds(page, [])


def test_typed_and_special_tokens_do_not_toggle(page: Page, serve: Serve) -> None:
    open_app(page, serve)
    typed = chip(page, "[MASK]")
    expect(typed).to_have_attribute("title", re.compile("typed in the sentence"))
    typed.dispatch_event("click")  # a real click waits for a button that is not aria-disabled
    page.get_by_text("[CLS]", exact=True).click()
    chip(page, "the").click()
    python_holds(page, [1])
    expect(typed).not_to_have_attribute("aria-pressed", "true")


def test_the_keyboard_alone_is_enough_and_keeps_its_place(page: Page, serve: Serve) -> None:
    open_app(page, serve)
    page.get_by_role("radio", name="river").focus()
    page.keyboard.press("Tab")
    expect(chip(page, "the")).to_be_focused()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Space")
    python_holds(page, [2])
    expect(chip(page, "capital")).to_be_focused()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    python_holds(page, [2, 3])
    expect(chip(page, "of")).to_be_focused()
    page.keyboard.down("Enter")
    page.keyboard.down("Enter")  # held down: the browser repeats the key, the chip does not follow
    page.keyboard.up("Enter")
    python_holds(page, [2])
    page.keyboard.press("End")
    expect(chip(page, ".")).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(chip(page, ".")).to_be_focused()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowLeft")
    expect(chip(page, "the")).to_be_focused()
    page.keyboard.press("End")
    page.keyboard.press("ArrowUp")
    expect(chip(page, "said")).to_be_focused()
    expect(chip(page, "said")).to_have_css("outline-style", "solid")
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Clear")).to_be_focused()
    page.keyboard.press("Shift+Tab")
    expect(chip(page, "said")).to_be_focused()


def test_quick_clicks_are_all_kept_while_python_is_busy(page: Page, serve: Serve) -> None:
    open_app(page, serve, "?slow")
    names = ("the", "capital", "of", "france", "is")
    for name in names:
        chip(page, name).click()
    chip(page, "of").dblclick()
    for name in names:
        is_masked(page, name)
    python_holds(page, [1, 2, 3, 4, 5])
    for name in names:
        is_masked(page, name)


def test_a_chip_reacts_before_the_server_answers(page: Page, serve: Serve) -> None:
    open_app(page, serve)
    # No message can arrive between the click and the look: the page itself has marked the chip.
    assert chip(page, "capital").evaluate("button => { button.click(); return button.ariaPressed; }") == "true"
    python_holds(page, [2])


def test_an_earlier_answer_never_takes_back_a_later_click(page: Page, serve: Serve) -> None:
    open_app(page, serve, "?slow")
    chip(page, "the").evaluate(
        """button => {
          window.takenBack = 0;
          const watch = new MutationObserver((changes) => {
            window.takenBack += changes.filter(({ oldValue, target }) =>
              oldValue === "true" && target.ariaPressed === "false").length;
          });
          watch.observe(button.closest(".strip"),
            { subtree: true, attributeFilter: ["aria-pressed"], attributeOldValue: true });
        }"""
    )
    for name in ("the", "capital", "of"):
        chip(page, name).click()
    python_holds(page, [1, 2, 3])
    assert page.evaluate("window.takenBack") == 0


def test_python_clears_the_masks_and_the_same_click_works_again(page: Page, serve: Serve) -> None:
    open_app(page, serve)
    for _ in range(2):
        chip(page, "capital").click()
        python_holds(page, [2])
        page.get_by_role("button", name="Clear").click()
        python_holds(page, [])
        is_shown(page, "capital")


def test_another_sentence_starts_unmasked(page: Page, serve: Serve) -> None:
    open_app(page, serve)
    chip(page, "the").click()
    python_holds(page, [1])
    choose(page, "long")
    is_shown(page, "rind")
    python_holds(page, [])
    chip(page, "##gesetz").click()
    python_holds(page, [7])
    expect(chip(page, "the")).to_have_count(0)


def test_markup_in_a_token_stays_text(page: Page, serve: Serve) -> None:
    """The page fixture fails on the dialog that `alert` would open."""
    open_app(page, serve)
    choose(page, "script")
    token = "<img src=x onerror=alert(1)>"
    expect(chip(page, token)).to_be_visible()
    chip(page, token).click()
    is_masked(page, token)
    python_holds(page, [1])
    expect(page.locator("img[src='x']")).to_have_count(0)
    expect(page.locator(".strip script")).to_have_count(0)


def test_several_tiles_are_masked_by_one_drag_or_with_shift(page: Page, serve: Serve) -> None:
    open_app(page, serve)
    chip(page, "capital").hover()
    page.mouse.down()
    chip(page, "of").hover()
    chip(page, "is").hover()  # a quick hand passes tiles between two events
    for name in ("capital", "of", "france", "is"):
        is_masked(page, name)
    expect(page.locator(".swept")).to_have_count(4)
    python_holds(page, [])  # not before the end
    chip(page, "france").hover()
    is_shown(page, "is")
    page.mouse.up()
    expect(page.locator(".swept")).to_have_count(0)
    python_holds(page, [2, 3, 4])
    chip(page, "of").click(modifiers=["Shift"])  # from where the drag ended
    python_holds(page, [2])
    page.keyboard.down("Shift")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    python_holds(page, [2])
    page.keyboard.up("Shift")
    python_holds(page, [2, 3, 4, 5])
    expect(chip(page, "is")).to_be_focused()
    chip(page, "said").hover()
    page.mouse.down()
    chip(page, ",").hover()  # over the mask that was typed
    page.keyboard.press("Escape")
    page.mouse.up()
    expect(page.locator(".swept")).to_have_count(0)
    chip(page, "is").click()
    python_holds(page, [2, 3, 4])


def _drag_with_finger(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    finger = page.context.new_cdp_session(page)
    finger.send("Emulation.setTouchEmulationEnabled", {"enabled": True})
    for step in range(9):
        x, y = (a + (b - a) * step / 8 for a, b in zip(start, end, strict=True))
        kind = "touchMove" if step else "touchStart"
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def _middle(page: Page, name: str) -> tuple[float, float]:
    bounds = box(chip(page, name))
    return bounds["x"] + bounds["width"] / 2, bounds["y"] + bounds["height"] / 2


def test_a_finger_that_moves_sideways_masks_and_one_that_moves_up_scrolls(page: Page, serve: Serve) -> None:
    open_app(page, serve)
    _drag_with_finger(page, _middle(page, "capital"), _middle(page, "france"))
    python_holds(page, [2, 3, 4])
    page.set_viewport_size({"width": 1280, "height": 300})
    x, y = _middle(page, "capital")
    _drag_with_finger(page, (x, y), (x, y - 120))
    wait_for(page, "document.querySelector('.stMain').scrollTop > 20")
    expect(page.locator(".swept")).to_have_count(0)
    chip(page, "is").click()
    python_holds(page, [2, 3, 4, 5])


def test_in_a_line_that_scrolls_sideways_a_finger_scrolls(page: Page, serve: Serve) -> None:
    page.set_viewport_size({"width": 360, "height": 800})
    open_app(page, serve)
    expect(page.locator(".strip")).to_have_attribute("data-more-after", "")
    _drag_with_finger(page, _middle(page, "of"), _middle(page, "the"))
    expect(page.locator(".strip")).to_have_attribute("data-more-before", "")
    expect(page.locator(".swept")).to_have_count(0)
    python_holds(page, [])
