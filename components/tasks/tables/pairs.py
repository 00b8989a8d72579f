"""Tables of a pair of texts."""

import pandas as pd

from components.tables.numbers import percentage
from components.tasks.model.results import PairReading
from components.tasks.model.specs import FOLLOWS
from components.tasks.tables.text import percent

AS_TYPED, EXCHANGED = "as typed", "exchanged"


def pair_table(reading: PairReading) -> pd.DataFrame:
    """A row a label and order: ``row``, ``name``, ``order``, ``probability``, ``figure``."""
    rows = [
        {"name": f"{label}{'' if order == AS_TYPED else ' ⇄'}", "order": order, "probability": float(p)}
        for place, label in enumerate(reading.spec.labels)
        for order, p in ((AS_TYPED, reading.probabilities[place]), (EXCHANGED, reading.exchanged[place]))
    ]
    table = pd.DataFrame(rows)
    return table.assign(row=range(1, len(rows) + 1), figure=[percent(p) for p in table["probability"]])


def across_table(reading: PairReading) -> pd.DataFrame:
    """A row a layer, from 1: ``share`` of the first text's attention that goes to the second, and ``even``."""
    return pd.DataFrame(
        {
            "layer": range(1, len(reading.across) + 1),
            "share": reading.across.astype(float),
            "even": reading.by_length,
        }
    )


def pair_finding(reading: PairReading) -> str:
    """What the head says either way round."""
    labels = reading.spec.labels
    one, other = labels[reading.best], labels[reading.best_exchanged]
    said = f"“{one}”, with {percent(float(reading.probabilities[reading.best]))}"
    turned = percent(float(reading.exchanged[reading.best_exchanged]))
    if one == other:
        alike = " By this head each follows from the other, as in a paraphrase." if one == FOLLOWS else ""
        return f"{said}; with the two exchanged still “{other}”, with {turned}.{alike}"
    return f"{said}; with the two exchanged “{other}”, with {turned}."


def across_finding(reading: PairReading) -> str:
    """In which layer the first text looks most at the second."""
    layer = int(reading.across.argmax())
    return (
        f"Layer {layer + 1} looks across most: {percentage(reading.across[layer])} of what the first text looks at "
        f"is in the second; looking at all alike would give {percentage(reading.by_length)}."
    )
