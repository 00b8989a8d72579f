"""What the right side of a blank is worth, in words."""

import math

import pytest

from components.masks.tables.right_side import right_side_bits, right_side_finding
from components.model.blanks.results import BlankPrediction
from components.model.blanks.sides_results import SidePredictions
from components.model.results import Candidate, Conditions, MaskPrediction

CONDITIONS = Conditions("m", "r", "cpu", "float32", "v")


@pytest.mark.parametrize(
    ("left", "expected"), [(0.125, "adds 2.0 bits"), (0.5, "makes no difference"), (1.0, "costs 1.0 bits")]
)
def test_the_right_side_adds_takes_away_or_changes_nothing(left: float, expected: str) -> None:
    mask = MaskPrediction(1, None, (Candidate("bank", 0.5, False),), 1.0)
    both, from_left = BlankPrediction(mask, math.log(0.5), 1), BlankPrediction(mask, math.log(left), 16)
    predictions = SidePredictions(1, "bank", False, (both, from_left, from_left), CONDITIONS)
    assert right_side_bits(predictions) == pytest.approx(math.log2(0.5 / left))
    assert expected in right_side_finding(predictions, "bank")
    assert "“bank” has 50.0% with the whole sentence" in right_side_finding(predictions, "bank")
