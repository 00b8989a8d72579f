"""Paths of many pairs: averages with intervals, the layers in which answers move, and the sentence about them."""

from collections import Counter
from collections.abc import Iterable

import numpy as np
import pandas as pd

from components.model.statistics.bootstrap import Interval, mean_interval, resample_indices
from components.model.statistics.proportions import proportion_interval
from components.patching.model.results import PairPath, PhenomenonPaths, TokenGroup
from components.patching.tables.grid import MOVED, is_gradual
from components.tables.numbers import interval_text, percent_number, percentage
from components.tables.phrases import by_count, list_phrase, possessive, quoted, word_label


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
    count, name = len(paths.paths), f"Pairs about {paths.phenomenon.lower()}"
    if not count:
        return (
            f"{model} cannot be tested on the pairs of {quoted(paths.phenomenon)}. Their words are not single tokens "
            "for it, or it does not tell the sentences apart."
        )
    layers, times = commonest_layers(map(path_arrival, paths.paths))
    layer, last = layers[0], averages["layer"].max()
    where = "the last layer" if layer == last else f"layer {layer}"
    must = f" After layer {last}, the last, it must be there." if layers == [last] else ""
    if count == 1:
        text = f"{name}: the answer moves to the blank in {where}. {model} can be tested on one pair only.{must}"
    elif len(layers) > 1:
        tied = list_phrase([str(each) for each in layers])
        text = f"{name}: the answers move in different layers. Layers {tied} tie, with {times} of {count} pairs each."
    else:
        share = proportion_interval(times, count)
        interval = "" if must else f" (95% interval: {percent_number(share.low)}–{percentage(share.high)})"
        begins = (
            f"In {where}, {'the' if times == count else 'most'} answers move to the blank"
            if 2 * times > count
            else f"{name}: answers move in different layers, mostly in {where}"
        )
        text = f"{begins}. They move in layer {layer} in {times} of {count} {name.lower()}{interval}.{must}"
    return f"{text} {_average_text(averages, layers, count)}"


def gradual_note(paths: PhenomenonPaths) -> str:
    """In how many pairs the blank's share creeps over half of the answer; empty if in none."""
    count = sum(is_gradual(path.of(TokenGroup.BLANK), path_arrival(path)) for path in paths.paths)
    if not count:
        return ""
    return (
        f"In {count} of {len(paths.paths)} {by_count(len(paths.paths), 'pair', 'pairs')} the answer comes to the blank "
        f"little by little: the layer named for it adds less than a quarter."
    )


def commonest_layers(layers: Iterable[int]) -> tuple[list[int], int]:
    """The layers in which most answers move, in order, and the number of answers of each.

    Args:
        layers: The layer of every answer, at least one.
    """
    counts = Counter(layers)
    largest = max(counts.values())
    return sorted(layer for layer, count in counts.items() if count == largest), largest


def _average_text(averages: pd.DataFrame, layers: list[int], count: int) -> str:
    def share(group: TokenGroup, layer: int) -> str:
        row = averages[(averages["group"] == group.value) & (averages["layer"] == layer)].iloc[0]
        return interval_text(Interval(float(row["low"]), float(row["share"]), float(row["high"])))

    first, layer = layers[0], layers[-1]  # before the first of those that tie, and after the last
    before = "in the embeddings" if first <= 1 else f"after layer {first - 1}"
    bring = "The words that differ bring back" if count == 1 else "On average, the words that differ bring back"
    differing = f"{bring} {share(TokenGroup.DIFFERING, max(first - 1, 0))} {before}"
    if layer == averages["layer"].max():
        return f"{differing}. After layer {layer}, the last, the blank alone decides the answer, whatever the pair."
    return f"{differing}, and the blank {share(TokenGroup.BLANK, layer)} after layer {layer}."


def left_out_finding(paths: PhenomenonPaths, *, model: str) -> str:
    """How many pairs were left out, and why; empty if none were."""
    if not paths.left_out:
        return ""
    pairs = by_count(paths.left_out, "pair was", "pairs were")
    return (
        f"{paths.left_out} {pairs} left out: the words do not fit {possessive(model)} tokens, or it does not tell the "
        "sentences apart."
    )
