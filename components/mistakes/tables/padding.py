"""More and more [PAD] tokens behind a sentence, with the attention mask and without it: a table and its finding."""

from dataclasses import replace

import pandas as pd

from components.mistakes.model.results import Padded, PaddingCurve
from components.tables.numbers import percent

WITH, WITHOUT = "with attention mask", "without attention mask"
LEAST_SAID = 1e-5


def with_point(found: PaddingCurve, point: Padded) -> PaddingCurve:
    """The curve with one more number of pads on it."""
    points = {one.pads: one for one in (*found.points, point)}
    return replace(found, points=tuple(points[pads] for pads in sorted(points)))


def padding_table(found: PaddingCurve) -> pd.DataFrame:
    """Two rows for each number of pads, with the attention mask and without.

    Columns: ``pads``; ``mask``, which of the two; ``probability`` of the answer followed; ``first``, the likeliest
    piece; ``cosine`` of [CLS] with itself before any pad; ``apart``, the largest difference of a logit.
    """
    return pd.DataFrame(
        [
            (point.pads, mask, point.probabilities[i], point.first[i], point.cosines[i], point.apart[i])
            for point in found.points
            for i, mask in enumerate((WITH, WITHOUT))
        ],
        columns=["pads", "mask", "probability", "first", "cosine", "apart"],
    )


def padding_finding(found: PaddingCurve, at: Padded) -> str:
    """What a number of [PAD] tokens does, without the attention mask and with it."""
    answer = f"“{found.answer.text}”"
    right, wrong = at.probabilities
    before = found.answer.probability
    first = "" if at.first[1] == found.answer.text else f", and “{at.first[1]}” comes first"
    moved = at.apart[0]
    limit = f"{LEAST_SAID:.5f}" if moved <= LEAST_SAID else f"{moved:.1g}"
    return (
        f"With {at.pads} [PAD] tokens and no attention mask, {answer} {'falls' if wrong < before else 'rises'} from "
        f"{percent(before)} to {percent(wrong)}{first}. With the mask it has {percent(right)}, and no logit changes by "
        f"more than {limit}."
    )
