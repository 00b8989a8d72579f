"""The encoding of an atlas: all panels of weights in one byte string, small enough to send and draw at once.

A panel is a square of weights from 0 to 1, who looks at whom: a head's attention, an average, a rollout. 144 of them at
128 tokens are 2.4 million numbers, far too many for JSON, and more than a screen has pixels.

Design. For colour a weight travels as ``round(255 * sqrt(w))``, one byte. A linear byte would show every weight under
0.002 as nothing, a tenth of what a head does; the square root spends its steps where the weights are, and what it
decodes to, ``(byte / 255) ** 2``, is still off by 1/255 at most. Panels of more than `MOST_WHOLE` tokens are reduced to
`MOST_SIDE` cells a side by the *maximum* of each block: an average would wash out exactly the thin lines that a reader
looks for. One panel, the chosen one, also travels whole and exact; the others' exact numbers are fetched when they are
wanted, see `panel_at`.

The bytes, in this order and little-endian: the header's length (uint32), the header (JSON in ASCII), the panels
(uint8, *Shape:* (row, column, side, side)), the chosen panel (float32, *Shape:* (query, key)). The same arguments give
the same bytes, because a browser is not sent again what it has. Fields of the header:

- ``trace``: fingerprint of names, tokens and weights; not of ``chosen`` or ``labels``
- ``axes``, ``rows``, ``columns``: what rows and columns of panels are called, and each one's name
- ``tokens``, ``special``, ``segments``: labels, positions of special tokens, the part of each token or null
- ``labels``: ``[row, column, text]`` for every panel that has one
- ``chosen``: ``[row, column]`` of the panel that travels whole
- ``exact``: "all" where every panel travels whole, one behind the other in place of the chosen one, as in a page
  without a server (components/takeaway/heads_page/atlas_bytes.js); otherwise missing
- ``side``, ``block``: cells a side of a panel, and how many tokens a side one cell stands for (1: nothing is reduced)
"""

import hashlib
import json
import re
from collections.abc import Collection, Mapping, Sequence

import numpy as np
import numpy.typing as npt

from components.model.results import Tokens

WHOLE_PANEL_LIMIT = 128
REDUCED_SIDE = 64
_OVER_ONE = 1e-3  # sums of rounded numbers may end a little above 1

Panels = npt.NDArray[np.floating]
Panel = tuple[int, int]


