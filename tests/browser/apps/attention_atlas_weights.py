"""Weights and tokens made by a rule, for the page that shows them and for the tests that know what it should show."""

import numpy as np

WORDS = ("the", "river", "bank", "was", "muddy", ",", "so", "she", "sat", "by", "an", "old", "willow", "and", "read")
LABELS = (((0, 1), "looks at the previous word"), ((3, 0), "looks at the next word"))
STRANGE = ["<script>alert(1)</script>", "<img src=x onerror=alert(2)>", "عربي", "👩‍🌾", "x" * 100, "", "\ud800"]


def weights(tokens: int, heads: int, seed: int = 0) -> np.ndarray:
    """Rows that sum to 1: each head prefers one distance, and the last token a little. *Shape:* (layer, head, q, k)."""
    draw = np.random.default_rng(seed)
    scores = draw.normal(size=(heads, heads, tokens, tokens)).astype(np.float32)
    place = np.arange(tokens)
    far = np.abs(place[None, :] - place[:, None] - draw.integers(-3, 4, size=(heads, heads, 1, 1)))
    scores += np.where(far == 0, draw.uniform(1, 9, size=(heads, heads, 1, 1)), 0).astype(np.float32)
    scores[..., -1] += draw.uniform(0, 4, size=(heads, heads, 1)).astype(np.float32)
    scores = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return scores / scores.sum(axis=-1, keepdims=True)


def sentence(tokens: int, strange: bool = False) -> list[str]:
    middle = [(STRANGE if strange else WORDS)[i % len(STRANGE if strange else WORDS)] for i in range(tokens - 2)]
    return ["[CLS]", *middle, "[SEP]"]
