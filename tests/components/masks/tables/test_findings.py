"""Masks in words and as tables: what is said comes from the numbers."""

from dataclasses import replace

import numpy as np
import pytest

from components.masks.model.results import MaskComparison, TokenView
from components.masks.tables.findings import (
    comparison_finding,
    grid_name,
    mask_wording,
    right_finding,
    token_view_table,
)
from components.model.inference.attention_mask import (
    AttentionMask,
    Bidirectional,
    Causal,
    Padding,
    Prefix,
    SlidingWindow,
    custom_mask,
)
from components.model.results import Trace
from tests.components.attention.tables.test_ablation import CONDITIONS
from tests.components.fill.tables.test_evidence import sentence

TOKENS = sentence("not", "good", "good")  # five with the marks
BEFORE = np.array([0.1, 0.2, 0.34, 0.3, 0.06], dtype=np.float32)
ALL_MASKS: list[AttentionMask] = [
    Bidirectional(),
    Causal(),
    Prefix(3),
    SlidingWindow(1),
    Padding(2),
    custom_mask(np.eye(5, dtype=bool)),
]


def view(mask: AttentionMask, query: int = 1) -> TokenView:
    visible = mask.allowed(5)[query]
    after = np.where(visible, BEFORE, 0)
    return TokenView(TOKENS, mask, query, visible, BEFORE, (after / after.sum()).astype(np.float32))


def comparison(mask: AttentionMask) -> MaskComparison:
    rows = np.tile(BEFORE, (5, 1))
    masked = np.where(mask.allowed(5), rows, 0)
    masked /= masked.sum(axis=-1, keepdims=True)
    traces = (Trace(TOKENS, weights[None, None], np.zeros((2, 5, 3), np.float32)) for weights in (rows, masked))
    return MaskComparison(mask, *traces, CONDITIONS)


def test_masks_are_named() -> None:
    assert [mask_wording(mask).name for mask in ALL_MASKS] == [
        "sees both sides (bidirectional)",
        "sees only the left (causal)",
        "prefix of 3 tokens",
        "sliding window, 1 to either side",
        "padding after 2 tokens",
        "of its own",
    ]
    assert grid_name(2, 1) == "layer 3, head 2"
    assert grid_name(2, None) == "the average of layer 3"
    assert grid_name(None, None) == "the average of all heads"


def test_what_goes_right_is_said_and_what_the_mask_makes_of_it() -> None:
    assert right_finding(view(Causal())) == (
        "“not” gives 0.34 to “good” (token 3); under the causal mask “good” (token 3) is hidden. "
        "In total, 0.70 of its weight goes to the right without a mask, and exactly 0 with it."
    )
    assert "under the prefix mask (3 tokens) it gives 0.53 to “good” (token 3)." in right_finding(view(Prefix(3)))
    assert "“good” (token 3) counts as padding" in right_finding(view(Padding(2)))
    assert "“good” (token 3) is hidden" in right_finding(view(custom_mask(np.eye(5, dtype=bool))))
    assert "“good” (token 3) is outside the window" in right_finding(view(SlidingWindow(0)))
    assert right_finding(view(Bidirectional())) == (
        "“not” gives 0.34 to “good” (token 3), to its right. In total, 0.70 of its weight goes to the right."
    )
    assert right_finding(view(Causal(), 4)).startswith("“[SEP]” is the last token")


@pytest.mark.parametrize("mask", ALL_MASKS)
def test_a_row_as_a_table(mask: AttentionMask) -> None:
    table = token_view_table(view(mask))
    assert list(table["side"]) == ["left", "itself", "right", "right", "right"]
    assert list(table["visible"]) == list(mask.allowed(5)[1])
    assert list(table["masked_figure"] == "hidden") == list(~mask.allowed(5)[1])
    assert table["masked"].sum() == pytest.approx(1)
    assert table.loc[~table["visible"], "masked"].eq(0).all()


def test_a_whole_grid_in_words() -> None:
    right = sum(BEFORE[query + 1 :].sum() for query in range(5)) / 5
    finding = comparison_finding(comparison(Causal()), 0, 0)
    assert f"{100 * right:.0f}%" in finding
    assert "none." in finding.split(". ")[0] + "."
    assert "hides 10 of 25 cells" in finding
    assert "none" not in comparison_finding(comparison(Prefix(3)))
    assert "hides 0 of 25 cells" in comparison_finding(comparison(Bidirectional()))


def test_padding_in_words_counts_the_rows_of_the_text() -> None:
    finding = comparison_finding(comparison(Padding(3)))
    assert f"{100 * BEFORE[3:].sum():.0f}%" in finding
    leaking = comparison(Padding(3))
    assert "none" in finding
    assert "none" not in comparison_finding(replace(leaking, masked=leaking.bidirectional))
    rare = replace(leaking.masked, attention=np.full((1, 1, 5, 5), 0.001, np.float32))
    assert "less than 1%" in comparison_finding(replace(leaking, masked=rare))
