"""What a level of the machine shows, in a sentence: a layer's attention, a head, a weight, its units, the first sum.

The levels are those of :mod:`components.widgets.layer_building`.
"""

from collections.abc import Collection

import numpy as np

from components.model.passes.results import FloorBoxes, TracedPass
from components.model.results import Floats
from components.tables.numbers import probability_text
from components.tables.passes.boxes import floor_name
from components.tables.passes.payload import largest_number, token_text, token_vector
from components.tables.phrases import count_phrase, list_phrase, quoted


def level_finding(
    level: str,
    traced: TracedPass,
    boxes: FloorBoxes,
    token: int,
    cell: tuple[int, int] | None,
    *,
    masked: Collection[int] = (),
) -> str | None:
    """What a level shows of a token.

    Args:
        level: One of :data:`components.widgets.layer_building.LEVELS`.
        traced: The pass.
        boxes: The floor that is open.
        token: The token that is followed.
        cell: Head and token, or the number of a unit.
        masked: Positions that are masked.

    Returns:
        A sentence or two; None where the answer of the whole pass says it.
    """
    word = quoted(token_text(traced, token, masked))
    layer = floor_name(boxes.floor, traced.facts)
    has = {box.key for box in boxes.boxes}
    if level in ("attention", "head", "weight") and "weights" in has:
        row = boxes.row(token)
        weights = token_vector(boxes["weights"], row)
        if level == "attention":
            largest = _largest(traced, weights.mean(axis=0), masked)
            return f"In {layer.lower()}, {word} {largest} on average."
        head, index = cell or largest_number(boxes["weights"], row)
        if level == "head":
            return f"In {layer.lower()}, head {head + 1}, {word} {_largest(traced, weights[head], masked)}."
        other = quoted(token_text(traced, index, masked))
        if not np.isfinite(token_vector(boxes["scores"], row)[head, index]):
            return f"{word} cannot look at {other} here: it is hidden from it."
        more = int((weights[head] > weights[head, index]).sum())
        share = probability_text(float(weights[head, index]))
        which = count_phrase(more, "token") if more else "No token"
        above = f"{which} {'gets' if more < 2 else 'get'} more."
        return f"In head {head + 1}, {word} puts {share} of its attention on {other}. {above}"
    if level == "units" and "up" in has:
        inputs = token_vector(boxes["up"], boxes.row(token))
        on, count = int((inputs > 0).sum()), inputs.size
        return f"In {layer.lower()}, {on:,} of {count:,} units are on for {word}."
    if level == "sum" and boxes.floor == 0:
        names = {"word": "its word", "position": "its position", "segment": "its segment"}
        added = [name for key, name in names.items() if key in has]
        if len(added) == 1:
            return f"{word} starts as one vector: {added[0]}."
        return f"{word} starts as the sum of {list_phrase(added)}."
    return None


def _largest(traced: TracedPass, weights: Floats, masked: Collection[int]) -> str:
    best = int(np.argmax(weights))
    share = probability_text(float(weights[best]))
    return f"puts {share} of its attention on {quoted(token_text(traced, best, masked))}"
