"""Next-token losses as a table and in words."""

import pytest

from components.masks.model.results import NextTokenLosses, NextTokenTarget
from components.masks.tables.next_tokens import next_token_finding, next_token_table
from components.model.results import Conditions, Tokens
from components.tables.phrases import quoted

BY = Conditions("m", "r", "cpu", "float32", "v")


def result(hardest: int) -> NextTokenLosses:
    targets = tuple(
        NextTokenTarget(place + 1, f"w{place}", 0.1, 9.5 if place == hardest else 2.0, "x") for place in range(3)
    )
    return NextTokenLosses(Tokens("", ()), targets, BY)


@pytest.mark.parametrize("hardest", [0, 2])
def test_the_hardest_token_is_named_wherever_it_stands(hardest: int) -> None:
    finding = next_token_finding(result(hardest))
    assert f"number {hardest + 1}, “w{hardest}” (9.50 nats)" in finding
    assert "all 3 tokens" in finding
    assert "4.50 nats" in finding


def test_a_quotation_mark_is_named_and_not_put_between_others() -> None:
    losses = NextTokenLosses(Tokens("", ()), (NextTokenTarget(1, "”", 0.1, 9.5, "x"),), BY)
    assert "“””" not in next_token_finding(losses)
    assert quoted("”") in next_token_finding(losses)


def test_the_table_has_one_row_a_target() -> None:
    table = next_token_table(result(1))
    assert list(table["nats"]) == [2.0, 9.5, 2.0]
    assert list(table["token"]) == ["w0", "w1", "w2"]
