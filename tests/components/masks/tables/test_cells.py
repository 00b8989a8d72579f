"""One cell under two masks, step by step and typeset: the numbers are those of the cell."""

import re
from dataclasses import replace

import numpy as np
import pytest

from components.masks.model.results import MaskCell
from components.masks.tables.cells import (
    addend_formula,
    cell_finding,
    cell_table,
    mask_formula,
    score_formula,
    weight_formula,
)
from components.model.inference.attention_mask import (
    AttentionMask,
    Bidirectional,
    Causal,
    Padding,
    Prefix,
    SlidingWindow,
)
from components.model.inference.results import WeightAnatomy
from tests.components.attention.tables.test_weight_anatomy import anatomy
from tests.components.masks.tables.test_findings import ALL_MASKS


def cell(mask: AttentionMask, key: int, without: WeightAnatomy, masked: WeightAnatomy) -> MaskCell:
    return MaskCell(mask, replace(without, key_position=key), replace(masked, key_position=key))


OPEN = anatomy(visible=(True,) * 5)
CAUSALLY = anatomy(visible=(True, True, False, False, False))


def test_a_cell_step_by_step() -> None:
    table = cell_table(cell(Causal(), 3, OPEN, CAUSALLY)).set_index("step")
    assert table.loc["dot product", "bidirectional"] == table.loc["dot product", "masked"] == 5.5
    assert table.loc["scaled score", "masked"] == 2.75
    assert list(table.loc["mask", ["bidirectional", "masked"]]) == [0, -np.inf]
    assert table.loc["score and mask", "masked_figure"] == "−∞"
    assert table.loc["numerator", "masked"] == table.loc["weight", "masked"] == 0
    for column, actual in (("bidirectional", OPEN), ("masked", CAUSALLY)):
        assert table.loc["denominator", column] == pytest.approx(np.exp(actual.scores[actual.attention_mask]).sum())
    ratio = table.loc["numerator", "bidirectional"] / table.loc["denominator", "bidirectional"]
    assert table.loc["weight", "bidirectional"] == pytest.approx(ratio, rel=1e-5)


def test_a_cell_in_words() -> None:
    hidden = cell_finding(cell(Causal(), 3, OPEN, CAUSALLY))
    assert f"{OPEN.weights[3]:.4f}" in hidden
    assert "exactly 0" in hidden
    finding = cell_finding(cell(Causal(), 1, OPEN, CAUSALLY))
    assert "3 keys of this row are hidden" in finding
    assert finding.index(f"{OPEN.weights[1]:.4f}") < finding.index(f"{CAUSALLY.weights[1]:.4f}")
    assert "exactly 0" not in finding
    assert cell_finding(cell(Bidirectional(), 1, OPEN, OPEN)).startswith("The mask hides no key of this row")


def test_formulas_have_the_numbers_of_the_cell() -> None:
    hidden = cell(Causal(), 3, OPEN, CAUSALLY)
    assert addend_formula(hidden) == r"m_{2,4} = -\infty \quad \text{since} \quad 4 > 2"
    assert addend_formula(cell(Causal(), 1, OPEN, CAUSALLY)).endswith(r"= 0 \quad \text{since} \quad 2 \le 2")
    assert addend_formula(cell(Bidirectional(), 1, OPEN, OPEN)) == "m_{2,2} = 0"
    assert score_formula(OPEN) == (r"s_{ij} = \frac{q_i \cdot k_j}{\sqrt{d}} = \frac{5.5}{\sqrt{4}} = 2.75")
    other = replace(OPEN, scale=0.25, dot_products=-OPEN.dot_products)
    assert score_formula(other).endswith(r"= 0.25 \cdot (-5.5) = -1.375")
    assert weight_formula(hidden.masked).endswith(r"= 0 \end{aligned} \;")
    assert r"e^{-\infty}" in weight_formula(hidden.masked)
    assert f"= {OPEN.weight:.4g}" in weight_formula(OPEN)
    large = replace(OPEN, dot_products=OPEN.dot_products * np.float32(1e3))
    assert " - 2750" in weight_formula(large)


@pytest.mark.parametrize(
    ("mask", "key", "reason"),
    [
        (Prefix(3), 2, r"3 \le \max(2, 3) = 3"),
        (Prefix(3), 3, r"4 > \max(2, 3) = 3"),
        (SlidingWindow(1), 3, "|2 - 4| = 2 > 1"),
        (SlidingWindow(1), 0, r"|2 - 1| = 1 \le 1"),
        (Padding(2), 3, "4 > 2"),
    ],
)
def test_reasons_agree_with_what_the_mask_allows(mask: AttentionMask, key: int, reason: str) -> None:
    masked = anatomy(visible=tuple(mask.allowed(5)[1].tolist()))
    formula = addend_formula(cell(mask, key, OPEN, masked))
    assert formula.endswith(reason)
    assert (r"\infty" in formula) is not mask.allowed(5)[1, key]
    assert (">" in reason or "<" in reason) is not mask.allowed(5)[1, key]


@pytest.mark.parametrize("mask", ALL_MASKS)
def test_formulas_hold_symbols_alone(mask: AttentionMask) -> None:
    formula = mask_formula(mask)
    assert (formula == "m_{ij} = 0") is (mask == Bidirectional())
    words = set(re.findall(r"[A-Za-z]{3,}", formula))
    assert words <= {"begin", "cases", "text", "otherwise", "end", "infty", "max", "cells"}
    assert formula.count("{") == formula.count("}")
