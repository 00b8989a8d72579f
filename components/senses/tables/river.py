"""The river of a word as a table, as a sentence, and as bytes for the browser.

The bytes, in this order and little-endian: the header's length (uint32), the header (JSON in ASCII), the heights
(float32, *Shape:* (layer + 1, thread)). Heights are rounded, so that a stored river and the same one computed again are
the same bytes: Streamlit does not send a browser the same bytes twice. Fields of the header:

- ``map``: fingerprint of the sentences and their heights
- ``layers``: the name of each layer
- ``word``, ``senses``: the word, and its two meanings: that of negative heights first
- ``signs``: the meaning of each thread, −1 or 1; 0 for a visitor's own, which stand last
- ``texts``, ``spans``: each thread's sentence, and start and end of the word in it, in code points
- ``nearest``: for each of the visitor's own, in every layer, the threads nearest to it
- ``margins``: in every layer, the height up to which a thread is undecided
- ``shares``: in every layer, the share of the sentences on the side of their meaning, as text
- ``owner``: what the visitor's own threads are called
"""

import hashlib
import json
from collections.abc import Sequence

import numpy as np
import pandas as pd

from components.senses.model.results import WordPoint
from components.senses.model.river_results import River, RiverThread
from components.tables.numbers import percent_number, percentage
from components.tables.phrases import list_phrase

BEFORE = "before layer 1"
UNDECIDED = "undecided"
OWN_LIMIT = 2  # threads that the finding names one by one
_DECIMALS = 4
_ORDINALS = ("first", "second")

OwnThread = tuple[WordPoint, RiverThread]


def encode_river(
    river: River, points: Sequence[WordPoint], word: str, own: Sequence[OwnThread] = (), *, owner: str = ""
) -> bytes:
    """Encode a river, with a visitor's own threads, for the browser.

    Args:
        river: The river.
        points: All points of the word; the river has some of them.
        word: The word itself.
        own: The threads of further sentences.
        owner: What they are called; "your sentence" if empty.
    """
    members = [*(points[point] for point in river.points), *(point for point, _ in own)]
    numbers = {point: number for number, point in enumerate(river.points)}
    heights = np.array(
        [[*river.heights[layer], *(thread.heights[layer] for _, thread in own)] for layer in range(river.last + 1)]
    ).round(_DECIMALS)
    data = np.where(heights == 0, 0.0, heights).astype("<f4").tobytes()  # without the sign of −0
    fields = {
        "layers": [layer_name(layer) for layer in range(river.last + 1)],
        "word": word,
        "senses": list(river.senses),
        "signs": [*river.signs, *(0 for _ in own)],
        "texts": [point.sentence for point in members],
        "spans": [[point.start, point.end] for point in members],
        "nearest": [[[numbers[point] for point in layer] for layer in thread.nearest] for _, thread in own],
        "margins": [round(river.margin(layer), _DECIMALS) for layer in range(river.last + 1)],
        "shares": [percentage(count / len(river.points)) for count in river.right_counts],
        "owner": owner or "your sentence",
    }
    fingerprint = hashlib.blake2b(json.dumps(fields).encode() + data, digest_size=8).hexdigest()
    # ASCII: JSON escapes lone surrogates, which a visitor can type and UTF-8 cannot encode.
    header = json.dumps({"map": fingerprint, **fields}, separators=(",", ":")).encode("ascii")
    return b"".join((len(header).to_bytes(4, "little"), header, data))


def layer_name(layer: int) -> str:
    """A layer as it is called on axes: what is there before the first layer has no number."""
    return f"layer {layer}" if layer else BEFORE


def river_table(river: River, points: Sequence[WordPoint], own: Sequence[OwnThread] = ()) -> pd.DataFrame:
    """One row per layer and thread.

    Columns: ``layer`` from 0; ``thread`` from 1, a visitor's own last; ``sentence``; ``meaning``, missing for a
    visitor's own; ``height``; ``side``, the meaning on whose side it lies, or :data:`UNDECIDED`; ``nearest``, of a
    visitor's own the nearest sentence, missing for the others.

    Args:
        river: The river.
        points: All points of the word.
        own: The threads of further sentences.
    """
    threads: list[tuple[WordPoint, str | None, list[float], tuple[tuple[int, ...], ...] | None]] = [
        (points[point], river.senses[sign > 0], [layer[number] for layer in river.heights], None)
        for number, (point, sign) in enumerate(zip(river.points, river.signs, strict=True))
    ]
    threads += [(point, None, list(thread.heights), thread.nearest) for point, thread in own]
    rows = [
        (
            layer,
            number,
            point.sentence,
            meaning,
            heights[layer],
            river.side(heights[layer], layer) or UNDECIDED,
            None if nearest is None else points[nearest[layer][0]].sentence,
        )
        for layer in range(river.last + 1)
        for number, (point, meaning, heights, nearest) in enumerate(threads, start=1)
    ]
    return pd.DataFrame(rows, columns=["layer", "thread", "sentence", "meaning", "height", "side", "nearest"])


def river_finding(river: River, word: str, model: str, own: Sequence[OwnThread] = ()) -> str:
    """How the model reads the word in a visitor's sentence; without one, how many sentences end on their side."""
    sides = [river.side(thread.heights[-1], river.last) for _, thread in own]
    if not sides:
        return f"{model} puts {river.right_counts[-1]} of {len(river.points)} sentences on the right side."
    if len(sides) == 1:
        if sides[0]:
            return f"{model} reads “{word}” as {sides[0]}."
        return f"{model} cannot decide: “{word}” stays between {river.senses[0]} and {river.senses[1]}."
    if len(sides) <= OWN_LIMIT:
        read = [f"the {name} “{word}” as {side or UNDECIDED}" for name, side in zip(_ORDINALS, sides, strict=True)]
        return f"{model} reads {list_phrase(read)}."
    counts = {side: sides.count(side) for side in dict.fromkeys(sides)}
    return f"{model} reads “{word}” {list_phrase([f'{n} times as {side or UNDECIDED}' for side, n in counts.items()])}."


def control_note(river: River) -> str:
    """The share of sentences on their side, before the first layer and after the last, beside shuffled meanings."""
    count, last = len(river.points), river.last

    def share(layer: int) -> str:
        return percentage(river.right_counts[layer] / count)

    low, high = percent_number(river.shuffled_low[last]), percentage(river.shuffled_high[last])
    return (
        f"On the side of their meaning: {share(0)} of the sentences {BEFORE}, {share(last)} after layer {last}. "
        f"With shuffled meanings: {low}–{high}."
    )
