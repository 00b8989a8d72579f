"""Two grids of attention as one string of bytes, exact, for the canvas that draws them side by side.

The bytes, in this order and little-endian: the header's length (uint32), the header (JSON in ASCII), the weights of
both grids (float32, *Shape:* (query, key) each), the weights of every beginning of the sentence for those that have
``prefixes`` (float32, *Shape:* (token, query, key)), what may be seen in both (uint8, 1 where a key is, *Shape:*
(query, key) each). The same arguments give the same bytes, because a browser is not sent again what it has. Its header
has:

- ``trace``: fingerprint of everything else
- ``grids``: for either grid ``title``; ``tokens``, labels; ``special``, positions of the tokens that the tokenizer
  added; ``starts`` and ``ends``, which code points of the sentence a token covers, null for special ones: by them a
  word is found in the other grid where another tokenizer cut it; ``causal``, whether no token may see one to its right;
  ``padding``, positions of what fills a batch up, whose rows nobody reads; ``prefixes``, whether the weights of every
  beginning are there
"""

import hashlib
import json
from dataclasses import dataclass

import numpy as np

from components.masks.model.weights import looks_ahead
from components.model.inference.attention_mask import Allowed, AttentionMask
from components.model.results import Floats, Tokens
from components.model.user_errors import TooLong

MAX_TOKENS = 128


@dataclass(frozen=True)
class GridPanel:
    """One grid: what it is called, the tokens of its sides, its weights, and who may look at whom.

    Tokens from ``kept`` on are padding; None is for no padding. The mask does not tell: one drawn by hand may hide a
    word from everybody too. ``prefixes`` are the weights of every beginning of the sentence, if they are others than
    those of the whole.

    *Shape:* ``weights`` (query, key), ``prefixes`` (token, query, key)
    """

    title: str
    tokens: Tokens
    weights: Floats
    mask: AttentionMask
    text_length: int | None = None
    prefixes: Floats | None = None

    @property
    def allowed(self) -> Allowed:
        """*Shape:* (query, key)."""
        return self.mask.allowed(len(self.tokens))


def mask_grids_bytes(left: GridPanel, right: GridPanel) -> bytes:
    """Two grids as the browser reads them.

    Raises:
        TooLong: A sentence has more than :data:`MOST_TOKENS` tokens.
        ValueError: Weights are not one for every two tokens.
    """
    panels = (left, right)
    for panel in panels:
        count = len(panel.tokens)
        if count > MAX_TOKENS:
            raise TooLong(f"This text has {count:,} tokens; the limit for masks is {MAX_TOKENS}. Shorten it.")
        if panel.weights.shape != (count, count):
            raise ValueError(f"expected weights of {count} × {count}, got {panel.weights.shape}")
        if panel.prefixes is not None and panel.prefixes.shape != (count, count, count):
            raise ValueError(f"expected weights of {count} beginnings, got {panel.prefixes.shape}")
    numbers = [panel.weights for panel in panels]
    numbers += [panel.prefixes for panel in panels if panel.prefixes is not None]
    weights = b"".join(np.ascontiguousarray(each, dtype="<f4").tobytes() for each in numbers)
    allowed = b"".join(panel.allowed.astype(np.uint8).tobytes() for panel in panels)
    grids = [_described(panel) for panel in panels]
    fingerprint = hashlib.blake2b(json.dumps(grids).encode("ascii") + weights + allowed, digest_size=8).hexdigest()
    # ASCII: JSON escapes lone surrogates, which a visitor can type and UTF-8 cannot encode.
    text = json.dumps({"trace": fingerprint, "grids": grids}, separators=(",", ":")).encode("ascii")
    return b"".join((len(text).to_bytes(4, "little"), text, weights, allowed))


def _described(panel: GridPanel) -> dict[str, object]:
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
