"""One row of attention as arcs above a sentence, and the change of each weight in another sentence."""

from collections.abc import Mapping
from enum import StrEnum

import numpy as np
import pandas as pd

from components.attention.model.results import Pairs
from components.model.results import Floats, Tokens
from components.tables.attention_weights import token_label
from components.tables.numbers import percentage

SEEN = 0.005  # a weight below it would be drawn thinner than a line
SAME = 0.02  # smaller changes count as none
STEPS = 24  # points of an arc


class WeightChange(StrEnum):
    """The change of a weight from the first sentence to the second."""

    MORE = "more in the second sentence"
    LESS = "less in the second sentence"
    SAME = "about the same"
    ALONE = "in one sentence only"


def weight_changes(
    first: Floats, second: Floats, pairs: Pairs
) -> tuple[dict[int, WeightChange], dict[int, WeightChange]]:
    """The change of every weight, by position in the first sentence and by position in the second.

    Args:
        first: A row of weights. *Shape:* (key,)
        second: The same word's row in the second sentence. *Shape:* (key,), over its own tokens
        pairs: Positions of corresponding tokens.
    """
    changes = {(a, b): _weight_change(float(second[b] - first[a])) for a, b in pairs}
    return {a: change for (a, _), change in changes.items()}, {b: change for (_, b), change in changes.items()}


def _weight_change(change: float) -> WeightChange:
    if abs(change) < SAME:
        return WeightChange.SAME
    return WeightChange.MORE if change > 0 else WeightChange.LESS


def arc_token_table(tokens: Tokens, weights: Floats, query: int, changes: Mapping[int, WeightChange]) -> pd.DataFrame:
    """One row per token: ``place``, ``token``, ``weight``, ``figure``, its ``change``; ``is_query``."""
    places = range(len(tokens))
    return pd.DataFrame(
        {
            "place": list(places),
            "token": [token_label(token) for token in tokens.items],
            "weight": [float(weight) for weight in weights],
            "figure": [percentage(weight) if weight >= SEEN else "" for weight in weights],
            "change": [str(changes.get(place, WeightChange.ALONE)) for place in places],
            "is_query": [place == query for place in places],
        }
    )


def arc_table(tokens: pd.DataFrame) -> pd.DataFrame:
    """The points of the arcs from the query to every other token with weight: ``x``, and ``y`` from 0 to 1."""
    query = tokens["is_query"].tolist().index(True)
    reach = max(query, len(tokens) - 1 - query, 1)
    angles = np.linspace(0, np.pi, STEPS)
    rows = []
    for token in tokens.to_dict("records"):
        apart = abs(token["place"] - query)
        if token["weight"] < SEEN or not apart:
            continue
        middle = (token["place"] + query) / 2
        for step, angle in enumerate(angles):
            x, y = middle + apart / 2 * np.cos(angle), apart / reach * np.sin(angle)
            rows.append((*(token[name] for name in ("place", "token", "weight", "change")), step, x, y))
    return pd.DataFrame(rows, columns=["place", "token", "weight", "change", "step", "x", "y"])
