"""The position panels: colours are as the numbers say, a pair is marked everywhere, Python hears of locks alone."""

import pytest
from playwright.sync_api import Page, expect

from components.positions.panels import PanelSelection
from tests.browser.apps.position_panels_numbers import STRANGE, panels
from tests.browser.attention_atlas_page import Frames, colours
from tests.browser.position_panels_page import (
    POSITIONS,
    TITLES,
    caption,
    cell,
    lies,
    open_panels,
    plot,
    point_at,
    python_holds,
    similar,
)
from tests.browser.rooms_page import PHONE, SCHEMES, accessibility_violations, expect_no_markup, expect_page_fits
from tests.browsers import Serve
from tests.test_architecture import THEME, contrast

pytestmark = pytest.mark.browser

PICTURE = "canvas => canvas.toDataURL()"
ALIKE = ("Learned: cosine", "Sinusoidal: cosine")


def written(pixel: tuple[int, ...]) -> str:
    return "#" + "".join(f"{channel:02x}" for channel in pixel)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_colours_say_the_sign_and_the_size(page: Page, serve: Serve, scheme: str) -> None:
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light", reduced_motion="reduce")
    open_panels(page, serve)
    title, dimension = "Sinusoidal: table", 10
    column = panels(POSITIONS)[TITLES.index(title)].values[:, dimension]
    canvas = plot(page, title)
    paper = THEME[scheme]["backgroundColor"]
    middles = [cell(page, title, row, dimension) for row in range(POSITIONS)]
    actual = colours(canvas, [(int(middle["x"]), int(middle["y"])) for middle in middles])
    for value, (red, _, blue) in zip(column, actual, strict=True):
        if abs(value) > 0.1:
            assert (blue > red) == (value > 0), value
    by_size = sorted(
        (float(value), contrast(written(pixel), paper)) for value, pixel in zip(column, actual, strict=True)
    )
    away = [strength for value, strength in by_size if value > 0.1]
    assert away == sorted(away)
    assert away[-1] > 3
    towards = [strength for value, strength in by_size if value < -0.1]
    assert towards == sorted(towards, reverse=True)
    assert towards[0] > 3
    assert accessibility_violations(page) == []


def test_a_pair_is_marked_and_said_everywhere(page: Page, serve: Serve) -> None:
    frames = Frames(page)
    open_panels(page, serve)
    python_holds(page, None, 1)
    sent = len(frames.sent)
    before = [plot(page, title).evaluate(PICTURE) for title in TITLES]
    point_at(page, "Learned: cosine", 7, 12)
    expect(caption(page)).to_contain_text("Position 7 and position 12, 5 apart:")
    for title in ALIKE:
        expect(caption(page)).to_contain_text(similar(title, 7, 12))
    expect(caption(page)).to_contain_text("ALiBi: bias −1.25")
    expect(page.locator(".value").nth(TITLES.index("Sinusoidal: cosine"))).to_have_text(
        similar("Sinusoidal: cosine", 7, 12).rpartition(" ")[2]
    )
    after = [plot(page, title).evaluate(PICTURE) for title in TITLES]
    assert all(first != other for first, other in zip(before, after, strict=True))

    point_at(page, "Learned: cosine", 30, 12)
    expect(caption(page)).to_contain_text("A short one: cosine has no position 30")
    point_at(page, "Sinusoidal: table", 9, 3)
    number = panels(POSITIONS)[TITLES.index("Sinusoidal: table")].values[9, 3]
    expect(caption(page)).to_contain_text(f"Sinusoidal: table, position 9, dimension 4: {number:.2f}.")
    page.get_by_role("heading", name="Where am I?").hover()
    expect(caption(page)).to_have_text("")
    assert [plot(page, title).evaluate(PICTURE) for title in TITLES] == before
    assert len(frames.sent) == sent

    plot(page, "Sinusoidal: cosine").click(position=cell(page, "Sinusoidal: cosine", 40, 2))
    python_holds(page, PanelSelection(40, 2), 2)
    expect(caption(page)).to_contain_text("Kept.")
    assert len(frames.sent) == sent + 1
    plot(page, "Learned: table").click(position=cell(page, "Learned: table", 5, 20))
    python_holds(page, PanelSelection(5, 2), 3)


