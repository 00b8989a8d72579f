"""Charts of attention draw, whatever the numbers, and say in figures what they say in colour."""

import altair as alt
import numpy as np
import pandas as pd
import pytest
import vl_convert

from components.attention.model.results import SegmentShares
from components.attention.tables.pairs import segment_table
from components.charts.heatmaps import (
    NUMBERED_LIMIT,
    TOKEN_LIMIT,
    attention_heatmap,
    masked_heatmap,
    segment_bars,
)
from components.masks.tables.grids import mask_matrix_table
from components.model.results import Token, Tokens
from components.tables.attention_weights import matrix_table

LIGHT, DARK = "#FCFBF8", "#10191F"


def sentence(count: int) -> Tokens:
    words = ["<b>", "the", "the", *(f"w{number}" for number in range(count))][:count]
    return Tokens("", tuple(Token(word, 9, 0, 1, False, False, False) for word in words))


def weights(count: int) -> pd.DataFrame:
    rows = np.random.default_rng(0).dirichlet(np.ones(count), count).astype(np.float32)
    return matrix_table(sentence(count), rows)


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


def test_bars_have_their_names_and_figures() -> None:
    shares = SegmentShares(np.full((1, 1, 2, 2), 0.25, np.float32), np.full((1, 1, 2), 0.5, np.float32))
    between = drawn(segment_bars(segment_table(shares)))
    assert between.count(">25.0%<") == 4
    assert between.count(">50.0%<") == 2
