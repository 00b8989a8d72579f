"""The vectors that enter layer 1 as one string of bytes, for a figure that a browser draws.

The bytes, in this order and little-endian: the header's length (uint32), the header (JSON in ASCII), and for each strip
the values of each piece (int8). A byte is the square root of a value, so that small ones are seen too: byte = 127 ·
sign(v) · √(|v| / reach), and what lies beyond the reach is as strong as what lies there. What is added up has one
reach, so that strips can be compared; what comes after the sum has its own. The same vectors give the same bytes.
Fields of the header:

- ``trace``: fingerprint of everything else
- ``strips``: for each ``name``; ``sign``, what stands before it; ``width``, its numbers a piece; ``reach``
- ``count``: how many pieces the text makes, of which the first :data:`MOST_COLUMNS` are here
- ``sentences``: how many of the probe set pieces are looked for in
- ``pieces``: for each ``text`` as it stands in the sentence; ``piece`` as the vocabulary has it; ``id``; ``segment``;
  ``lengths``, one a strip; ``near``, pairs of a piece and a cosine; ``where``, triples of text before, the piece itself
  and text behind
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd

from components.input.model.elsewhere import Occurrence, sentences
from components.input.model.results import InputVectors, Neighbour, Strip
from components.model.results import Floats, Token, Tokens

MOST_COLUMNS = 96
STRONGEST = 99.5  # percentile of sizes that has the strongest colour
SUM = "sum"


def strips_of(found: InputVectors) -> tuple[Strip, ...]:
    """All strips from top to bottom: what is added up, the sum, and what becomes of it."""
    return (*found.parts, Strip(SUM, found.total), *found.steps)


def strips_bytes(
    found: InputVectors,
    names: Sequence[str],
    near: Mapping[int, tuple[Neighbour, ...]],
    where: Mapping[int, tuple[Occurrence, ...]],
    *,
    vectors: bool = True,
) -> bytes:
    """The strips as the browser reads them.

    Args:
        found: The vectors.
        names: The pieces as the vocabulary has them, one a token.
        near: The nearest pieces, by id.
        where: Sentences with a piece, by id.
        vectors: Whether the vectors are drawn, below the rows of ids, segments, positions and the attention mask.
    """
    strips = strips_of(found) if vectors else ()
    shown = found.tokens.items[:MOST_COLUMNS]
    common = _reach(*(strip.values for strip in (*found.parts, Strip(SUM, found.total))))
    reaches = [common] * (len(found.parts) + 1) + [_reach(step.values) for step in found.steps]
    signs = _signs(found)
    if not vectors:
        reaches, signs = [], []
    header: dict[str, Any] = {
        "strips": [
            {"name": strip.name, "sign": sign, "width": strip.values.shape[1], "reach": round(reach, 6)}
            for strip, sign, reach in zip(strips, signs, reaches, strict=True)
        ],
        "count": len(found.tokens),
        "sentences": len(sentences()),
        "pieces": [
            {
                "text": _text(found.tokens, token),
                "piece": names[number],
                "id": token.id,
                "segment": token.segment,
                "special": token.special,
                "lengths": [float(np.linalg.norm(strip.values[number])) for strip in strips],
                "near": [[one.text, one.cosine] for one in near[token.id]],
                "where": [
                    [one.sentence[: one.start], one.sentence[one.start : one.end], one.sentence[one.end :]]
                    for one in where.get(token.id, ())
                ],
            }
            for number, token in enumerate(shown)
        ],
    }
    values = b"".join(_levels(strip.values[: len(shown)], reach) for strip, reach in zip(strips, reaches, strict=True))
    trace = hashlib.blake2b(json.dumps(header).encode() + values, digest_size=8).hexdigest()
    text = json.dumps({"trace": trace, **header}, separators=(",", ":"), allow_nan=False).encode("ascii")
    return b"".join((len(text).to_bytes(4, "little"), text, values))


def _signs(found: InputVectors) -> list[str]:
    added = ["", *["+"] * len(found.parts)][: len(found.parts)]
    return [*added, "=", *["→"] * len(found.steps)]


def _reach(*values: Floats) -> float:
    sizes = np.abs(np.concatenate([one.reshape(-1) for one in values]))
    return max(float(np.percentile(sizes, STRONGEST)), 1e-6)


def _levels(values: Floats, reach: float) -> bytes:
    shares = np.clip(np.abs(values) / reach, 0, 1)
    return (np.sign(values) * np.round(127 * np.sqrt(shares))).astype(np.int8).tobytes()


def _text(tokens: Tokens, token: Token) -> str:
    sentence = tokens.second if token.segment and tokens.second is not None else tokens.sentence
    return token.text if token.special else sentence[token.start : token.end].strip() or token.text


def lengths_table(found: InputVectors, names: Sequence[str]) -> pd.DataFrame:
    """The length (Euclidean norm) of every vector, one piece a row.

    Columns: ``place`` in the sentence, ``piece``, ``id``, ``segment_id``, and one for each strip.
    """
    items = found.tokens.items
    lengths = {strip.name: np.linalg.norm(strip.values, axis=1).astype(float) for strip in strips_of(found)}
    return pd.DataFrame(
        {
            "place": range(len(items)),
            "piece": list(names),
            "id": [token.id for token in items],
            "segment_id": [token.segment for token in items],
            **lengths,
        }
    )


def vector_table(found: InputVectors, names: Sequence[str]) -> pd.DataFrame:
    """Every number of every strip, one a row: ``position``, ``piece``, ``strip``, ``dimension``, ``value``."""
    frames = []
    for strip in strips_of(found):
        count, width = strip.values.shape
        frames.append(
            pd.DataFrame(
                {
                    "position": np.repeat(np.arange(count), width),
                    "piece": np.repeat(np.array(names, dtype=object), width),
                    "strip": strip.name,
                    "dimension": np.tile(np.arange(width), count),
                    "value": strip.values.reshape(-1).astype(float),
                }
            )
        )
    return pd.concat(frames, ignore_index=True)