def test_a_lock_stays_while_there_are_such_positions(page: Page, serve: Serve) -> None:
    open_panels(page, serve, "first=3&second=40")
    expect(caption(page)).to_contain_text("Position 3 and position 40, 37 apart:")
    plot(page, ALIKE[0]).click(position=cell(page, ALIKE[0], 3, 20))
    python_holds(page, PanelSelection(3, 20), 2)
    page.get_by_text("Fewer positions").click()
    python_holds(page, PanelSelection(3, 20), 4)  # the click, and the answer about the new panels
    page.get_by_text("Fewer positions").click()
    python_holds(page, PanelSelection(3, 20), 6)
    plot(page, ALIKE[0]).click(position=cell(page, ALIKE[0], 3, 50))
    python_holds(page, PanelSelection(3, 50), 7)
    page.get_by_text("Fewer positions").click()
    python_holds(page, None, 8)
    expect(caption(page)).to_have_text("")


def test_the_keyboard_alone_is_enough(page: Page, serve: Serve) -> None:
    page.emulate_media(reduced_motion="reduce")
    open_panels(page, serve)
    plot(page, "Learned: table").focus()
    news = page.get_by_role("status").filter(has_text="osition")
    for key, heard in (
        ("ArrowDown", "Position 0 with itself"),
        ("ArrowDown", "Position 1 and position 0, 1 apart"),
        ("Shift+ArrowRight", "Position 1 and position 10, 9 apart"),
        ("PageDown", "Position 2 and position 11, 9 apart"),
        ("Shift+PageUp", "Position 0 and position 9, 9 apart"),
        ("End", "Position 0 and position 63, 63 apart"),
        ("PageDown", "Position 0 and position 63, 63 apart"),
        ("ArrowLeft", "Position 0 and position 62, 62 apart"),
    ):
        page.keyboard.press(key)
        expect(news).to_contain_text(heard)
    page.keyboard.press("Enter")
    python_holds(page, PanelSelection(0, 62), 2)
    page.keyboard.press("ArrowUp")
    expect(news).to_contain_text("Position 0 and position 62")
    page.keyboard.press("Escape")
    python_holds(page, None, 3)


def test_512_positions_fit_a_phone(page: Page, serve: Serve) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    open_panels(page, serve, "positions=512&strange=1&first=17&second=420")
    expect_page_fits(page)
    for title in TITLES:
        box = plot(page, title).bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 390
    expect(page.get_by_text(STRANGE, exact=True)).to_be_visible()
    expect(page.locator(".room img")).to_have_count(0)
    expect_no_markup(page)
    assert accessibility_violations(page) == []
    boxes = [plot(page, title).bounding_box() for title in TITLES[:4]]
    tops = [box and round(box["y"]) for box in boxes]
    assert tops[0] == tops[1] < tops[2]  # two beside each other
    diagonal = lies(plot(page, "Sinusoidal: cosine"))
    assert diagonal.width == diagonal.height
    # A vector is most like itself, wherever it stands, though there are more positions than pixels.
    index = [(diagonal.left + i, diagonal.top + i) for i in range(60, diagonal.width, 16)]
    off = [(x, diagonal.top + 30) for x, _ in index]
    paper = THEME["light"]["backgroundColor"]
    on_it, beside = (colours(plot(page, "Sinusoidal: cosine"), points) for points in (index, off))
    assert min(contrast(written(pixel), paper) for pixel in on_it) > max(
        contrast(written(pixel), paper) for pixel in beside
    )


def test_a_phone_and_a_laptop_read_the_same_number_in_a_table(page: Page, serve: Serve) -> None:
    title, row, dimension = "Sinusoidal: table", 5, 10
    value = float(panels(POSITIONS)[TITLES.index(title)].values[row, dimension])
    for size in (PHONE, {"width": 1440, "height": 900}):
        page.set_viewport_size(size)
        open_panels(page, serve)
        point_at(page, title, row, dimension)
        read = f"{title}, position {row}, dimension {dimension + 1}: {value:.2f}".replace("-", "−")
        expect(caption(page)).to_contain_text(read)
