"""The two grids: what they draw and say is in the numbers, and Python does not hear of what is looked at."""

import re

import pytest
from playwright.sync_api import Page, expect

from components.masks.grids import GridSelection
from tests.browser.apps.mask_grids_weights import (
    LEFT_TITLE,
    RIGHT_TITLE,
    STRANGE,
    beginnings,
    sentence,
    two_batches,
    two_masks,
)
from tests.browser.attention_atlas_page import Frames, colour_of, same_colours
from tests.browser.mask_grids_page import (
    LEFT,
    RIGHT,
    cell_middle,
    colours_in,
    column_name,
    grid,
    has_read,
    is_hatched,
    is_left_out,
    open_grids,
    python_holds,
    row_name,
    says,
    says_nothing,
    slider,
)
from tests.browser.rooms_page import accessibility_violations, expect_no_markup, expect_page_fits
from tests.browsers import Serve

pytestmark = pytest.mark.browser

COUNT = 9
BOTH, PAST = (panel.weights for panel in two_masks(COUNT))


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_weights_are_coloured_and_masked_cells_are_hatched(page: Page, serve: Serve, scheme: str) -> None:
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light", reduced_motion="reduce")
    open_grids(page, serve)
    for query, key in ((0, 0), (2, 6), (6, 2), (8, 8)):
        for side, weights in ((LEFT, BOTH), (RIGHT, PAST)):
            if side == RIGHT and key > query:
                assert is_hatched(page, side, query, key)
                continue
            actual = colours_in(page, side, query, key)
            assert len(actual) == 1  # of one colour, without a line in it
            same_colours([colour[:3] for colour in actual], [colour_of(weights[query, key], scheme)])
    assert accessibility_violations(page) == []


def test_looking_sends_nothing_and_a_row_is_kept_in_both(page: Page, serve: Serve) -> None:
    frames = Frames(page)
    open_grids(page, serve)
    sent, received = len(frames.sent), len(frames.received)
    grid(page, LEFT).hover(position=cell_middle(page, LEFT, 4, 5))
    says(page, LEFT, f"“not” puts {BOTH[4, 5]:.0%} of its attention on “good”. It sees all 9 tokens. ")
    says(page, LEFT, f"{BOTH[4, 5:].sum():.0%} of its attention goes right ({BOTH[4, 8]:.0%} of it to special tokens).")
    says(
        page, RIGHT, "“not” does not see “good”: weight 0%. It sees 5 of 9 tokens; out of sight: “good”, “at”, “all”, "
    )
    says(page, RIGHT, "Nothing goes right: no later token is in its sight.")
    grid(page, RIGHT).hover(position=cell_middle(page, RIGHT, 4, 3))
    says(page, LEFT, f"“not” puts {BOTH[4, 3]:.0%} of its attention on “was”.")
    says(page, RIGHT, f"“not” puts {PAST[4, 3]:.0%} of its attention on “was”.")
    page.get_by_text("Python holds").hover()
    says_nothing(page)
    assert (len(frames.sent), len(frames.received)) == (sent, received)

    grid(page, RIGHT).click(position=cell_middle(page, RIGHT, 4, 3))
    python_holds(page, GridSelection(4, 3), 2)
    assert len(frames.sent) == sent + 1
    page.get_by_text("Python holds").hover()
    says(page, LEFT, "“not” puts")  # kept: it stays when the mouse leaves
    grid(page, LEFT).click(position=row_name(page, LEFT, 2))
    python_holds(page, GridSelection(2), 3)
    grid(page, LEFT).click(position=row_name(page, LEFT, 2))
    python_holds(page, GridSelection(), 4)
    page.get_by_role("button", name="Show the third row").click()
    says(page, RIGHT, "“plan” sees 3 of 9 tokens")


def test_the_keyboard_alone_is_enough(page: Page, serve: Serve) -> None:
    open_grids(page, serve)
    page.get_by_role("button", name="Play").focus()
    for reached in (slider(page), grid(page, LEFT)):
        page.keyboard.press("Tab")
        expect(reached).to_be_focused()
    for pressed in ("ArrowDown", "ArrowDown", "ArrowRight", "End", "ArrowLeft"):
        page.keyboard.press(pressed)
    says(page, LEFT, f"“the” puts {BOTH[1, 7]:.0%} of its attention on “all”.")
    news = page.get_by_role("status").filter(has_text="does not see")
    expect(news).to_contain_text(f"{RIGHT_TITLE}: ")
    expect(grid(page, RIGHT)).to_have_attribute("aria-label", re.compile(re.escape(f"Right grid, {RIGHT_TITLE}: ")))
    page.keyboard.press("Enter")
    python_holds(page, GridSelection(1, 7), 2)
    page.keyboard.press("Escape")
    python_holds(page, GridSelection(), 3)
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Show the third row")).to_be_focused()


def test_words_not_read_are_left_out(page: Page, serve: Serve) -> None:
    open_grids(page, serve)
    slider(page).fill("4")
    has_read(page, 5, 5)  # with [CLS] in front
    for side in (LEFT, RIGHT):
        assert is_left_out(page, side, 2, 5)
        assert is_left_out(page, side, 5, 2)
        assert not is_left_out(page, side, 4, 4)
    assert is_hatched(page, RIGHT, 3, 4)
    expect(page.get_by_text("These are the weights of the finished sentence.")).to_be_visible()
    expect(page.get_by_text("no later word changes them")).to_have_count(1)
    before = colours_in(page, RIGHT, 4, 1)
    grid(page, LEFT).hover(position=row_name(page, LEFT, 3))
    right = BOTH[3, 4:].sum()
    says(
        page,
        LEFT,
        f"“was” sees all 5 tokens read so far. {right:.0%} of its attention goes right ({BOTH[3, 5:].sum():.0%}",
    )
    grid(page, LEFT).hover(position=cell_middle(page, LEFT, 7, 7))  # nothing is there
    says_nothing(page)
    slider(page).fill("7")
    has_read(page, COUNT, COUNT)
    assert colours_in(page, RIGHT, 4, 1) == before
    expect(page.get_by_text("These are the weights of the finished sentence.")).to_have_count(0)


