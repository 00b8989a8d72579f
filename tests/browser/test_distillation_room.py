"""The distillation room in a real browser: mouse and links."""

from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, expect

from tests.browser.rooms_page import (
    choose_option,
    expect_link,
    expect_no_error,
    open_live,
    wait_for,
    wait_until_idle,
)
from tests.browsers import Serve

pytestmark = pytest.mark.browser


def room(**link: str) -> str:
    return f"/what-a-small-one-keeps?{urlencode(link)}"


def test_an_old_link_to_the_speed_room_opens_this_room_with_its_settings(page: Page, serve: Serve) -> None:
    open_live(page, serve, f"/half-the-layers?{urlencode({'ask': 'Soft targets', 'T': '4'})}")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Distillation")
    expect(page.locator(".st-key-finding")).to_contain_text("Softened")
    expect_link(page, mode="Soft targets", T="4", ask=None)


# Of each machine on the screen: its place in the window, the height of a row, and whether its pass is on the way.
MACHINES = """() => [...document.querySelectorAll(".st-key-figure .stBidiComponent")].map((each) => {
  const find = (root) => root.querySelector("canvas.building")
    ?? [...root.querySelectorAll("*")].map((child) => child.shadowRoot && find(child.shadowRoot)).find(Boolean);
  const canvas = find(each);
  const { left, top, bottom } = canvas.getBoundingClientRect();
  const { pitch, moving } = canvas.dataset;
  return { left, top, bottom, pitch: Number(pitch) / devicePixelRatio, moving };
})"""


def test_the_student_is_half_as_high_as_its_teacher_and_stands_on_the_same_line(page: Page, serve: Serve) -> None:
    open_live(page, serve, room())
    wait_until_idle(page)
    expect(page.locator("canvas.building")).to_have_count(2)
    teacher, student = page.evaluate(MACHINES)
    assert student["left"] > teacher["left"]
    assert student["bottom"] == pytest.approx(teacher["bottom"], abs=2)
    assert student["pitch"] == pytest.approx(teacher["pitch"], abs=0.5)
    assert student["top"] - teacher["top"] == pytest.approx(2 * teacher["pitch"], abs=2)  # two layers fewer
    page.set_viewport_size({"width": 390, "height": 844})
    wait_for(page, f"() => {{ const [first, second] = ({MACHINES})(); return second.top > first.bottom; }}")


def test_one_button_plays_both_and_a_click_on_a_machine_opens_nothing(page: Page, serve: Serve) -> None:
    open_live(page, serve, room())
    wait_until_idle(page)
    wait_for(page, f"() => ({MACHINES})().every(({{ moving }}) => moving === 'false')")
    plays = page.get_by_role("button", name="Play", exact=True)
    expect(plays).to_have_count(1)
    before = page.url
    page.locator("canvas.building").first.click()
    expect(page.locator(".trail").first).to_be_hidden()
    plays.click()
    wait_for(page, f"() => ({MACHINES})().every(({{ moving }}) => moving === 'true')")
    wait_for(page, f"() => ({MACHINES})().map(({{ moving }}) => moving).join() === 'true,false'")  # half the layers
    assert page.url == before
    expect_no_error(page)


def test_back_leads_from_the_words_to_the_machines(page: Page, serve: Serve) -> None:
    open_live(page, serve, room())
    page.locator(".st-key-why summary").first.click()
    wait_until_idle(page)
    choose_option(page, "Compare them", "word by word")
    expect_link(page, drawn="2")
    expect(page.locator(".st-key-figure .stVegaLiteChart")).to_be_visible()
    expect(page.locator("canvas.building")).to_have_count(0)
    page.go_back()
    expect(page.locator("canvas.building")).to_have_count(2)
    expect_link(page, drawn=None)
