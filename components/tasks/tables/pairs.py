"""Tables and findings of a text pair."""

import numpy as np
import pandas as pd

from components.model.results import Token
from components.tables.numbers import percentage, probability_text
from components.tables.phrases import quoted
from components.tasks.model.results import PairReading
from components.tasks.model.specs import FOLLOWS

AS_TYPED, SWAPPED = "as typed", "swapped"
LABEL_LIMIT = 4  # labels drawn, the likeliest of either order
TILE_LIMIT = 24  # tokens drawn of each text
RIBBON_LIMIT = 60  # ribbons drawn, the strongest
GAP = 0.16  # between names at the end of a line, as a share of the height


def pair_table(reading: PairReading) -> pd.DataFrame:
    """One row per label and order: ``label``, ``order``, ``probability``, ``figure``, ``height`` of its name."""
    either = np.maximum(reading.probabilities, reading.swapped_probabilities)
    places = sorted(np.argsort(-either)[:LABEL_LIMIT].tolist())
    parts = []
    for order, probabilities in ((AS_TYPED, reading.probabilities), (SWAPPED, reading.swapped_probabilities)):
        shown = [float(probabilities[place]) for place in places]
        parts.append(
            pd.DataFrame(
                {
                    "label": [reading.spec.labels[place] for place in places],
                    "order": order,
                    "probability": shown,
                    "figure": [probability_text(probability) for probability in shown],
                    "height": separate_heights(shown, GAP),
                }
            )
        )
    return pd.concat(parts, ignore_index=True)


def separate_heights(values: list[float], gap: float) -> list[float]:
    """Heights near ``values``, in the same order and at least ``gap`` apart; values are only moved up."""
    heights = dict.fromkeys(range(len(values)), 0.0)
    floor = -np.inf
    for place in sorted(heights, key=lambda each: values[each]):
        heights[place] = floor = max(values[place], floor + gap)
    return [heights[place] for place in range(len(values))]


def attention_across_table(reading: PairReading) -> pd.DataFrame:
    """One row per layer, from 1: ``share`` of the first text's attention that goes to the second, and ``even``."""
    return pd.DataFrame(
        {
            "layer": range(1, len(reading.attention_across) + 1),
            "share": reading.attention_across.astype(float),
            "even": reading.even_share,
        }
    )


def tile_table(reading: PairReading) -> pd.DataFrame:
    """The first tokens of both texts: ``side`` (0 or 1), ``place`` from 0 and ``text``."""
    rows = [
        (side, place, token.text)
        for side in (0, 1)
        for place, token in enumerate(_tokens_of(reading, side)[:TILE_LIMIT])
    ]
    return pd.DataFrame(rows, columns=["side", "place", "text"])


def ribbon_table(reading: PairReading, layer: int) -> pd.DataFrame:
    """The strongest attention from tokens of the first text to tokens of the second in a layer, from 0.

    Columns: ``first`` and ``second`` (places among the tokens of each text), ``from`` and ``to`` as text, ``weight``
    (the mean over heads) and ``strength`` (the weight over the largest of the layer).
    """
    weights = reading.attention_between[layer][:TILE_LIMIT, :TILE_LIMIT]
    first, second = (_tokens_of(reading, side) for side in (0, 1))
    order = np.argsort(-weights, axis=None)[:RIBBON_LIMIT]
    largest = float(weights.max()) or 1.0
    rows = [
        (int(i), int(j), first[i].text, second[j].text, float(weights[i, j]), float(weights[i, j]) / largest)
        for i, j in zip(*np.unravel_index(order, weights.shape), strict=True)
    ]
    return pd.DataFrame(rows, columns=["first", "second", "from", "to", "weight", "strength"])


def ribbon_finding(reading: PairReading, layer: int) -> str:
    """Which token of the first text attends most to which of the second in a layer, from 0."""
    table = ribbon_table(reading, layer)
    if table.empty:
        return ""
    strongest = table.iloc[0]
    return (
        f"In layer {layer + 1} the strongest ribbon is {quoted(strongest['from'])} to {quoted(strongest['to'])}: "
        f"{percentage(strongest['weight'], 1)} of its attention, averaged over heads."
    )


def pair_finding(reading: PairReading) -> str:
    """The prediction in both orders."""
    labels = reading.spec.labels
    label, swapped_label = labels[reading.best], labels[reading.best_swapped]
    typed = probability_text(float(reading.probabilities[reading.best]))
    swapped = probability_text(float(reading.swapped_probabilities[reading.best_swapped]))
    if label == swapped_label:
        paraphrase = " Each follows from the other, as in a paraphrase." if label == FOLLOWS else ""
        return (
            f"{quoted(label)} ({typed}). Swap the texts and it is still {quoted(swapped_label)} "
            f"({swapped}).{paraphrase}"
        )
    return f"{quoted(label)} ({typed}). Swap the texts and it is {quoted(swapped_label)} ({swapped})."


def attention_across_finding(reading: PairReading) -> str:
    """In which layer the first text attends most to the second."""
    layer = int(reading.attention_across.argmax())
    return (
        f"In layer {layer + 1} the first text attends most to the second: "
        f"{percentage(reading.attention_across[layer])} of its attention. "
        f"Attending evenly to all tokens would give {percentage(reading.even_share)}."
    )


def _tokens_of(reading: PairReading, side: int) -> list[Token]:
    return [token for token in reading.tokens.items if token.segment == side and not token.special]
