"""Binary encoding of the map of senses: points that move from layer to layer.

Up to 5,000 points at 25 layers are 250,000 positions. As JSON they would be 5 MB and slow to parse, while a screen has
about a thousand pixels per side. So a position is sent as two uint16 within one square around all points, with 65,536
steps per side. The square is common to all layers, so that movement has one scale, and it is a square because a
projection represents distances, which must not be stretched.

The bytes, in this order and little-endian: the header's length (uint32), the header (JSON in ASCII), the coordinates
(uint16, *Shape:* (layer + 1, point, 2)), y upwards. The same arguments give the same bytes, because Streamlit does not
send a browser the same bytes twice. Fields of the header:

- ``map``: fingerprint of coordinates, layers and sentences, but not of ``labels`` or ``added``, so that another
  colouring is still the same map
- ``layers``: the name of each layer
- ``names``, ``label``: the labels in order of first occurrence, and for each point the index of its label, or -1
- ``texts``, ``spans``: each point's sentence, and start and end of the word in it, in code points
- ``added``, ``owner``: points that were added to the shipped ones, and who added them if not the visitor
"""

import hashlib
import json
from collections import Counter
from collections.abc import Collection, Sequence

import numpy as np
import numpy.typing as npt

from components.senses.model.results import WordPoint, WordVectors
from components.tables.phrases import quoted

POINT_LIMIT = 5_000
# From so many points with the second form, and from this correlation on (half of the variance), a direction of the
# picture is said to follow the word's form.
FORM_COUNT, FORM_CORRELATION = 4, 0.7
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
    owner: str = "",
) -> bytes:
    """Encode the points for the browser.

    Args:
        positions: Position of each point at each layer. *Shape:* (layer + 1, point, 2)
        layer_names: One name per layer, such as "Layer 0"; shown large.
        labels: The sense, group or cluster of each point; "" for none.
        texts: The sentence of each point.
        spans: Start and end of the word in that sentence, in code points.
        added: Points that were added to the shipped ones; drawn larger, with a ring.
        owner: What the legend calls them; "your sentence" if empty.

    Raises:
        ValueError: An argument does not match the shape of the positions, a position is not finite, or there are too
            many points.
    """
    layers, count = _validated_shape(positions)
    _expect(len(layer_names) == layers, f"{layers} layer names", len(layer_names))
    _expect(len(labels) == count, f"{count} labels", len(labels))
    _expect(len(texts) == count, f"{count} texts", len(texts))
    _expect(len(spans) == count, f"{count} spans", len(spans))
    for (start, end), text in zip(spans, texts, strict=True):
        _expect(0 <= start < end <= len(text), f"a span within {len(text)} characters", (start, end))
    _expect(all(0 <= point < count for point in added), f"points below {count}", added)
    coordinates = _quantise(positions)
    names = list(dict.fromkeys(label for label in labels if label))
    index = {"": -1, **{name: i for i, name in enumerate(names)}}
    shared_fields = {
        "layers": list(layer_names),
        "texts": list(texts),
        "spans": [[int(start), int(end)] for start, end in spans],
    }
    header = {
        "map": hashlib.blake2b(json.dumps(shared_fields).encode() + coordinates.tobytes(), digest_size=8).hexdigest(),
        **shared_fields,
        "names": names,
        "label": [index[label] for label in labels],
        "added": sorted(int(point) for point in set(added)),
        **({"owner": owner} if owner else {}),
    }
    # ASCII: JSON escapes lone surrogates, which a visitor can type and UTF-8 cannot encode.
    header_bytes = json.dumps(header, separators=(",", ":")).encode("ascii")
    return b"".join((len(header_bytes).to_bytes(4, "little"), header_bytes, coordinates.tobytes()))


def _validated_shape(positions: npt.NDArray[np.floating]) -> tuple[int, int]:
    """Number of layers and of points; raises ValueError if the positions cannot be drawn."""
    _expect(positions.ndim == 3 and positions.shape[-1] == 2, "(layer + 1, point, 2)", positions.shape)
    layers, count, _ = positions.shape
    _expect(layers > 0, "at least one layer", layers)
    _expect(1 <= count <= POINT_LIMIT, f"from 1 to {POINT_LIMIT} points", count)
    _expect(bool(np.isfinite(positions).all()), "positions that are numbers", "NaN or infinity")
    return layers, count


def _quantise(positions: npt.NDArray[np.floating]) -> npt.NDArray[np.uint16]:
    """The positions as steps of the square around all of them; a single point lies in its middle."""
    values = positions.astype(np.float64)
    low, high = values.min(axis=(0, 1)), values.max(axis=(0, 1))
    side = float((high - low).max()) or 1.0
    scaled = (values - (low + high) / 2) / side + 0.5
    coordinates: npt.NDArray[np.uint16] = np.clip(np.rint(scaled * _STEPS), 0, _STEPS).astype("<u2")
    return coordinates


def _expect(holds: bool, expected: str, got: object) -> None:
    if not holds:
        raise ValueError(f"expected {expected}, got {got}")


def form_axis_note(points: Sequence[WordPoint], positions: npt.NDArray[np.floating]) -> str:
    """A sentence about a direction of the picture that follows the word's form more than anything else; empty if none.

    Args:
        points: The points.
        positions: Where they lie in the layer that is shown, x to the right and y upwards. *Shape:* (point, 2)
    """
    counts = Counter(point.text.casefold() for point in points)
    if len(counts) < 2:
        return ""
    form, count = counts.most_common()[1]
    if count < FORM_COUNT:
        return ""
    has_form = np.array([point.text.casefold() == form for point in points], dtype=np.float64)
    spread = positions.std(axis=0)
    if not spread.all():
        return ""
    correlations = [abs(float(np.corrcoef(has_form, positions[:, axis])[0, 1])) for axis in (0, 1)]
    axis = int(np.argmax(correlations))
    if correlations[axis] < FORM_CORRELATION:
        return ""
    way = ("From left to right", "From bottom to top")[axis]
    return (
        f"{way}, this picture mostly parts {quoted(counts.most_common()[0][0])} from {quoted(form)}: form, not meaning."
    )


def encode_map(
    positions: npt.NDArray[np.floating],
    vectors: WordVectors,
    labels: tuple[str, ...],
    added: tuple[int, ...] = (),
    *,
    owner: str = "",
    method: str = "",
) -> bytes:
    """Encode a map for the browser; points in ``added`` get a ring. *Shape:* ``positions`` (layer + 1, point, 2).

    ``method`` is the name of the projection, written beside the layer's; none for the usual one.
    """
    drawn_with = f" · {method}" if method else ""
    return encode_sense_map(
        positions,
        layer_names=[
            f"Before layer 1{drawn_with}",
            *(f"Layer {layer}{drawn_with}" for layer in range(1, vectors.layers + 1)),
        ],
        labels=labels,
        texts=vectors.texts,
        spans=[(point.start, point.end) for point in vectors.points],
        added=added,
        owner=owner,
    )
