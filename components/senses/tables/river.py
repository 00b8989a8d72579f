"""The river of a word as a table, as a sentence, and as bytes for the browser.

The bytes, in this order and little-endian: the header's length (uint32), the header (JSON in ASCII), the heights
(float32, *Shape:* (layer + 1, thread)). Heights are rounded, so that a stored river and the same one computed again are
the same bytes: Streamlit does not send a browser the same bytes twice. Fields of the header:

- ``map``: fingerprint of the sentences and their heights
- ``layers``: the name of each layer
- ``kind``: "river", or "nearby" for a word without labelled meanings and the words near it
- ``word``, ``senses``: the word, and its two meanings: that of negative heights first
- ``signs``: the meaning of each thread, −1 or 1; 0 for a visitor's own, which stand last
- ``texts``, ``spans``: each thread's sentence, and start and end of the word in it, in code points
- ``nearest``: for each of the visitor's own, in every layer, the threads nearest to it
- ``margins``: in every layer, the height up to which a thread is undecided
- ``shares``: in every layer, the share of the sentences on the side of their meaning, as text
- ``owner``: what the visitor's own threads are called
- ``fooling``: of threads that a class sent, which end on another side than meant; missing for a visitor's
- ``numbers``: of these threads, the number that stands at the end, 0 for none
"""

import hashlib
import json
from collections.abc import Sequence

import numpy as np
import pandas as pd

from components.senses.model.results import WordPoint
from components.senses.model.river_results import NearbyWords, River, RiverThread
from components.tables.layers import BEFORE, layer_name
from components.tables.numbers import percent_number, percentage
from components.tables.phrases import list_phrase, quoted

UNDECIDED = "undecided"
YOURS = "your sentence"
_LISTED = 3  # of the nearest words in each layer
OWN_LIMIT = 2  # threads that the finding names one by one
_DECIMALS = 4
_ORDINALS = ("first", "second")

OwnThread = tuple[WordPoint, RiverThread]


def encode_river(
    river: River,
    points: Sequence[WordPoint],
    word: str,
    added: Sequence[OwnThread] = (),
    *,
    owner: str = "",
    fooling: Sequence[bool] | None = None,
    numbers: Sequence[int] = (),
    has_shares: bool = True,
) -> bytes:
    """Encode a river, with a visitor's own threads, for the browser.

    Args:
        river: The river.
        points: All points of the word; the river has some of them.
        word: The word itself.
        added: The threads of further sentences.
        owner: What they are called; "your sentence" if empty.
        fooling: Of threads that a class sent: which of them end on another side than meant; None for a visitor's.
        numbers: Of these, the numbers that stand at their ends, 0 for none; empty if none has one.
        has_shares: Whether it says in each layer how many of the sentences are on the side of their meaning.
    """
    of_class = {} if fooling is None else {"fooling": list(fooling), "numbers": list(numbers)}
    places = {point: place for place, point in enumerate(river.points)}
    return _encode(
        [*(points[point] for point in river.points), *(point for point, _ in added)],
        [[*river.heights[layer], *(thread.heights[layer] for _, thread in added)] for layer in range(river.last + 1)],
        kind="river",
        word=word,
        senses=list(river.senses),
        signs=[*river.signs, *(0 for _ in added)],
        nearest=[[[places[point] for point in layer] for layer in thread.nearest] for _, thread in added],
        margins=[round(river.margin(layer), _DECIMALS) for layer in range(river.last + 1)],
        shares=[percentage(count / len(river.points)) if has_shares else "" for count in river.right_counts],
        owner=owner or YOURS,
        **of_class,
    )


def encode_nearby(nearby: NearbyWords, *, owner: str = "") -> bytes:
    """Encode a visitor's word and the words near it for the browser. Heights are cosine similarities with that word.

    Args:
        nearby: The words.
        owner: What the visitor's thread is called; "your sentence" if empty.
    """
    word = nearby.added.text
    ranks = [np.argsort(-np.array(layer), kind="stable")[:_LISTED].tolist() for layer in nearby.cosines]
    return _encode(
        [*nearby.points, nearby.added],
        [[*layer, 1.0] for layer in nearby.cosines],
        kind="nearby",
        word=word,
        senses=[quoted(word), "another word"],
        signs=[*(-1 if point.text.casefold() == word.casefold() else 1 for point in nearby.points), 0],
        nearest=[ranks],
        margins=[0.0 for _ in nearby.cosines],
        shares=["" for _ in nearby.cosines],
        owner=owner or YOURS,
    )


