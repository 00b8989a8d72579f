"""Tables of a label for a whole text."""

import math
from collections.abc import Sequence

import numpy as np
import pandas as pd

from components.tables.numbers import log_probability_text, sum_as_shown
from components.tasks.model.results import Likeness, PooledReading, TextReading
from components.tasks.model.specs import Pooling

POOLING_NAMES = {
    Pooling.CLS: "[CLS]",
    Pooling.MEAN: "mean",
    Pooling.WEIGHTED: "weighted mean",
    Pooling.POOLER: "pooler",
}
_READS = {pooling: name if pooling is Pooling.CLS else f"the {name}" for pooling, name in POOLING_NAMES.items()}


def percent(probability: float) -> str:
    """A probability as people read it."""
    return log_probability_text(math.log(max(probability, 1e-300)))


def label_table(reading: TextReading, pooling: Pooling) -> pd.DataFrame:
    """A row a label, the likeliest first: ``row``, ``label``, ``score``, ``probability``, ``figure``."""
    one = reading.by(pooling)
    order = np.argsort(-one.scores)
    return pd.DataFrame(
        {
            "row": range(1, len(order) + 1),
            "label": [reading.spec.labels[place] for place in order],
            "score": one.scores[order].astype(float),
            "probability": one.probabilities[order].astype(float),
            "figure": [percent(float(one.probabilities[place])) for place in order],
        }
    )


def product_table(one: PooledReading, label: int) -> pd.DataFrame:
    """A row a number of the vector: ``number`` from 1, and its product with the label's row of W."""
    return pd.DataFrame({"number": range(1, one.vector.size + 1), "product": one.products[label].astype(float)})


def product_text(one: PooledReading, label: int) -> str:
    """The sum: what all products come to, the bias, and the score."""
    total, bias, score = sum_as_shown(float(one.products[label].sum()), float(one.bias[label]))
    return f"{one.vector.size} products add up to {total}. Adding the bias, {bias}, gives the score {score}"


def likeness_table(found: Sequence[Likeness]) -> pd.DataFrame:
    """A row a pooling: ``row``, ``pooling``, ``cosine``, ``figure``."""
    return pd.DataFrame(
        {
            "row": range(1, len(found) + 1),
            "pooling": [POOLING_NAMES[one.pooling] for one in found],
            "cosine": [one.cosine for one in found],
            "figure": [_signed(one.cosine) for one in found],
        }
    )


def text_finding(reading: TextReading, pooling: Pooling) -> str:
    """What the classifier says, and whether the other ways of pooling agree."""
    one = reading.by(pooling)
    if reading.spec.several:
        held = [label for label, p in zip(reading.spec.labels, one.probabilities, strict=True) if p > 0.5]
        best = f"“{reading.spec.labels[one.best]}” comes closest ({percent(float(one.probabilities[one.best]))})"
        total = len(reading.spec.labels)
        count = {0: f"No label gets more than 50%; {best}.", 1: f"One of {total} labels gets more than 50%"}
        said = count.get(len(held), f"{len(held)} of {total} labels get more than 50%")
        first = said if not held else f"{said}: {', '.join(f'“{each}”' for each in held)}."
    else:
        first = (
            f"The classifier says “{reading.spec.labels[one.best]}” ({percent(float(one.probabilities[one.best]))})."
        )
    others: dict[str, list[str]] = {}
    for each in reading.poolings:
        if each.best != one.best:
            others.setdefault(reading.spec.labels[each.best], []).append(_READS[each.pooling])
    if not others:
        return f"{first} {'All four ways of pooling agree.' if len(reading.poolings) == 4 else ''}".strip()
    differing = "; ".join(f"reading {_listed(ways)} instead, it says “{label}”" for label, ways in others.items())
    return f"{first} {differing[0].upper()}{differing[1:]}."


def likeness_finding(found: Sequence[Likeness]) -> str:
    """How similar two texts are, by the pooling that makes them most similar and the one that makes them least so."""
    most, least = max(found, key=lambda one: one.cosine), min(found, key=lambda one: one.cosine)
    return (
        f"Cosine similarity: {_signed(most.cosine)} with {_READS[most.pooling]}, "
        f"{_signed(least.cosine)} with {_READS[least.pooling]}."
    )


def _signed(value: float) -> str:
    return f"{value:.2f}".replace("-", "−")


def _listed(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} or {names[-1]}"
