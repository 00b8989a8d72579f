"""Two grids made by a rule, for the page that shows them and for the tests that know what is in them."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from components.masks.tables.grids import GridPanel
from components.model.inference.attention_mask import AttentionMask, Bidirectional, Causal, Padding
from components.model.results import Floats, Token, Tokens

WORDS = ("the", "plan", "was", "not", "good", "at", "all")
STRANGE = ("<img src=x onerror=hacked()>", "عربي", "x" * 300, "👩‍🌾")
ADDED = ("[CLS]", "[SEP]", "[PAD]")
LEFT_TITLE = "Both sides (bidirectional)"
RIGHT_TITLE = "Left side only (causal)"


def sentence(count: int, strange: bool = False) -> list[str]:
    """So many tokens with an added one at both ends."""
    words = [WORDS[i % len(WORDS)] for i in range(count - 2)]
    if strange:
        words[: len(STRANGE)] = STRANGE[: count - 2]
    return [ADDED[0], *words, ADDED[1]]


def tokens(pieces: Sequence[str]) -> Tokens:
    """Pieces as tokens of one sentence; one that begins with "##" goes on with the word before it."""
    text = ""
    items = []
    for number, piece in enumerate(pieces):
        word = piece.removeprefix("##")
        is_added, continues = piece in ADDED, word != piece
        if not is_added:
            text += word if continues or not text else f" {word}"
        start, end = (0, 0) if is_added else (len(text) - len(word), len(text))
        items.append(Token(word, number, start, end, continues, is_added, False))
    return Tokens(text, tuple(items))


def panel(title: str, pieces: Sequence[str], mask: AttentionMask, seed: int) -> GridPanel:
    """A grid whose rows sum to 1 over what its mask lets be seen."""
    count = len(pieces)
    scores = np.exp(np.random.default_rng(seed).normal(scale=1.5, size=(count, count))) * mask.allowed(count)
    weights: Floats = (scores / scores.sum(axis=1, keepdims=True)).astype(np.float32)
    return GridPanel(title, tokens(pieces), weights, mask)


def two_masks(count: int, *, strange: bool = False, reads: bool = False) -> tuple[GridPanel, GridPanel]:
    """Both grids of a sentence: everything seen at the left, the past at the right."""
    pieces = sentence(count, strange)
    left = panel(LEFT_TITLE, pieces, Bidirectional(), 0)
    return replace(left, prefixes=beginnings(pieces) if reads else None), panel(RIGHT_TITLE, pieces, Causal(), 1)


def beginnings(pieces: Sequence[str]) -> Floats:
    """Weights of every beginning of a sentence read from both sides, each by another rule."""
    weights = np.zeros((len(pieces),) * 3, dtype=np.float32)
    for read in range(1, len(pieces) + 1):
        weights[read - 1, :read, :read] = panel("", pieces[:read], Bidirectional(), 10 + read).weights
    return weights


def two_batches(count: int, padding: int) -> tuple[GridPanel, GridPanel]:
    """A sentence alone and filled up with padding, which gives weight and gets none."""
    alone = panel("Alone", sentence(count), Bidirectional(), 4)
    pieces = [*sentence(count), *["[PAD]"] * padding]
    batch = panel("In the batch", pieces, Padding(count), 5)
    batch.weights[:count, :count] = alone.weights
    return alone, replace(batch, text_length=count)


def two_models() -> tuple[GridPanel, GridPanel]:
    """The same words in other tokens: the left model cuts one that the right one knows."""
    left = ("[CLS]", "un", "##likely", "plan", "[SEP]")
    return panel("pocket-bert", left, Bidirectional(), 2), panel("pocket-gpt", ("unlikely", "plan"), Causal(), 3)
