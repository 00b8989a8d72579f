"""One weight as two tables and in words: the numbers make each other there too."""

from dataclasses import replace

import numpy as np
import pytest

from components.attention.tables.weight_anatomy import (
    dimension_table,
    dimensions_finding,
    output_finding,
    row_alt_text,
    row_table,
    score_text,
    share_alt_text,
    value_table,
    weight_finding,
)
from components.model.inference.results import WeightAnatomy
from tests.components.attention.tables.test_ablation import CONDITIONS
from tests.components.fill.tables.test_evidence import sentence


def anatomy(key_position: int = 3, *, visible: tuple[bool, ...] = (True, True, True, True, False)) -> WeightAnatomy:
    query = np.array([1, -2, 0.5, 0], dtype=np.float32)
    keys = np.array([[1, 1, 0, 0], [0, 0, 2, 0], [2, 0, 0, 1], [3, -1, 1, 1], [1, 1, 1, 1]], dtype=np.float32)
    values = np.array([[0, 0, 3, 4], [1, 0, 0, 0], [0, 2, 0, 0], [0, 0, 3, 4], [9, 9, 9, 9]], dtype=np.float32)
    dots = keys @ query
    raised = np.where(visible, np.exp(dots * 0.5), 0)
    return WeightAnatomy(
        tokens=sentence("she", "riv", "##er"),
        layer=0,
        head=1,
        query_position=1,
        key_position=key_position,
        query=query,
        key=keys[key_position],
        rotated=False,
        scale=0.5,
        dot_products=dots,
        attention_mask=np.array(visible),
        weights=(raised / raised.sum()).astype(np.float32),
        values=values,
        conditions=CONDITIONS,
    )


def test_every_dimension_is_a_row_and_products_sum_to_the_dot_product() -> None:
    weight = anatomy()
    table = dimension_table(weight)
    assert list(table["dimension"]) == [1, 2, 3, 4]
    assert list(table["product"]) == list(table["query"] * table["key"]) == [3, 2, 0.5, 0]
    assert table["product"].sum() == table["sum"].iloc[-1] == weight.dot_product == 5.5
    assert score_text(weight) == "The sum 5.50, divided by √4, is the score 2.75"
    assert score_text(replace(weight, scale=1.0)) == "The sum 5.50, times 1, is the score 5.50"


def test_a_row_says_what_is_hidden_and_what_is_looked_at() -> None:
    table = row_table(anatomy())
    assert list(table["word"]) == ["[CLS]", "she", "riv", "…er", "[SEP]"]
    assert list(table["score_to_weight"])[3:] == ["2.75 → 76%", "hidden"]
    assert table["score"].isna().tolist() == [False] * 4 + [True]
    assert table["weight"].sum() == pytest.approx(1)
    visible = table[table["visible"]]
    raised = np.exp(visible["score"])
    assert list(raised / raised.sum()) == pytest.approx(list(visible["weight"]))


def test_a_long_row_keeps_the_largest_and_the_one_looked_at_in_the_order_of_the_sentence() -> None:
    table = row_table(anatomy(key_position=0), count=3)
    assert list(table["word"]) == ["[CLS]", "riv", "…er"]
    assert list(table["row"]) == [1, 2, 3]
    assert list(table["position"]) == [0, 2, 3]


def test_the_weight_is_said_number_by_number() -> None:
    finding = weight_finding(anatomy())
    for part in (
        "76% of its attention on “…er”",
        "largest weight",
        "q·k = 5.50",
        "by 1/√4 = 0.5, the score is 2.75",
        "over 4 tokens",
    ):
        assert part in finding
    assert "rank 4 of 4" in weight_finding(anatomy(0))
    assert "as large as" not in finding
    even = replace(anatomy(), weights=np.array([0.25, 0.25, 0.25, 0.25 + 2e-8, 0], dtype=np.float32))
    assert "largest weight, as large as 3 others" in weight_finding(even)
    close = replace(anatomy(), weights=np.array([0.2, 0.25, 0.274, 0.276, 0], dtype=np.float32))
    assert "as large as" not in weight_finding(close)
    assert "hides “[SEP]” from “she”, so the weight is 0" in weight_finding(anatomy(4))
    assert "“…er” 75.9%, “riv” 13.2%" in row_alt_text(anatomy())


def test_the_dimension_that_says_most_is_named() -> None:
    finding = dimensions_finding(anatomy())
    for part in ("4 dimensions", "3 raise", "0 lower", "Dimension 1", "3.00"):
        assert part in finding
    assert "RoPE" in dimensions_finding(replace(anatomy(), rotated=True))


def test_a_model_with_a_divisor_of_its_own_is_not_said_to_have_the_usual_one() -> None:
    standard = anatomy()
    assert standard.has_default_scale
    assert "model’s factor" not in weight_finding(standard)
    odd = replace(standard, scale=standard.scale / 2)
    assert "this model’s factor in layer" in weight_finding(odd)


def test_what_is_passed_on_is_the_value_times_the_weight() -> None:
    weight = anatomy()
    table = value_table(weight)
    assert list(table["dimension"]) == [1, 2, 3, 4]
    assert list(table["value"]) == [0, 0, 3, 4]
    assert list(table["weighted"]) == pytest.approx([0, 0, 3 * weight.weight, 4 * weight.weight])
    assert list(table["output"]) == pytest.approx(list(weight.weights @ weight.values))
    row = row_table(weight)
    assert row["share"].sum() == pytest.approx(1)
    assert row["share"].isna().tolist() == [False] * 4 + [True]
    assert row["share_figure"].iloc[4] == "hidden"
    by_hand = [float(part @ weight.output) / float(weight.output @ weight.output) for part in weight.weighted_values]
    assert list(row["share"])[:4] == pytest.approx(by_hand[:4], abs=1e-6)


def test_the_output_is_said_with_its_length_and_the_share_of_the_token() -> None:
    weight = anatomy()
    finding = output_finding(weight)
    share = row_table(weight)["share_figure"].iloc[3]
    for part in ("length 5.00", f"contributes {share}", "4 tokens", f"{float(np.linalg.norm(weight.output)):.2f}"):
        assert part in finding
    assert f"“…er” {share}" in share_alt_text(weight)
    assert "multiplied by 0" in output_finding(anatomy(4))


def test_a_value_against_the_output_has_a_negative_share() -> None:
    weight = anatomy()
    values = weight.values.copy()
    values[1] = -values[3]
    opposed = replace(weight, values=values, key_position=1)
    assert row_table(opposed)["share"].iloc[1] < 0
    assert "−" in output_finding(opposed)
    assert row_table(opposed)["share"].sum() == pytest.approx(1)


def test_an_output_of_zeros_has_no_shares() -> None:
    nothing = replace(anatomy(), values=np.zeros((5, 4), dtype=np.float32))
    assert row_table(nothing)["share"].iloc[:4].tolist() == [0] * 4
    assert "length 0.00" in output_finding(nothing)
