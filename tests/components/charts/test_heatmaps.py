"""Charts of attention draw, whatever the numbers, and say in figures what they say in colour."""

import re
from itertools import pairwise

import altair as alt
import numpy as np
import pandas as pd
import pytest
import vl_convert

from components.attention.model.results import HeadChange, SegmentShares
from components.attention.tables.pairs import changed_heads_table, difference_table, segment_table
from components.charts.heatmaps import (
    MIN_TYPE_SIZE,
    NUMBERED_LIMIT,
    TOKEN_LIMIT,
    attention_heatmap,
    changed_head_bars,
    difference_heatmap,
    masked_heatmap,
    received_bars,
    segment_bars,
)
from components.masks.tables.grids import mask_matrix_table
from components.model.results import Token, Tokens
from components.tables.attention_weights import matrix_table, received_table
from tests.test_architecture import luminance

LIGHT, DARK = "#FCFBF8", "#10191F"


def sentence(count: int) -> Tokens:
    words = ["<b>", "the", "the", *(f"w{number}" for number in range(count))][:count]
    return Tokens("", tuple(Token(word, 9, 0, 1, False, False, False) for word in words))


def weights(count: int) -> pd.DataFrame:
    rows = np.random.default_rng(0).dirichlet(np.ones(count), count).astype(np.float32)
    return matrix_table(sentence(count), rows)


def changes(matrix: np.ndarray) -> pd.DataFrame:
    tokens = sentence(len(matrix))
    return difference_table(tokens, tokens, tuple((i, i) for i in range(len(matrix))), matrix.astype(np.float32))


def drawn(chart: alt.LayerChart, background: str = LIGHT) -> str:
    spec = {"width": 600, "background": background, **chart.to_dict()}
    return str(vl_convert.vegalite_to_svg(spec))


@pytest.mark.parametrize("background", [LIGHT, DARK])
def test_every_cell_has_its_number_and_tokens_that_read_alike_are_two(background: str) -> None:
    table = weights(6)
    picture = drawn(attention_heatmap(table), background)
    assert picture.count(">the<") == 4  # two of them, on both axes
    assert all(f">{weight:.2f}<" in picture for weight in table["weight"])
    assert "<b>" not in picture


@pytest.mark.parametrize("count", [6, NUMBERED_LIMIT + 1])
def test_what_a_mask_hides_is_crossed_and_has_no_number(count: int) -> None:
    allowed = np.tri(count, dtype=np.bool_)
    rows = np.where(allowed, 1 / allowed.sum(axis=1, keepdims=True), 0).astype(np.float32)
    picture = drawn(masked_heatmap(mask_matrix_table(sentence(count), rows, allowed)))
    assert picture.count(">×<") == count * (count - 1) // 2
    assert picture.count(">the<") == 4
    assert ">0.00<" not in picture
    assert ">NaN<" not in picture
    assert (picture.count(">1.00<") == 1) == (count <= NUMBERED_LIMIT)
    everything = drawn(masked_heatmap(mask_matrix_table(sentence(count), rows, allowed | True)))
    assert ">×<" not in everything


def test_many_tokens_have_no_numbers_and_too_many_are_refused() -> None:
    picture = drawn(attention_heatmap(weights(TOKEN_LIMIT)))
    assert picture.count(">the<") == 4
    assert ">0.0" not in picture.replace(">0.0<", "")
    with pytest.raises(ValueError, match="at most 40"):
        attention_heatmap(weights(TOKEN_LIMIT + 1))


def test_maps_side_by_side_both_have_numbers_or_none_has() -> None:
    small = weights(NUMBERED_LIMIT)
    number = f">{small['weight'].iloc[0]:.2f}<"
    for beside in (0, 1, NUMBERED_LIMIT):
        assert number in drawn(attention_heatmap(small, beside=beside))
    assert number not in drawn(attention_heatmap(small, beside=NUMBERED_LIMIT + 1))


