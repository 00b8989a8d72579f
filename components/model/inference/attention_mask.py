"""Attention masks: which token may attend to which. Importing this module loads no model.

A mask says which keys each query may see; :mod:`components.model.inference.forward` converts it to a tensor for
a model. Masks are values and compare equal by rule, so they can be cache keys. Causal mask: Vaswani et al. 2017,
section 3.2.3, https://arxiv.org/abs/1706.03762.

Each mask also gives its rule in two notations:

- ``rule``, the values of a program: ``kind``, and where it has them ``size`` and ``rows``;
- ``condition`` and ``condition_at``, the condition under which query i may see key j, as LaTeX in symbols and with the
  numbers of one cell. They count from 1 and are empty for a mask without a condition, or without one in numbers.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from components.model.user_errors import UserError

Allowed = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Bidirectional:
    """Every token sees every token."""

    def allowed(self, length: int) -> Allowed:
        """True everywhere. *Shape:* (query, key)."""
        return np.ones((length, length), dtype=np.bool_)

    @property
    def rule(self) -> dict[str, Any]:
        """The values of a program."""
        return {"kind": "bidirectional"}

    @property
    def condition(self) -> str:
        """Empty: every key is visible."""
        return ""

    def condition_at(self, query: int, key: int) -> str:
        """Empty: every key is visible."""
        return ""


@dataclass(frozen=True)
class Causal:
    """Every token sees itself and the tokens before it."""

    def allowed(self, length: int) -> Allowed:
        """A lower triangular matrix. *Shape:* (query, key)."""
        return np.tri(length, dtype=np.bool_)

    @property
    def rule(self) -> dict[str, Any]:
        """The values of a program."""
        return {"kind": "causal"}

    @property
    def condition(self) -> str:
        """The condition of a visible key, as LaTeX."""
        return r"j \le i"

    def condition_at(self, query: int, key: int) -> str:
        """The condition with its numbers, as it holds or fails, as LaTeX."""
        return _compare(f"{key}", key, query)


@dataclass(frozen=True)
class Prefix:
    """The first ``length`` tokens see each other; later ones see themselves and the tokens before them.

    Sources: UniLM's sequence-to-sequence mask, Dong et al. 2019, https://arxiv.org/abs/1905.03197; T5's prefix language
    model, Raffel et al. 2020, section 3.2.1, https://arxiv.org/abs/1910.10683.
    """

    length: int

    def allowed(self, length: int) -> Allowed:
        """The mask for a sentence of ``length`` tokens. *Shape:* (query, key).

        Raises:
            UserError: The prefix is longer than the sentence, or negative.
        """
        if not 0 <= self.length <= length:
            raise UserError(f"Choose a prefix of 0 to {length} tokens for this sentence, not {self.length:,}.")
        matrix = np.tri(length, dtype=np.bool_)
        matrix[: self.length, : self.length] = True
        return matrix

    @property
    def rule(self) -> dict[str, Any]:
        """The values of a program; ``size`` is the length of the prefix."""
        return {"kind": "prefix", "size": self.length}

    @property
    def condition(self) -> str:
        """The condition of a visible key, as LaTeX."""
        return rf"j \le \max(i, {self.length})"

    def condition_at(self, query: int, key: int) -> str:
        """The condition with its numbers, as it holds or fails, as LaTeX."""
        limit = max(query, self.length)
        return rf"{key} {_sign(key, limit)} \max({query}, {self.length}) = {limit}"


@dataclass(frozen=True)
class SlidingWindow:
    """Every token sees itself and up to ``width`` tokens to either side.

    Source: Longformer, Beltagy et al. 2020, https://arxiv.org/abs/2004.05150, whose window counts both sides together.
    """

    width: int

    def allowed(self, length: int) -> Allowed:
        """The mask for a sentence of ``length`` tokens. *Shape:* (query, key).

        Raises:
            UserError: The width is negative.
        """
        if self.width < 0:
            raise UserError("A sliding window cannot be negative. Choose 0 or more tokens to each side.")
        matrix: Allowed = np.abs(np.subtract.outer(np.arange(length), np.arange(length))) <= self.width
        return matrix

    @property
    def rule(self) -> dict[str, Any]:
        """The values of a program; ``size`` is the number of tokens to a side."""
        return {"kind": "window", "size": self.width}

    @property
    def condition(self) -> str:
        """The condition of a visible key, as LaTeX."""
        return rf"|i - j| \le {self.width}"

    def condition_at(self, query: int, key: int) -> str:
        """The condition with its numbers, as it holds or fails, as LaTeX."""
        distance = abs(query - key)
        return _compare(f"|{query} - {key}| = {distance}", distance, self.width)


@dataclass(frozen=True)
class Padding:
    """Only the first ``token_count`` tokens are visible; the others are padding.

    Padding sees those tokens too, so that no row is empty.
    """

    token_count: int

    def allowed(self, length: int) -> Allowed:
        """The mask for a sentence of ``length`` tokens. *Shape:* (query, key).

        Raises:
            UserError: ``token_count`` is below 1 or above ``length``.
        """
        if not 1 <= self.token_count <= length:
            raise UserError(f"This sentence has {length} tokens. Keep 1 to {length} of them, not {self.token_count:,}.")
        return np.broadcast_to(np.arange(length) < self.token_count, (length, length)).copy()

    @property
    def rule(self) -> dict[str, Any]:
        """The values of a program; ``size`` is the number of visible tokens."""
        return {"kind": "padding", "size": self.token_count}

    @property
    def condition(self) -> str:
        """The condition of a visible key, as LaTeX."""
        return rf"j \le {self.token_count}"

    def condition_at(self, query: int, key: int) -> str:
        """The condition with its numbers, as it holds or fails, as LaTeX."""
        return _compare(f"{key}", key, self.token_count)


@dataclass(frozen=True)
class CustomMask:
    """Any mask, row by row: ``rows[query][key]``."""

    rows: tuple[tuple[bool, ...], ...]

    def allowed(self, length: int) -> Allowed:
        """The mask for a sentence of ``length`` tokens. *Shape:* (query, key).

        Raises:
            UserError: The mask is not square, is not of this length, or has an empty row.
        """
        if len(self.rows) != length or any(len(row) != length for row in self.rows):
            raise UserError(f"This sentence needs a mask of {length} × {length} cells.")
        if not all(any(row) for row in self.rows):
            raise UserError("Every token must see at least one token: a row of the mask is empty.")
        return np.array(self.rows, dtype=np.bool_)

    @property
    def rule(self) -> dict[str, Any]:
        """The values of a program; ``rows`` holds a text for each query, "1" for every key that it may see."""
        return {"kind": "given", "rows": ["".join("1" if cell else "0" for cell in row) for row in self.rows]}

    @property
    def condition(self) -> str:
        """The condition of a visible key, as LaTeX."""
        return r"(i, j) \in \text{cells}"

    def condition_at(self, query: int, key: int) -> str:
        """Empty: no numbers explain a cell."""
        return ""


AttentionMask = Bidirectional | Causal | Prefix | SlidingWindow | Padding | CustomMask


def custom_mask(allowed: Allowed) -> CustomMask:
    """A mask with the given cells. *Shape:* ``allowed`` (query, key)."""
    return CustomMask(tuple(map(tuple, allowed.tolist())))


def _compare(left: str, value: int, limit: int) -> str:
    return f"{left} {_sign(value, limit)} {limit}"


def _sign(value: int, limit: int) -> str:
    return r"\le" if value <= limit else ">"