def atlas_bytes(
    panels: Panels,
    *,
    row_names: Sequence[str],
    column_names: Sequence[str],
    tokens: Sequence[str],
    special: Collection[int] = (),
    segments: Sequence[int] | None = None,
    labels: Mapping[Panel, str] | None = None,
    chosen: Panel = (0, 0),
    axes: tuple[str, str] = ("layer", "head"),
) -> bytes:
    """Encode panels for the browser.

    Args:
        panels: Weights from 0 to 1. *Shape:* (row, column, query, key)
        row_names: One name per row, such as "1" to "12".
        column_names: One name per column.
        tokens: One label per token; any text.
        special: Positions of the tokens that the tokenizer added.
        segments: The part that each token belongs to, 0 or 1, for a line between two sentences.
        labels: What panels do, in a few words, by row and column.
        chosen: Row and column of the panel that is sent in full precision.
        axes: Names of the axes; "" if row and column names need none.

    Raises:
        ValueError: Something does not fit the panels' shape, or a weight is not within 0 and 1.
    """
    rows, columns, count = _shape(panels)
    labels = labels or {}
    _expect(len(row_names) == rows, f"{rows} row names", len(row_names))
    _expect(len(column_names) == columns, f"{columns} column names", len(column_names))
    _expect(len(tokens) == count, f"{count} tokens", len(tokens))
    _expect(segments is None or len(segments) == count, f"{count} segments", segments)
    _expect(all(0 <= position < count for position in special), f"positions below {count}", special)
    for row, column in (chosen, *labels):
        _expect(0 <= row < rows and 0 <= column < columns, f"a panel of {rows} × {columns}", (row, column))
    block = 1 if count <= WHOLE_PANEL_LIMIT else -(-count // REDUCED_SIDE)
    levels = _levels(panels if block == 1 else _block_maximum(panels, block))
    exact = panel_bytes(panels, *chosen)
    names = {
        "axes": list(axes),
        "rows": list(row_names),
        "columns": list(column_names),
        "tokens": list(tokens),
        "special": sorted(special),
        "segments": None if segments is None else [int(segment) for segment in segments],
    }
    header = {
        # Of the panels alone: which one is chosen is what a selection changes, and it stays the same trace.
        "trace": hashlib.blake2b(json.dumps(names).encode() + levels.data, digest_size=8).hexdigest(),
        **names,
        "labels": [[*panel, text] for panel, text in sorted(labels.items())],
        "chosen": list(chosen),
        "side": levels.shape[-1],
        "block": block,
    }
    # ASCII: JSON escapes lone surrogates, which a visitor can type and UTF-8 cannot encode.
    text = json.dumps(header, separators=(",", ":"), allow_nan=False).encode("ascii")
    return b"".join((len(text).to_bytes(4, "little"), text, levels.data, exact))


def sentence_atlas_bytes(
    tokens: Tokens,
    panels: Panels,
    *,
    row_names: Sequence[str],
    column_names: Sequence[str],
    labels: Mapping[Panel, str] | None = None,
    chosen: Panel = (0, 0),
    axes: tuple[str, str] = ("layer", "head"),
) -> bytes:
    """Encode the panels of a tokenized sentence or pair; other arguments are those of :func:`atlas_bytes`."""
    return atlas_bytes(
        panels,
        row_names=row_names,
        column_names=column_names,
        tokens=[token.text for token in tokens.items],
        special=[position for position, token in enumerate(tokens.items) if token.special],
        segments=[token.segment for token in tokens.items] if tokens.second else None,
        labels=labels,
        chosen=chosen,
        axes=axes,
    )


def panel_bytes(panels: Panels, row: int, column: int) -> bytes:
    """One panel's exact weights, little-endian float32. *Shape:* (query, key)."""
    exact: bytes = panels[row, column].astype("<f4", copy=False).tobytes()
    return exact


def panel_at(panels: Panels, part: str) -> bytes | None:
    """One panel's exact weights for ``"row/column"``, as a browser asks for it; None if there is no such panel."""
    if not re.fullmatch(r"[0-9]{1,4}/[0-9]{1,4}", part):
        return None
    row, column = map(int, part.split("/"))
    return panel_bytes(panels, row, column) if row < panels.shape[0] and column < panels.shape[1] else None


def _shape(panels: Panels) -> tuple[int, int, int]:
    """Rows, columns and tokens."""
    _expect(panels.ndim == 4 and panels.shape[2] == panels.shape[3], "(row, column, query, key)", panels.shape)
    _expect(panels.size > 0, "at least one panel of one token", panels.shape)
    rows, columns, count, _ = panels.shape
    return rows, columns, count


def _levels(weights: Panels) -> npt.NDArray[np.uint8]:
    """Weights as bytes, the square root of each in steps of 1/255."""
    # Written so that NaN, too, is refused.
    if not (weights.min() >= 0 and weights.max() <= 1 + _OVER_ONE):
        raise ValueError(f"expected weights from 0 to 1, got {weights.min()} to {weights.max()}")
    roots = np.sqrt(weights, dtype=np.float32)
    roots *= 255
    np.rint(roots, out=roots)
    return np.minimum(roots, 255, out=roots).astype(np.uint8)


def _block_maximum(panels: Panels, block: int) -> Panels:
    """The largest weight of every block. *Shape:* (row, column, query / block, key / block), rounded up."""
    rows, columns, count, _ = panels.shape
    side = -(-count // block)
    largest = np.empty((rows, columns, side, side), dtype=np.float32)
    for row in range(rows):
        for column in range(columns):  # one by one, so that a panel stays in the processor's cache
            largest[row, column] = _strided_maximum(_strided_maximum(panels[row, column], block).T, block).T
    return largest


def _strided_maximum(panel: Panels, block: int) -> Panels:
    """The maximum over every ``block`` rows; the last ones may be fewer."""
    largest = panel[::block].copy()
    for offset in range(1, block):
        part = panel[offset::block]
        np.maximum(largest[: len(part)], part, out=largest[: len(part)])
    return largest


def _expect(holds: bool, expected: str, got: object) -> None:
    if not holds:
        raise ValueError(f"expected {expected}, got {got}")
