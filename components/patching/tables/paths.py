"""Paths of many pairs: averages with intervals, the layers in which answers move, and the sentence about them."""

from collections import Counter

import numpy as np
import pandas as pd

from components.model.statistics.bootstrap import Interval, mean_interval, resample_indices
from components.model.statistics.proportions import proportion_interval
from components.patching.model.results import PairPath, PhenomenonPaths, TokenGroup
from components.patching.tables.grid import MOVED
from components.tables.numbers import interval_text, percent_number, percentage
from components.tables.phrases import by_count, word_label


def path_arrival(path: PairPath) -> int:
    """The layer from which on the blank holds at least half of the answer, as the grid's finding counts it."""
    shares = path.of(TokenGroup.BLANK)
    below = [layer for layer, share in enumerate(shares) if share < MOVED]
    return min(below[-1] + 1, len(shares) - 1) if below else 0


def average_table(paths: PhenomenonPaths) -> pd.DataFrame:
    """One row per group and layer. Columns: ``group``, ``layer``, ``share``, with the interval ``low`` and ``high``."""
    columns = ["group", "layer", "share", "low", "high"]
    if not paths.paths:
        return pd.DataFrame(columns=columns)
    indices = resample_indices(len(paths.paths))
    rows = []
    for group in TokenGroup:
        shares = np.array([path.of(group) for path in paths.paths], dtype=float)  # (pair, layer)
        for layer in range(shares.shape[1]):
            mean = mean_interval(shares[:, layer], indices)
            rows.append((group.value, layer, mean.value, mean.low, mean.high))
    return pd.DataFrame(rows, columns=columns)


def pair_table(paths: PhenomenonPaths) -> pd.DataFrame:
    """One row per pair, as it is shown. Columns: both sentences, the answers, and the layer."""
    return pd.DataFrame(
        [
            {
                "First sentence": path.pair.clean.sentence,
                "Second sentence": path.pair.corrupt.sentence,
                "Answers": " / ".join(word_label(word) for word in path.words),
                "Moves in layer": path_arrival(path),
            }
            for path in paths.paths
        ]
    )


def paths_finding(paths: PhenomenonPaths, averages: pd.DataFrame, *, model: str) -> str:
    """In which layer the answer moves, in how many of the pairs.

    Args:
        paths: The paths of the pairs.
        averages: As :func:`average_table` makes it from them.
        model: The model's name.
    """
    count, name = len(paths.paths), paths.phenomenon
    if not count:
        return (
            f"{model} cannot be tested on the pairs of “{name}”: their words are not single tokens for it, or it does "
            "not tell the sentences apart."
        )
    layer, times = commonest_layer(paths)
    if layer == averages["layer"].max():
        return (
            f"{name}: in {times} of {count} pairs the answer is at the blank only after layer {layer}, the last, "
            f"where it must be. {_average_text(averages, layer)}"
        )
    share = proportion_interval(times, count)
    interval = f"95% interval: {percent_number(share.low)}–{percentage(share.high)}"
    if 2 * times > count:
        text = f"{name}: the answer moves to the blank in layer {layer} in {times} of {count} pairs ({interval})."
    else:
        text = (
            f"{name}: the answer moves at different layers, most often in layer {layer} ({times} of {count} pairs; "
            f"{interval})."
        )
    return f"{text} {_average_text(averages, layer)}"


def commonest_layer(paths: PhenomenonPaths) -> tuple[int, int]:
    """The layer in which most answers move, the lowest of several, and the number of pairs."""
    counts = Counter(path_arrival(path) for path in paths.paths)
    layer = min(counts, key=lambda layer: (-counts[layer], layer))
    return layer, counts[layer]


def _average_text(averages: pd.DataFrame, layer: int) -> str:
    def share(group: TokenGroup, layer: int) -> str:
        row = averages[(averages["group"] == group.value) & (averages["layer"] == layer)].iloc[0]
        return interval_text(Interval(float(row["low"]), float(row["share"]), float(row["high"])))

    before = "in the embeddings" if layer <= 1 else f"after layer {layer - 1}"
    differing = (
        f"On average, the words that differ bring back {share(TokenGroup.DIFFERING, max(layer - 1, 0))} {before}"
    )
    if layer == averages["layer"].max():
        return f"{differing}. After layer {layer}, the last, the blank alone decides the answer, whatever the pair."
    return f"{differing}, and the blank {share(TokenGroup.BLANK, layer)} after layer {layer}."


def left_out_finding(paths: PhenomenonPaths, *, model: str) -> str:
    """How many pairs were left out, and why; empty if none were."""
    if not paths.left_out:
        return ""
    pairs = by_count(paths.left_out, "pair was", "pairs were")
    return (
        f"{paths.left_out} {pairs} left out: the words do not fit {model}’s tokens, or it does not tell the sentences "
        "apart."
    )
