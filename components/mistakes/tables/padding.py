"""Padding after a sentence, with the attention mask and without it: a table and its finding."""

from dataclasses import replace

import pandas as pd

from components.mistakes.model.results import PaddingCurve, PaddingPoint
from components.tables.numbers import fixed, probability_text
from components.tables.phrases import quoted

WITH, WITHOUT = "with attention mask", "without attention mask"
SMALLEST_REPORTED = 1e-5


def add_point(curve: PaddingCurve, point: PaddingPoint) -> PaddingCurve:
    """The curve with one more number of pads on it."""
    points = {each.pads: each for each in (*curve.points, point)}
    return replace(curve, points=tuple(points[pads] for pads in sorted(points)))


def padding_table(curve: PaddingCurve) -> pd.DataFrame:
    """Two rows for each number of pads, with the attention mask and without.

    Columns: ``pads``; ``mask``, which of the two; ``probability`` of the answer followed; ``first``, the likeliest
    piece; ``cosine`` of [CLS] with itself before any pad; ``apart``, the largest difference of a logit.
    """
    return pd.DataFrame(
        [
            (
                point.pads,
                mask,
                point.probabilities[i],
                point.top_guesses[i],
                point.cls_cosines[i],
                point.logit_changes[i],
            )
            for point in curve.points
            for i, mask in enumerate((WITH, WITHOUT))
        ],
        columns=["pads", "mask", "probability", "first", "cosine", "apart"],
    )


def padding_finding(curve: PaddingCurve, point: PaddingPoint) -> str:
    """What a number of [PAD] tokens does, without the attention mask and with it."""
    answer = quoted(curve.answer.text)
    before, (right, wrong) = probability_text(curve.answer.probability), map(probability_text, point.probabilities)
    if wrong == before:
        change = f"stays at {wrong}"
    else:
        verb = "falls" if point.probabilities[1] < curve.answer.probability else "rises"
        change = f"{verb} from {before} to {wrong}"
    first = "" if point.top_guesses[1] == curve.answer.text else f", and {quoted(point.top_guesses[1])} comes first"
    moved = point.logit_changes[0]
    limit = fixed(SMALLEST_REPORTED, 5) if moved <= SMALLEST_REPORTED else f"{moved:.1g}"
    return (
        f"With {point.pads} [PAD] tokens and no attention mask, {answer} {change}{first}. With the mask it has "
        f"{right}, and no logit changes by more than {limit}."
    )
