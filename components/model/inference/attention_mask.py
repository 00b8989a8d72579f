"""Which token may look at which: attention masks as a type; importing this loads no model.

A mask says for every query which keys it may see. How a model is told of it is the business of
:mod:`components.model.inference.additive_mask`. Masks are values: two that allow the same by the same rule are equal,
so results can be kept under them. Causal masks are of Vaswani et al. 2017, section 3.2.3, https://arxiv.org/abs/1706.03762.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from components.model.user_errors import UserError

Allowed = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Bidirectional:
    """Every token sees every token."""

    def allowed(self, length: int) -> Allowed:
        """*Shape:* (query, key)."""
        return np.ones((length, length), dtype=np.bool_)


@dataclass(frozen=True)
class Causal:
    """Every token sees itself and what stands before it."""

    def allowed(self, length: int) -> Allowed:
        """*Shape:* (query, key), lower triangular."""
        return np.tri(length, dtype=np.bool_)


@dataclass(frozen=True)
class Prefix:
    """The first ``length`` tokens see each other; the later ones see what stands before them, and themselves.

    Sources: UniLM's sequence-to-sequence mask, Dong et al. 2019, https://arxiv.org/abs/1905.03197; T5's prefix language
    model, Raffel et al. 2020, section 3.2.1, https://arxiv.org/abs/1910.10683.
    """

    length: int

    def allowed(self, length: int) -> Allowed:
        """*Shape:* (query, key).

        Raises:
            UserError: The prefix is longer than the sentence, or below zero.
        """
        if not 0 <= self.length <= length:
            raise UserError(f"Choose a prefix of 0 to {length} tokens for this sentence, not {self.length:,}.")
        found = np.tri(length, dtype=np.bool_)
        found[: self.length, : self.length] = True
        return found


@dataclass(frozen=True)
class SlidingWindow:
    """Every token sees itself and up to ``width`` tokens to either side, or before it alone where it is ``causal``.

    Sources: Longformer, Beltagy et al. 2020, https://arxiv.org/abs/2004.05150, whose window counts both sides together;
    Mistral 7B, Jiang et al. 2023, https://arxiv.org/abs/2310.06825, whose causal window counts the token itself.
    """

    width: int
    causal: bool = False

    def allowed(self, length: int) -> Allowed:
        """*Shape:* (query, key).

        Raises:
            UserError: The width is below zero.
        """
        if self.width < 0:
            raise UserError("A sliding window cannot be negative. Choose 0 or more tokens to each side.")
        ahead = np.subtract.outer(np.arange(length), np.arange(length)).T  # (query, key): key less query
        found: Allowed = np.abs(ahead) <= self.width
        return found & (ahead <= 0) if self.causal else found


@dataclass(frozen=True)
class Padding:
    """Keys from ``kept`` on are padding, and nobody sees them; padding itself sees what is kept, so no row is empty."""

    token_count: int

    def allowed(self, length: int) -> Allowed:
        """*Shape:* (query, key).

        Raises:
            UserError: Nothing is kept, or more than there is.
        """
        if not 1 <= self.token_count <= length:
            raise UserError(f"This sentence has {length} tokens. Keep 1 to {length} of them, not {self.token_count:,}.")
        return np.broadcast_to(np.arange(length) < self.token_count, (length, length)).copy()


@dataclass(frozen=True)
class CustomMask:
    """A mask drawn by hand, row by row: ``rows[query][key]``."""

    rows: tuple[tuple[bool, ...], ...]

    def allowed(self, length: int) -> Allowed:
        """*Shape:* (query, key).

        Raises:
            UserError: The mask is not square, not of this length, or leaves a token nothing to look at.
        """
        if len(self.rows) != length or any(len(row) != length for row in self.rows):
            raise UserError(f"This sentence needs a mask of {length} × {length} cells. Draw the mask again.")
        if not all(any(row) for row in self.rows):
            raise UserError("Every token must see at least one token. Switch on a cell in the empty row.")
        return np.array(self.rows, dtype=np.bool_)


AttentionMask = Bidirectional | Causal | Prefix | SlidingWindow | Padding | CustomMask


def custom_mask(allowed: Allowed) -> CustomMask:
    """A mask cell by cell, as one drawn by hand. *Shape:* ``allowed`` (query, key)."""
    return CustomMask(tuple(map(tuple, allowed.tolist())))


def toggle_cells(mask: AttentionMask, length: int, cells: Iterable[tuple[int, int]]) -> CustomMask:
    """``mask`` with some cells (query, key) turned over: hidden where they were seen, seen where they were hidden.

    Raises:
        UserError: A cell is not in a sentence of this length, or a token has nothing left to look at.
    """
    allowed = mask.allowed(length)
    for query, key in frozenset(cells):
        if not (0 <= query < length and 0 <= key < length):
            raise UserError(f"The mask has a cell outside this sentence of {length} tokens. Draw it again.")
        allowed[query, key] = not allowed[query, key]
    found = custom_mask(allowed)
    found.allowed(length)
    return found
