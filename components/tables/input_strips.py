"""The vectors that enter layer 1 as one string of bytes, for a figure that a browser draws.

The bytes, in this order and little-endian: the header's length (uint32), the header (JSON in ASCII), and for each strip
the values of each token (int8). A byte encodes the square root of a value, so that small values are visible too: byte =
127 · sign(v) · √(|v| / reach), where values beyond the reach are clipped. All embeddings and their sum share one reach,
so that their strips can be compared; each step after the sum has its own. The same vectors give the same bytes.
Fields of the header:

- ``trace``: fingerprint of everything else
- ``strips``: of each its ``name``; ``sign``, the operator before it; ``width``, the numbers per token; ``reach``
- ``count``: the number of tokens of the text; the first :data:`COLUMN_LIMIT` are here
- ``pieces``: of each token ``piece``, its string in the vocabulary; ``id``; ``segment``; ``first``, the first
  number of its vector in each strip; ``near``, pairs of a token and a cosine
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from components.model.input_vectors.results import InputVectors, NearestToken, Strip
from components.model.results import Floats

COLUMN_LIMIT = 96
STRONGEST = 99.5  # percentile of sizes that has the strongest colour
SUM = "sum"


def all_strips(input_vectors: InputVectors) -> tuple[Strip, ...]:
    """All strips from top to bottom: the embeddings, their sum, and the steps after it."""
    return (*input_vectors.parts, Strip(SUM, input_vectors.total), *input_vectors.steps)


def encode_strips(
    input_vectors: InputVectors,
    names: Sequence[str],
    near: Mapping[int, tuple[NearestToken, ...]],
) -> bytes:
    """The strips as the browser reads them.

    Args:
        input_vectors: The vectors.
        names: The string of each token in the vocabulary.
        near: The nearest tokens, by id.
    """
    strips = all_strips(input_vectors)
    shown = input_vectors.tokens.items[:COLUMN_LIMIT]
    common = _reach(*(strip.values for strip in (*input_vectors.parts, Strip(SUM, input_vectors.total))))
    reaches = [common] * (len(input_vectors.parts) + 1) + [_reach(step.values) for step in input_vectors.steps]
    signs = _signs(input_vectors)
    header: dict[str, Any] = {
        "strips": [
            {"name": strip.name, "sign": sign, "width": strip.values.shape[1], "reach": round(reach, 6)}
            for strip, sign, reach in zip(strips, signs, reaches, strict=True)
        ],
        "count": len(input_vectors.tokens),
        "pieces": [
            {
                "piece": names[number],
                "id": token.id,
                "segment": token.segment,
                "first": [float(strip.values[number][0]) for strip in strips],
                "near": [[item.text, item.cosine] for item in near[token.id]],
            }
            for number, token in enumerate(shown)
        ],
    }
    values = b"".join(_levels(strip.values[: len(shown)], reach) for strip, reach in zip(strips, reaches, strict=True))
    trace = hashlib.blake2b(json.dumps(header).encode() + values, digest_size=8).hexdigest()
    text = json.dumps({"trace": trace, **header}, separators=(",", ":"), allow_nan=False).encode("ascii")
    return b"".join((len(text).to_bytes(4, "little"), text, values))


def _signs(input_vectors: InputVectors) -> list[str]:
    added = ["", *["+"] * len(input_vectors.parts)][: len(input_vectors.parts)]
    return [*added, "=", *["→"] * len(input_vectors.steps)]


def _reach(*values: Floats) -> float:
    sizes = np.abs(np.concatenate([array.reshape(-1) for array in values]))
    return max(float(np.percentile(sizes, STRONGEST)), 1e-6)


def _levels(values: Floats, reach: float) -> bytes:
    shares = np.clip(np.abs(values) / reach, 0, 1)
    return (np.sign(values) * np.round(127 * np.sqrt(shares))).astype(np.int8).tobytes()
