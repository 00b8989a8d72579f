"""The finding on the value of the right context follows the numbers, whichever way they point."""

import numpy as np
import pytest

from components.senses.tables.right_context import right_context_finding, two_models_finding
from tests.components.senses.tables.test_findings import measures

NAMES = ("pocket BERT", "pocket GPT")


def test_the_best_layers_are_compared() -> None:
    finding = right_context_finding(measures([0.5, 0.95, 0.8]), measures([0.5, 0.6, 0.65]), NAMES)
    assert "pocket BERT 95%, pocket GPT 65%." in finding
    assert "1 of pocket BERT, 2 of pocket GPT" in finding
    assert "30 percentage points (95% interval 14–44)." in finding


@pytest.mark.parametrize(
    ("both", "left", "ends"),
    [
        ([0.5, 0.6], [0.5, 0.9], "does not help here."),
        ([0.5, 0.7], [0.7, 0.5], "do not show that the context on the right helps."),
        ([0.5, 0.72], [0.7, 0.5], "do not show that the context on the right helps."),
    ],
)
def test_no_value_is_claimed_without_evidence(both: list[float], left: list[float], ends: str) -> None:
    assert right_context_finding(measures(both), measures(left), NAMES).endswith(ends)


def test_undefined_measures_give_no_finding() -> None:
    for finding in (right_context_finding, two_models_finding):
        assert finding(measures([np.nan]), measures([0.5]), NAMES) == ""


def test_two_bidirectional_models_are_compared_without_mentioning_sides() -> None:
    names = ("MiniLM", "pocket BERT")
    finding = two_models_finding(measures([0.5, 0.9]), measures([0.6, 0.5]), names)
    assert "MiniLM 90%, pocket BERT 60%." in finding
    close = two_models_finding(measures([0.5, 0.9]), measures([0.85, 0.6]), names)
    assert "cannot be told apart" in close.partition(". ")[0]
    assert "85%" in close