@pytest.mark.parametrize("count", [1, NUMBERED_LIMIT, NUMBERED_LIMIT + 1])
@pytest.mark.parametrize("scale", [0, 1e-9, 1])
def test_differences_are_symmetric_around_nothing(count: int, scale: float) -> None:
    matrix = scale * (np.random.default_rng(1).random((count, count)) - 0.9)
    chart = difference_heatmap(changes(matrix))
    low, middle, high = chart.to_dict()["layer"][0]["encoding"]["color"]["scale"]["domain"]
    assert (low, middle) == (-high, 0)
    assert high >= np.abs(matrix).max() - 1e-6
    assert "NaN" not in drawn(chart)


def test_the_sign_of_a_difference_is_written_and_not_only_coloured() -> None:
    small = drawn(difference_heatmap(changes(np.array([[0.5, -0.25], [0.001, 0]]))))
    assert all(f">{text}<" in small for text in ("+0.50", "−0.25", "0"))
    matrix = np.zeros((NUMBERED_LIMIT + 1,) * 2)
    matrix[2, 3], matrix[4, 5] = 0.5, -0.4
    large = drawn(difference_heatmap(changes(matrix)))
    assert large.count(">+<") == 1
    assert large.count(">−<") == 1


def test_numbers_too_small_to_read_are_left_out_and_signs_are_not() -> None:
    change = changes(np.full((10, 10), 0.25))
    for chart, sign in ((attention_heatmap(weights(10)), None), (difference_heatmap(change), "+")):
        texts = {}
        for width in (200, 600):
            picture = str(vl_convert.vegalite_to_svg({**chart.to_dict(), "width": width}))
            texts[width] = re.findall(
                r'aria-roledescription="text mark"[^>]*font-size="([\d.]+)px"[^>]*>([^<]*)<', picture
            )
            assert all(float(size) >= MIN_TYPE_SIZE for size, _ in texts[width])
        assert len(texts[600]) == 100
        assert {text for _, text in texts[200]} == ({sign} if sign else set())


def colours(background: str) -> list[str]:
    """Fills of cells whose change goes from -0.5 to 0.5."""
    matrix = np.zeros((5, 5))
    matrix[0] = [-0.5, -0.25, 0, 0.25, 0.5]
    picture = drawn(difference_heatmap(changes(matrix)), background)
    cells = [part for part in picture.split("<path")[1:] if 'aria-roledescription="rect mark"' in part][:5]
    fills = [part.split('fill="')[1].split('"')[0] for part in cells]
    numbers = [[int(n) for n in fill.removeprefix("rgb(").removesuffix(")").split(",")] for fill in fills]
    return ["#{:02X}{:02X}{:02X}".format(*rgb) for rgb in numbers]


@pytest.mark.parametrize(("background", "direction"), [(LIGHT, 1), (DARK, -1)])
def test_no_change_has_the_colour_of_the_page_and_change_goes_away_from_it(background: str, direction: int) -> None:
    cell_colours = colours(background)
    assert cell_colours[2] == background
    less = [direction * luminance(colour) for colour in cell_colours[:3]]
    more = [direction * luminance(colour) for colour in cell_colours[2:]]
    assert all(inner < other for inner, other in pairwise(less))
    assert all(inner > other for inner, other in pairwise(more))


def test_bars_have_their_names_and_figures() -> None:
    received = drawn(received_bars(received_table(sentence(3), np.array([[[0.5, 0.3, 0.2]]], np.float32))))
    assert all(f">{text}<" in received for text in ("50.0%", "30.0%", "20.0%"))
    shares = SegmentShares(np.full((1, 1, 2, 2), 0.25, np.float32), np.full((1, 1, 2), 0.5, np.float32))
    between = drawn(segment_bars(segment_table(shares)))
    assert between.count(">25.0%<") == 4
    assert between.count(">50.0%<") == 2
    heads = drawn(changed_head_bars(changed_heads_table([HeadChange(11, 11, 0.5), HeadChange(0, 0, 0.0)], count=9)))
    assert ">layer 12, head 12<" in heads
