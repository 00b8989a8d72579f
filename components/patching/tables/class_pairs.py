"""Pairs from a class as a table, sorted by the layer in which the answer moves, and the sentence about them."""

from collections.abc import Sequence

import pandas as pd

from components.patching.model.results import PairPath
from components.patching.model.written_pair import versions_text
from components.patching.tables.paths import commonest_layers, path_arrival
from components.tables.phrases import count_phrase, list_phrase, word_label


def class_pairs_table(pairs: Sequence[tuple[str, PairPath]]) -> pd.DataFrame:
    """One row per pair, by layer and then in order of arrival.

    Columns: ``layer``; ``place`` among the pairs of the layer, from 1; ``pair``, as it was sent; ``versions``,
    its words in two versions; ``answers``.

    Args:
        pairs: Texts as they were sent, with their paths.
    """
    rows = [
        (path_arrival(path), text, versions_text(text), " / ".join(word_label(word) for word in path.words))
        for text, path in pairs
    ]
    table = pd.DataFrame(rows, columns=["layer", "pair", "versions", "answers"])
    table = table.sort_values("layer", kind="stable", ignore_index=True)
    table.insert(1, "place", table.groupby("layer").cumcount() + 1)
    return table


def class_pairs_finding(table: pd.DataFrame, *, last: int) -> str:
    """In which layer most answers of the class move.

    Args:
        table: As :func:`class_pairs_table` makes it.
        last: The number of the model's last layer, after which the blank holds every answer, whatever the pair.
    """
    if table.empty:
        return "No pair has arrived yet. Write one word in two versions."
    layers, largest = commonest_layers(table["layer"])
    by_construction = f"is at the blank only after layer {last}, the last, where it must be"
    if len(table) == 1:
        if layers[0] == last:
            return f"The answer of this pair {by_construction}."
        return f"The answer of this pair moves to the blank in layer {layers[0]}."
    of = f"of {count_phrase(len(table), 'pair')}"
    if layers == [last]:
        return f"In {largest} {of} the answer {by_construction}."
    if len(layers) == 1:
        return f"Most often the answer moves to the blank in layer {layers[0]}: in {largest} {of}."
    return f"Layers {list_phrase([str(layer) for layer in layers])} tie, with {largest} {of} each."