def _encode(points: Sequence[WordPoint], heights: Sequence[Sequence[float]], **fields: object) -> bytes:
    """Bytes with the fields that every picture has, and others. *Shape:* ``heights`` (layer + 1, point)."""
    rounded = np.array(heights).round(_DECIMALS)
    data = np.where(rounded == 0, 0.0, rounded).astype("<f4").tobytes()  # without the sign of −0
    common = {
        "layers": [layer_name(layer) for layer in range(len(heights))],
        "texts": [point.sentence for point in points],
        "spans": [[point.start, point.end] for point in points],
    }
    fingerprint = hashlib.blake2b(json.dumps([common, fields]).encode() + data, digest_size=8).hexdigest()
    # ASCII: JSON escapes lone surrogates, which a visitor can type and UTF-8 cannot encode.
    header = json.dumps({"map": fingerprint, **common, **fields}, separators=(",", ":")).encode("ascii")
    return b"".join((len(header).to_bytes(4, "little"), header, data))


def river_table(river: River, points: Sequence[WordPoint], added: Sequence[OwnThread] = ()) -> pd.DataFrame:
    """One row per layer and thread.

    Columns: ``layer`` from 0; ``thread`` from 1, a visitor's own last; ``sentence``; ``meaning``, missing for a
    visitor's own; ``height``; ``side``, the meaning on whose side it lies, or :data:`UNDECIDED`; ``nearest``, of a
    visitor's own the nearest sentence, missing for the others.

    Args:
        river: The river.
        points: All points of the word.
        added: The threads of further sentences.
    """
    threads: list[tuple[WordPoint, str | None, list[float], tuple[tuple[int, ...], ...] | None]] = [
        (points[point], river.senses[sign > 0], [layer[number] for layer in river.heights], None)
        for number, (point, sign) in enumerate(zip(river.points, river.signs, strict=True))
    ]
    threads += [(point, None, list(thread.heights), thread.nearest) for point, thread in added]
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


def river_finding(river: River, word: str, model: str, added: Sequence[OwnThread] = ()) -> str:
    """How the model reads the word in a visitor's sentence; without one, how many sentences end on their side."""
    sides = [river.side(thread.heights[-1], river.last) for _, thread in added]
    name = quoted(word)
    if not sides:
        return f"{model} reads {name} right in {river.right_counts[-1]} of {len(river.points)} sentences."
    if len(sides) == 1:
        if added[0][1].is_far:
            return f"This {name} is unlike all {len(river.points)} sentences: its side says little."
        if sides[0]:
            return f"{model} reads {name} as {sides[0]}."
        return f"{model} cannot decide: {name} stays between {river.senses[0]} and {river.senses[1]}."
    if len(sides) == 2 and sides[0] == sides[1] != "":
        return f"{model} reads both {name} as {sides[0]}."
    if len(sides) <= OWN_LIMIT:
        read = [f"the {which} {name} as {side or UNDECIDED}" for which, side in zip(_ORDINALS, sides, strict=True)]
        return f"{model} reads {list_phrase(read)}."
    counts = {side: sides.count(side) for side in dict.fromkeys(sides)}
    times = [f"{count} times as {side or UNDECIDED}" for side, count in counts.items()]
    return f"{model} reads {name} {list_phrase(times)}."


def nearby_table(nearby: NearbyWords) -> pd.DataFrame:
    """One row per layer and word.

    Columns: ``layer`` from 0; ``thread`` from 1, the nearest in the last layer first; ``word``; ``sentence``;
    ``cosine`` with the visitor's word.
    """
    rows = [
        (layer, number, point.text, point.sentence, cosine)
        for layer, cosines in enumerate(nearby.cosines)
        for number, (point, cosine) in enumerate(zip(nearby.points, cosines, strict=True), start=1)
    ]
    return pd.DataFrame(rows, columns=["layer", "thread", "word", "sentence", "cosine"])


def nearby_finding(nearby: NearbyWords, model: str) -> str:
    """Which other words are nearest to the visitor's."""
    added = nearby.added.text.casefold()
    words = [word for word in dict.fromkeys(point.text.casefold() for point in nearby.points) if word != added]
    if not words:
        return f"{model} finds nothing as near to {quoted(nearby.added.text)} as the same word elsewhere."
    named = list_phrase([*map(quoted, words[:_LISTED])])
    if nearby.is_far:
        return f"{model} knows no word like {quoted(nearby.added.text)}. The nearest are {named}."
    return f"To {model}, {quoted(nearby.added.text)} is most like {named}."


def control_note(river: River) -> str:
    """The share of sentences on their side, before the first layer and after the last, beside shuffled meanings."""
    count, last = len(river.points), river.last

    def share(layer: int) -> str:
        return percentage(river.right_counts[layer] / count)

    low, high = percent_number(river.shuffled_low[last]), percentage(river.shuffled_high[last])
    return (
        f"On the side of their meaning: {share(0)} of the sentences {BEFORE}, {share(last)} after layer {last}. "
        f"If the meanings are shuffled at random: {low}–{high}."
    )
