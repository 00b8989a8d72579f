"""What the right-hand context is worth is said from the numbers, whichever way they point."""

import numpy as np
import pytest

from components.senses.tables.right_context import right_context_finding, two_models_finding
from tests.components.senses.tables.test_findings import measures

NAMES = ("pocket BERT", "pocket GPT")


def test_the_best_layers_are_compared() -> None:
    said = right_context_finding(measures([0.5, 0.9, 0.8]), measures([0.5, 0.6, 0.75]), NAMES)
    assert said.startswith(
        "Same sense nearest: 90 % in pocket BERT (layer 1), 75 % in pocket GPT (layer 2), each at its"
    )
    assert said.endswith("worth 15 in a hundred sentences.")


@pytest.mark.parametrize(
    ("both", "left", "ends"),
    [([0.5, 0.6], [0.5, 0.7], "does not help here."), ([0.5, 0.7], [0.7, 0.5], "makes no difference here.")],
)
def test_no_worth_is_claimed_where_there_is_none(both: list[float], left: list[float], ends: str) -> None:
    assert right_context_finding(measures(both), measures(left), NAMES).endswith(ends)


def test_nothing_is_said_where_nothing_can_be_told() -> None:
    for finding in (right_context_finding, two_models_finding):
        assert finding(measures([np.nan]), measures([0.5]), NAMES) == ""


def test_two_models_that_see_the_same_are_compared_and_nothing_is_said_of_sides() -> None:
    names = ("MiniLM", "pocket BERT")
    assert two_models_finding(measures([0.5, 0.9]), measures([0.8, 0.6]), names) == (
        "Same sense nearest: 90 % in MiniLM (layer 1), 80 % in pocket BERT (layer 0), each at its best."
    )
