"""Two grids of attention, and each of them as a table.

The canvas that draws both grids side by side gets them as bytes. In this order and little-endian: the header's length
(uint32), the header (JSON in ASCII), the weights of both grids (float32, *Shape:* (query, key) each), the weights over
every prefix of the sentence for grids that have ``prefixes`` (float32, *Shape:* (token, query, key)), and the masks of
both grids (uint8, 1 if the query may attend to the key, *Shape:* (query, key) each). The same arguments give the same
bytes, so that a browser need not be sent again what it has. Fields of the header:

- ``trace``: fingerprint of everything else
- ``grids``: for each grid ``title``; ``tokens``, labels; ``special``, positions of the tokens that the tokenizer added;
  ``starts`` and ``ends``, the range of the sentence's code points that a token covers, null for special ones, which
  match words between grids of different tokenizers; ``causal``, whether no token may attend to one on its right;
  ``padding``, positions of padding tokens; ``prefixes``, whether the weights over prefixes are included
"""

import hashlib
import json
from dataclasses import dataclass

import numpy as np
import pandas as pd

from components.masks.model.results import MAX_TOKENS
from components.masks.model.weights import looks_ahead
from components.model.inference.attention_mask import Allowed, AttentionMask
from components.model.results import Floats, Tokens
from components.model.user_errors import too_many_tokens
from components.tables.attention_weights import matrix_table


@dataclass(frozen=True)
class GridPanel:
    """One grid: its title, tokens, weights and mask.

    Attributes:
        title: Shown above the grid.
        tokens: The tokens of its rows and columns.
        weights: *Shape:* (query, key)
        mask: Which query may attend to which key.
        text_length: Tokens from here on are padding; None for no padding.
        prefixes: The weights over every prefix of the sentence, unless they are equal to ``weights``. *Shape:* (token,
            query, key)
    """

    title: str
    tokens: Tokens
    weights: Floats
    mask: AttentionMask
    text_length: int | None = None
    prefixes: Floats | None = None

    @property
    def allowed(self) -> Allowed:
        """Which query may attend to which key. *Shape:* (query, key)."""
        return self.mask.allowed(len(self.tokens))


def check_token_count(count: int) -> None:
    """Check that a grid of so many tokens can be drawn.

    Raises:
        TooLong: It has more than :data:`components.masks.model.results.MAX_TOKENS`.
    """
    if count > MAX_TOKENS:
        raise too_many_tokens(count, MAX_TOKENS, "for masks")


def mask_grids_bytes(left: GridPanel, right: GridPanel) -> bytes:
    """Two grids as bytes for the browser, as described at the head of this module.

    Raises:
        TooLong: A sentence has more than :data:`MAX_TOKENS` tokens.
        ValueError: Weights have another shape than (token, token).
    """
    panels = (left, right)
    for panel in panels:
        count = len(panel.tokens)
        check_token_count(count)
        if panel.weights.shape != (count, count):
            raise ValueError(f"expected weights of {count} × {count}, got {panel.weights.shape}")
        if panel.prefixes is not None and panel.prefixes.shape != (count, count, count):
            raise ValueError(f"expected weights of {count} beginnings, got {panel.prefixes.shape}")
    numbers = [panel.weights for panel in panels]
    numbers += [panel.prefixes for panel in panels if panel.prefixes is not None]
    weights = b"".join(np.ascontiguousarray(each, dtype="<f4").tobytes() for each in numbers)
    allowed = b"".join(panel.allowed.astype(np.uint8).tobytes() for panel in panels)
    grids = [_panel_header(panel) for panel in panels]
    fingerprint = hashlib.blake2b(json.dumps(grids).encode("ascii") + weights + allowed, digest_size=8).hexdigest()
    # ASCII: JSON escapes lone surrogates, which a visitor can type and UTF-8 cannot encode.
    text = json.dumps({"trace": fingerprint, "grids": grids}, separators=(",", ":")).encode("ascii")
    return b"".join((len(text).to_bytes(4, "little"), text, weights, allowed))


def mask_matrix_table(tokens: Tokens, weights: Floats, allowed: Allowed) -> pd.DataFrame:
    """A grid of attention under a mask, one row for each cell, queries from top to bottom.

    Columns: those of :func:`components.tables.attention_weights.matrix_table`, and ``visible``, whether the query may
    see the key, which distinguishes a hidden weight from one that is merely 0.

    Args:
        tokens: The whole input.
        weights: Of one head, or an average. *Shape:* (query, key)
        allowed: Which query may attend to which key. *Shape:* (query, key)
    """
    return matrix_table(tokens, weights).assign(visible=allowed.reshape(-1))


def _panel_header(panel: GridPanel) -> dict[str, object]:
    items = panel.tokens.items
    return {
        "title": panel.title,
        "tokens": [token.text for token in items],
        "special": [position for position, token in enumerate(items) if token.special],
        "starts": [None if token.special else token.start for token in items],
        "ends": [None if token.special else token.end for token in items],
        "causal": not looks_ahead(panel.mask, len(items)),
        "prefixes": panel.prefixes is not None,
        "padding": [] if panel.text_length is None else [*range(panel.text_length, len(items))],
    }
