"""Points that move from layer to layer, as one string of bytes that a browser can draw at once.

Up to 5,000 points at 25 layers are 250,000 places in a plane. As JSON they would be 5 MB and slow to read; a screen has
a thousand pixels a side. So a place travels as two uint16 within one square around all of them: 65,536 steps a side.
The square is the same for every layer, because what moves has to be measured by one scale, and it is a square because
a projection means distances: stretched along one side they would no longer be true.

The bytes, in this order and little-endian: the header's length (uint32), the header (JSON in ASCII), the places
(uint16, *Shape:* (layer + 1, point, 2)), y upwards. The same arguments give the same bytes, because a browser is not
sent again what it has. Fields of the header:

- ``map``: fingerprint of places, layers and sentences; not of ``labels``, ``own`` or ``hard``, so that another
  colouring is still the same map
- ``layers``: what each layer is called
- ``names``, ``label``: the labels in the order in which they first occur, and for each point the index of its own, or
  -1 for none
- ``texts``, ``spans``: each point's sentence, and where in it the word stands, in characters as Python counts them
- ``own``, ``owner``: points that were added to those that ship, and whose they are, if not the visitor's
- ``hard``: points that are meant to be hard
"""

import hashlib
import json
from collections.abc import Collection, Sequence

import numpy as np
import numpy.typing as npt

POINT_LIMIT = 5_000
_STEPS = np.iinfo(np.uint16).max

Span = tuple[int, int]


def encode_sense_map(
    positions: npt.NDArray[np.floating],
    *,
    layer_names: Sequence[str],
    labels: Sequence[str],
    texts: Sequence[str],
    spans: Sequence[Span],
    added: Collection[int] = (),
    hard: Collection[int] = (),
    owner: str = "",
) -> bytes:
    """The points as the browser reads them.

    Args:
        positions: Where each point lies in the plane at each layer. *Shape:* (layer + 1, point, 2)
        layer_names: One name a layer, such as "Layer 0"; shown large.
        labels: The sense, group or cluster of each point; "" for none.
        texts: The sentence of each point; any text.
        spans: Start and end of the word in that sentence, in characters.
        own: Points that were added to those that ship; drawn larger, with a ring.
        hard: Points that are meant to be hard; drawn hollow.
        owner: Whose the added points are, in words; the visitor's, where nothing is said.

    Raises:
        ValueError: Something does not fit the positions' shape, a position is not a number, or there are too many.
    """
    layers, count = _shape(positions)
    _expect(len(layer_names) == layers, f"{layers} layer names", len(layer_names))
    _expect(len(labels) == count, f"{count} labels", len(labels))
    _expect(len(texts) == count, f"{count} texts", len(texts))
    _expect(len(spans) == count, f"{count} spans", len(spans))
    for (start, end), text in zip(spans, texts, strict=True):
        _expect(0 <= start < end <= len(text), f"a span within {len(text)} characters", (start, end))
    for marked in (added, hard):
        _expect(all(0 <= point < count for point in marked), f"points below {count}", marked)
    places = _within_a_square(positions)
    names = list(dict.fromkeys(label for label in labels if label))
    index = {"": -1, **{name: i for i, name in enumerate(names)}}
    same = {
        "layers": list(layer_names),
        "texts": list(texts),
        "spans": [[int(start), int(end)] for start, end in spans],
    }
    header = {
        "map": hashlib.blake2b(json.dumps(same).encode() + places.tobytes(), digest_size=8).hexdigest(),
        **same,
        "names": names,
        "label": [index[label] for label in labels],
        "own": sorted(int(point) for point in set(added)),
        **({"owner": owner} if owner else {}),
        "hard": sorted(int(point) for point in set(hard)),
    }
    # ASCII: JSON escapes lone surrogates, which a visitor can type and UTF-8 cannot encode.
    front = json.dumps(header, separators=(",", ":")).encode("ascii")
    return b"".join((len(front).to_bytes(4, "little"), front, places.tobytes()))


def _shape(positions: npt.NDArray[np.floating]) -> tuple[int, int]:
    """Layers and points."""
    _expect(positions.ndim == 3 and positions.shape[-1] == 2, "(layer + 1, point, 2)", positions.shape)
    layers, count, _ = positions.shape
    _expect(layers > 0, "at least one layer", layers)
    _expect(1 <= count <= POINT_LIMIT, f"from 1 to {POINT_LIMIT} points", count)
    _expect(bool(np.isfinite(positions).all()), "positions that are numbers", "NaN or infinity")
    return layers, count


def _within_a_square(positions: npt.NDArray[np.floating]) -> npt.NDArray[np.uint16]:
    """The positions in steps of the square around all of them; one point alone lies in its middle."""
    exact = positions.astype(np.float64)
    low, high = exact.min(axis=(0, 1)), exact.max(axis=(0, 1))
    side = float((high - low).max()) or 1.0
    shares = (exact - (low + high) / 2) / side + 0.5
    places: npt.NDArray[np.uint16] = np.clip(np.rint(shares * _STEPS), 0, _STEPS).astype("<u2")
    return places


def _expect(holds: bool, expected: str, got: object) -> None:
    if not holds:
        raise ValueError(f"expected {expected}, got {got}")