def test_each_new_word_recolours_the_left_grid_and_no_row_of_the_right(page: Page, serve: Serve) -> None:
    open_grids(page, serve, "reads=1")
    slider(page).fill("3")
    has_read(page, 4, 4)
    expect(page.get_by_text("every new word changes the rows before it")).to_have_count(1)
    left, right = (colours_in(page, side, 2, 1) for side in (LEFT, RIGHT))
    slider(page).fill("4")
    has_read(page, 5, 5)
    assert colours_in(page, LEFT, 2, 1) != left
    assert colours_in(page, RIGHT, 2, 1) == right
    weights = beginnings(sentence(COUNT))[4]
    grid(page, LEFT).hover(position=cell_middle(page, LEFT, 2, 1))
    says(page, LEFT, f"“plan” puts {weights[2, 1]:.0%} of its attention on “the”.")
    grid(page, LEFT).hover(position=row_name(page, LEFT, 3))
    says(page, LEFT, f"{weights[3, 4]:.0%} of its attention goes right.")
    slider(page).fill("7")
    has_read(page, COUNT, COUNT)
    grid(page, LEFT).hover(position=cell_middle(page, LEFT, 2, 1))
    says(page, LEFT, f"“plan” puts {BOTH[2, 1]:.0%} of its attention on “the”.")


def test_the_same_word_lights_up_in_other_tokens(page: Page, serve: Serve) -> None:
    open_grids(page, serve, "models=1")
    grid(page, LEFT).hover(position=row_name(page, LEFT, 2))
    says(page, LEFT, "“likely” sees all 5 tokens.")
    says(page, RIGHT, "“unlikely” sees 1 of 2 tokens; out of sight: “plan”.")
    grid(page, LEFT).hover(position=row_name(page, LEFT, 0))
    says(page, RIGHT, "There is no “[CLS]” in this grid.")
    slider(page).fill("1")
    has_read(page, 3, 1)
    grid(page, RIGHT).click(position=row_name(page, RIGHT, 0))
    python_holds(page, GridSelection(2, None, 1))


def test_a_token_that_occurs_twice_is_named_by_its_number(page: Page, serve: Serve) -> None:
    open_grids(page, serve, "tokens=12")
    grid(page, LEFT).hover(position=cell_middle(page, LEFT, 1, 8))
    weight = two_masks(12)[0].weights[1, 8]
    says(page, LEFT, f"“the” (token 2) puts {weight:.0%} of its attention on “the” (token 9).")


def test_rows_of_padding_are_read_by_nobody(page: Page, serve: Serve) -> None:
    open_grids(page, serve, "tokens=5&padding=3")
    weights = two_batches(5, 3)[0].weights
    grid(page, RIGHT).hover(position=cell_middle(page, RIGHT, 2, 6))
    says(page, RIGHT, "“plan” does not see “[PAD]” (token 7), which is padding: weight 0%. It sees 5 of 8 tokens; ")
    says(page, RIGHT, "out of sight: 3 of padding.")
    grid(page, RIGHT).hover(position=row_name(page, RIGHT, 4))
    says(page, LEFT, "Nothing stands to its right.")
    says(page, RIGHT, "Nothing but padding stands to its right.")
    grid(page, RIGHT).hover(position=row_name(page, RIGHT, 6))
    says(page, RIGHT, "“[PAD]” (token 7) is padding: nobody reads what it gives.")
    grid(page, RIGHT).hover(position=column_name(page, RIGHT, 6))
    says(page, RIGHT, "No token that has been read sees “[PAD]” (token 7): it is padding.")
    grid(page, RIGHT).hover(position=column_name(page, RIGHT, 2))
    limit = sentence(5)[weights[:, 2].argmax()]
    for side in (LEFT, RIGHT):
        says(page, side, f"“plan” is seen by 5 of 5 tokens, most by “{limit}” ({weights[:, 2].max():.0%}).")
    slider(page).fill("1")
    has_read(page, 2, 2)


def test_a_phone_shows_any_sentence_as_text(page: Page, serve: Serve) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    open_grids(page, serve, "strange=1&tokens=12")
    expect_page_fits(page)
    boxes = [grid(page, side).bounding_box() for side in (LEFT, RIGHT)]
    assert all(box is not None and box["x"] >= 0 and box["x"] + box["width"] <= 390 for box in boxes)
    assert boxes[1]["y"] > boxes[0]["y"] + boxes[0]["height"]  # type: ignore[index]
    grid(page, LEFT).hover(position=cell_middle(page, LEFT, 1, 2))
    weight = two_masks(12, strange=True)[0].weights[1, 2]
    says(page, LEFT, f"“{STRANGE[0]}” puts {weight:.0%} of its attention on “{STRANGE[1]}”.")
    expect_no_markup(page)
    assert accessibility_violations(page) == []


def test_128_tokens_stay_readable(page: Page, serve: Serve) -> None:
    open_grids(page, serve, "tokens=128")
    weights = two_masks(128)[0].weights
    grid(page, LEFT).hover(position=cell_middle(page, LEFT, 60, 61))
    says(page, LEFT, f"{weights[60, 61:].sum():.0%} of its attention goes right")
    says(page, RIGHT, "and 63 more")
    expect(page.get_by_text(LEFT_TITLE)).to_be_visible()
    expect_page_fits(page)
