"""A token's way through the layers as a table and in words."""

from collections.abc import Sequence

import pandas as pd

from components.inside.model.results import StreamStop
from components.tables.numbers import fixed, percentage
from components.tables.phrases import quoted, word_label


def stop_name(stop: StreamStop) -> str:
    """The name of a stop: "Embeddings", "Layer 3, attention"."""
    return "Embeddings" if stop.layer == 0 else f"Layer {stop.layer}, {stop.part}"


def way_table(stops: Sequence[StreamStop]) -> pd.DataFrame:
    """One row a stop.

    Columns: ``row``, from 1; ``layer``, ``part`` and ``stop``, its name; ``word``, the nearest token, and its
    ``probability``, both as text in ``nearest``; ``length`` of the vector, ``written``, that of what was added, both as
    text in ``lengths``; ``cosine`` between what was added and the vector before.
    """
    return pd.DataFrame(
        {
            "row": range(1, len(stops) + 1),
            "layer": [stop.layer for stop in stops],
            "part": [stop.part for stop in stops],
            "stop": [stop_name(stop) for stop in stops],
            "word": [word_label(stop.nearest) if stop.nearest else "" for stop in stops],
            "probability": [stop.nearest.probability if stop.nearest else 0.0 for stop in stops],
            "nearest": [
                f"{word_label(stop.nearest)} {percentage(stop.nearest.probability)}" if stop.nearest else ""
                for stop in stops
            ],
            "written": [stop.written for stop in stops],
            "length": [stop.length for stop in stops],
            "lengths": [f"{fixed(stop.written, 1)}, now {fixed(stop.length, 1)}" for stop in stops],
            "cosine": [stop.cosine for stop in stops],
        }
    )


def way_finding(stops: Sequence[StreamStop], word: str) -> str:
    """From which stop on the nearest token is the last one, and which part writes most.

    Args:
        stops: As :func:`components.inside.model.residual.word_way` computes them.
        word: The token.
    """
    return f"{_nearest_finding(stops, word)} {_written_finding(stops)}".strip()


def _nearest_finding(stops: Sequence[StreamStop], word: str) -> str:
    names = [word_label(stop.nearest) if stop.nearest else None for stop in stops]
    last = names[-1]
    if last is None:
        return ""
    first = len(names)
    while first > 0 and names[first - 1] == last:
        first -= 1
    if first == 0:
        return f"After every part, the top guess at {quoted(word)} is {quoted(last)}."
    if last in names[:first]:
        return (
            f"{quoted(last)} is the top guess at {quoted(word)} after {names.count(last)} of {len(names)} parts, "
            f"including all from {_place(stops[first])} on."
        )
    if first == len(names) - 1:
        return (
            f"Only the last part makes {quoted(last)} the top guess at {quoted(word)}; before, it was "
            f"{quoted(str(names[-2]))}."
        )
    return f"From {_place(stops[first])} on, the top guess at {quoted(word)} is {quoted(last)}."


def _written_finding(stops: Sequence[StreamStop]) -> str:
    parts = [stop for stop in stops if stop.layer > 0]
    longest = max(parts, key=lambda stop: stop.written)
    return (
        f"The longest vector is added by {_place(longest)} (length {fixed(longest.written, 1)}); "
        f"its cosine with the previous vector is {fixed(longest.cosine, 2)}."
    )


def _place(stop: StreamStop) -> str:
    return "the embeddings" if stop.layer == 0 else f"the {stop.part} part of layer {stop.layer}"
