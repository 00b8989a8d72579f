"""What a page without a server needs to place further sentences in a river; its script is ``river_page/thread.js``.

The vectors of the river's sentences, scaled to length 1, as 16-bit shares of 32,767: cosines differ by 0.0001 at most.
"""

import base64
from collections.abc import Sequence
from itertools import product

import numpy as np
import numpy.typing as npt

from components.model.statistics.cosines import Vectors, unit_rows
from components.senses.model.neighbours import lowest_nearest_cosine
from components.senses.model.results import WordPoint, WordVectors
from components.senses.model.river import add_thread
from components.senses.model.river_results import River, RiverThread
from components.senses.tables.river import OwnThread, river_finding
from components.tables.numbers import fixed

_LARGEST = 32767
COMPARED_LIMIT = 100  # sentences of a river that are read again with rounded weights
_POINT = WordPoint(0, "", 0, 0, (), "")  # of a thread that only its side is known of


def taken_sentences(river: River, vectors: WordVectors, senses: Sequence[str | None]) -> dict[str, object]:
    """The river's sentences as the page's script reads them.

    Fields: ``width``; ``vectors``, *Shape:* (layer + 1, sentence, width), in the order of ``river.points``; ``others``
    and ``otherTexts``, the further sentences with a meaning, in the last layer; ``margins`` of every layer;
    ``similarFrom``, the cosine from which a sentence is similar.

    Args:
        river: The river.
        vectors: All vectors of the word.
        senses: The meaning of each of them, or None.
    """
    labelled = [point for point, sense in enumerate(senses) if sense is not None]
    others = [point for point in labelled if point not in {*river.points}]
    last = vectors.vectors[:, river.last]
    return {
        "width": vectors.vectors.shape[2],
        "vectors": _stored(np.moveaxis(vectors.vectors[list(river.points)], 0, 1)),
        "others": _stored(last[others]),
        "otherTexts": [vectors.texts[point] for point in others],
        "margins": [river.margin(layer) for layer in range(river.last + 1)],
        "similarFrom": lowest_nearest_cosine(last[labelled], [vectors.texts[point] for point in labelled]),
    }


def taken_findings(river: River, word: str, model: str, thread_limit: int) -> dict[str, str]:
    """The sentence above the river for every outcome of up to so many threads.

    The key is "far" for a single thread that is unlike all sentences, else the threads' sides: −1, 0 or 1, with spaces
    between them.
    """
    findings = {"far": river_finding(river, word, model, [_ended(river, 0, is_far=True)])}
    for count in range(thread_limit + 1):
        for sides in product((-1, 0, 1), repeat=count):
            threads = [_ended(river, side) for side in sides]
            findings[" ".join(map(str, sides))] = river_finding(river, word, model, threads)
    return findings


def rounding_note(river: River, vectors: WordVectors, rounded: Vectors) -> str:
    """How far 8-bit weights move the river's sentences in the last layer.

    Args:
        river: The river.
        vectors: All vectors of the word.
        rounded: The same with rounded weights, of the first sentences. *Shape:* (point, layer + 1, width)
    """
    same, largest, count = 0, 0.0, 0
    last = vectors.vectors[:, -1:]
    for point, height in zip(river.points, river.heights[-1], strict=True):
        if point >= len(rounded):
            continue
        thread = add_thread(river, last, vectors.texts, rounded[point, -1:], excluded=vectors.texts[point])
        same += river.side(thread.heights[-1], river.last) == river.side(height, river.last)
        largest, count = max(largest, abs(thread.heights[-1] - height)), count + 1
    width = max(river.heights[-1]) - min(river.heights[-1])
    return (
        f"The exact weights give slightly different numbers: {same} of {count} sentences of the river end on the same "
        "side with both, and the end of a thread moves by up to "
        f"{fixed(100 * largest / width, 1)}% of the river’s width."
    )


def _stored(vectors: Vectors) -> str:
    shares: npt.NDArray[np.float64] = unit_rows(vectors) * _LARGEST
    return base64.b64encode(shares.round().astype("<i2").tobytes()).decode()


def _ended(river: River, side: int, *, is_far: bool = False) -> OwnThread:
    """A thread that ends on a side."""
    height = side * (river.margin(river.last) + 1)
    return _POINT, RiverThread(heights=(height,), nearest=(), is_far=is_far)
