"""A token's way through the layers as a table and in words."""

from collections.abc import Sequence

import pandas as pd

from components.model.passes.results import StreamStop
from components.tables.numbers import fixed, percent_text
from components.tables.phrases import list_phrase, quoted, word_label


def stop_name(stop: StreamStop) -> str:
    """The name of a stop, short enough to stand beside a bar: "before layer 1", "3 · attention", "3 · FFN"."""
    return "before layer 1" if stop.layer == 0 else f"{stop.layer} · {stop.part.replace('feed-forward', 'FFN')}"


def way_table(stops: Sequence[StreamStop]) -> pd.DataFrame:
    """One row a stop.

    Columns: ``row``, from 1; ``layer``, ``part`` and ``stop``, its name; ``length`` of the vector, ``written``, that of
    what was added, both as text in ``lengths``; ``cosine`` between what was added and the vector before.
    """
    return pd.DataFrame(
        {
            "row": range(1, len(stops) + 1),
            "layer": [stop.layer for stop in stops],
            "part": [stop.part for stop in stops],
            "stop": [stop_name(stop) for stop in stops],
            "written": [stop.written for stop in stops],
            "length": [stop.length for stop in stops],
            "lengths": [f"{fixed(stop.written, 1)}, now {fixed(stop.length, 1)}" for stop in stops],
            "cosine": [stop.cosine for stop in stops],
        }
    )


def guess_table(stops: Sequence[StreamStop]) -> pd.DataFrame:
    """One row before layer 1 and after each layer of a model with a vocabulary head.

    Columns: ``row``, from 1; ``layer``; ``stop``, its name; ``guess``, the nearest token; ``is_last``, whether that is
    the last layer's; ``label``, the stop and its guess; ``probability`` of the last layer's guess, after that
    guess in ``figure``.
    """
    guesses = _guesses(stops)
    last = guesses[-1][1]
    return pd.DataFrame(
        [
            (
                row,
                stop.layer,
                _stop(stop),
                word,
                f"{_stop(stop)}: {quoted(word)}",
                word == last,
                stop.last,
                f"{quoted(last)} {percent_text(stop.last)}",
            )
            for row, (stop, word) in enumerate(guesses, 1)
        ],
        columns=["row", "layer", "stop", "guess", "label", "is_last", "probability", "figure"],
    )


def way_finding(stops: Sequence[StreamStop], word: str) -> str:
    """From which layer on the guess is the last one, and which part writes most.

    Args:
        stops: As :func:`components.model.passes.residual.word_way` computes them.
        word: The token.
    """
    return f"{guess_finding(stops, word)} {_written_finding(stops)}".strip()


def guess_finding(stops: Sequence[StreamStop], word: str) -> str:
    """From which layer on the guess at the token is the last one; empty without a vocabulary head."""
    guesses = _guesses(stops)
    if not guesses:
        return ""
    layers, names = [stop.layer for stop, _ in guesses], [name for _, name in guesses]
    last = names[-1]
    first = len(names)
    while first > 0 and names[first - 1] == last:
        first -= 1
    if first == 0:
        return f"From the start, the guess at {quoted(word)} is {quoted(last)}."
    settled = f"From layer {layers[first]} on, the guess is {quoted(last)}"
    earlier = [_place(layer) for layer, name in zip(layers, names[:first], strict=False) if name == last]
    if first == len(names) - 1:
        settled = f"The last layer, {layers[first]}, decides: the guess is {quoted(last)}"
    if earlier:
        return f"{settled}. It was the top guess {list_phrase(earlier)}, too."
    if first == len(names) - 1:
        return f"{settled}. Before, the guess was {quoted(names[-2])}."
    return f"{settled}."


def _guesses(stops: Sequence[StreamStop]) -> list[tuple[StreamStop, str]]:
    """The stops between layers, with their nearest tokens; empty without a vocabulary head."""
    return [(stop, word_label(stop.nearest)) for stop in stops if stop.part != "attention" and stop.nearest is not None]


def _written_finding(stops: Sequence[StreamStop]) -> str:
    parts = [stop for stop in stops if stop.layer > 0]
    longest = max(parts, key=lambda stop: stop.written)
    return (
        f"The longest vector is added by the {longest.part} part of layer {longest.layer} "
        f"(length {fixed(longest.written, 1)}); its cosine with the previous vector is {fixed(longest.cosine, 2)}."
    )


def _stop(stop: StreamStop) -> str:
    return "before layer 1" if stop.layer == 0 else f"layer {stop.layer}"


def _place(layer: int) -> str:
    return "before layer 1" if layer == 0 else f"after layer {layer}"
