"""Activation patching as tables and findings. Layers are numbered as on the screen: 0 is the embeddings."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd

from components.model.results import Floats
from components.patching.model.results import SMALLEST_DIFFERENCE, AlignedPair, LayerParts, PatchGrid, PatchSite
from components.tables.attention_weights import quote_token
from components.tables.numbers import fixed, likelier_phrase, percentage
from components.tables.phrases import quoted, word_label

MOVED = 0.5  # share from which the answer counts as being at a token
ON_THE_WAY = 0.25  # share from which a third token is named
SLIGHT = 0.05  # share below which a part does not matter
_DECIMALS = 4  # of a share in the picture
CLEAR_STEP = 0.25  # share by which a layer must raise that of the blank, for the answer to move in this layer


def grid_table(grid: PatchGrid) -> pd.DataFrame:
    """One row per cell. Columns: ``layer``, ``position`` from 0, ``token``, ``share``; empty without shares."""
    if grid.shares is None:
        return pd.DataFrame(columns=["layer", "position", "token", "share"])
    count = len(grid.pair.clean)
    labels = token_labels(grid.pair)
    return pd.DataFrame(
        {
            "layer": [layer for layer in grid.layers for _ in range(count)],
            "position": [*range(count)] * len(grid.layers),
            "token": labels * len(grid.layers),
            "share": [share for row in grid.shares for share in row],
        }
    )


def grid_values(grid: PatchGrid, *, chosen: tuple[int, int]) -> dict[str, Any]:
    """A grid with shares as its custom element reads it.

    Args:
        grid: With shares.
        chosen: Layer and token of the open cell.

    Returns:
        ``tokens``, each with its text, the other sentence's token where it differs and whether it is the blank;
        ``layers``, the numbers of the rows; ``shares``, *Shape:* (row, token); the two ``answers``; and the row and the
        token ``chosen``.
    """
    pairs = enumerate(zip(grid.pair.clean.items, grid.pair.corrupt.items, strict=True))
    layer, token = chosen
    return {
        "tokens": [
            {
                "text": word_label(ours),
                "other": None if ours.id == theirs.id else word_label(theirs),
                "blank": position == grid.pair.blank,
            }
            for position, (ours, theirs) in pairs
        ],
        "layers": list(grid.layers),
        "shares": [[round(share, _DECIMALS) for share in row] for row in grid.shares or ()],
        "answers": [word_label(word) for word in grid.words],
        "chosen": [grid.layers.index(layer), token],
    }


def token_labels(pair: AlignedPair) -> list[str]:
    """The tokens of the clean sentence, with the corrupt one's where they differ: "keys / key"."""
    return [
        word_label(ours) if ours.id == theirs.id else f"{word_label(ours)} / {word_label(theirs)}"
        for ours, theirs in zip(pair.clean.items, pair.corrupt.items, strict=True)
    ]


def arrival_layer(grid: PatchGrid) -> int | None:
    """The layer from which on the blank's own vector holds at least half of the answer; None without shares."""
    if grid.shares is None:
        return None
    below = np.flatnonzero(grid.array[:, grid.pair.blank] < MOVED)
    after = int(below[-1]) + 1 if len(below) else 0
    return grid.layers[after] if after < len(grid.layers) else None


def default_cell(grid: PatchGrid) -> tuple[int, int]:
    """Layer and token that are opened first: the blank where the answer arrives, or the largest share."""
    if grid.shares is None:
        return grid.layers[-1], grid.pair.blank
    arrival = arrival_layer(grid) if grid.site is PatchSite.WHOLE else None
    if arrival:
        return arrival, grid.pair.blank
    row, position = _largest(grid.array)
    return grid.layers[row], position


def grid_finding(grid: PatchGrid) -> str:
    """Where the answer is, layer after layer, or which vector brings back the largest part of it."""
    if grid.shares is None:
        return f"{_no_answer(grid)} {no_answer_advice(grid)}"
    return _travel_finding(grid) if grid.site is PatchSite.WHOLE else _part_finding(grid)


def _no_answer(grid: PatchGrid) -> str:
    difference = abs(grid.clean - grid.corrupt)
    if difference < 0.005:  # reads as 0.00
        return "There is no answer to regain. Both sentences give the two words the same odds."
    return (
        f"There is no answer to regain. Both sentences give the two words almost the same odds: the log-odds differ "
        f"by {fixed(difference, 2)} nats; they have to differ by {SMALLEST_DIFFERENCE}."
    )


def no_answer_advice(grid: PatchGrid) -> str:
    """Advice for two sentences that give about the same odds."""
    if not grid.pair.differing:
        return "Both sentences are the same. Change a word of the second sentence."
    return "Change a word that matters for the blank, or choose other answers."


def _travel_finding(grid: PatchGrid) -> str:
    arrival = arrival_layer(grid)
    what = _difference_name(grid.pair)
    if arrival is None:  # possible only where numbers are tiny
        return f"{what} never reaches the blank. No vector there brings back half of it."
    row = grid.layers.index(arrival)
    if row == 0:
        return "The answer is at the blank from the start. Its embedding alone brings it back."
    before, after = grid.array[row - 1], grid.array[row]
    if is_gradual(grid.array[:, grid.pair.blank], row):
        text = f"{what} comes to the blank little by little. Half is there from layer {arrival} on."
    elif arrival == grid.layers[-1]:
        text = f"{what} moves to the blank only in the last layer."
    else:
        text = f"{what} moves to the blank in layer {arrival}."
    others = [place for place in range(len(before)) if place != grid.pair.blank]
    strongest = max(others, key=lambda place: float(before[place]))
    where = f"After layer {arrival - 1}" if arrival > 1 else "In the embeddings"
    text += (
        f" {where}, the vector of {quote_token(grid.pair.clean, strongest)} brings back "
        f"{percentage(float(before[strongest]))} of the answer, that of the blank "
        f"{percentage(float(before[grid.pair.blank]))}. After layer {arrival}: {percentage(float(after[strongest]))} "
        f"and {percentage(float(after[grid.pair.blank]))}."
    )
    return f"{text} {_detour(grid, named_cell=(row - 1, strongest))}".strip()


def is_gradual(shares: Sequence[float] | Floats, row: int) -> bool:
    """Whether the blank's share only creeps over the half that counts as arrived.

    Args:
        shares: The blank's share in every row. *Shape:* (row,)
        row: The row in which it arrives.
    """
    return row > 0 and shares[row] - shares[row - 1] < CLEAR_STEP


def _detour(grid: PatchGrid, named_cell: tuple[int, int]) -> str:
    """The token other than the blank and those that differ through which most of the answer passes, if any does.

    Args:
        grid: The grid.
        named_cell: Row and position of the cell that the finding has named.
    """
    shares = grid.array
    shares[:, [grid.pair.blank, *grid.pair.differing]] = -np.inf
    row, position = _largest(shares)
    share = float(shares[row, position])
    if share < ON_THE_WAY or (row, position) == named_cell:
        return ""
    word, where = quote_token(grid.pair.clean, position), f"{percentage(share)} after layer {grid.layers[row]}"
    if share > 1:  # other tokens take back what is too much
        return f"{word} alone brings back more than the whole answer: {where}."
    return f"Some of it passes through {word}: {where}."


def _largest(shares: Floats) -> tuple[int, int]:
    """Row and column of the largest share."""
    row, column = divmod(int(shares.argmax()), shares.shape[1])
    return row, column


def _part_finding(grid: PatchGrid) -> str:
    row, position = _largest(grid.array)
    share = float(grid.array[row, position])
    part = "attention" if grid.site is PatchSite.ATTENTION else "the feed-forward part"
    if share < SLIGHT:
        return f"No vector from {part} brings back more than {percentage(max(share, 0.0))} of the answer."
    place = "the blank" if position == grid.pair.blank else quote_token(grid.pair.clean, position)
    return (
        f"What {part} adds to {place} in layer {grid.layers[row]} matters most. It brings back "
        f"{percentage(share)} of the answer."
    )


def _difference_name(pair: AlignedPair) -> str:
    """The answer as the subject of a sentence, with the word that decides it: put in before layer 1, it brings all."""
    differing = [place for place in pair.differing if place != pair.blank]
    if len(differing) != 1:
        return "The answer"
    return f"{quoted(word_label(pair.clean.items[differing[0]]))} holds the answer; it"


def odds_finding(grid: PatchGrid) -> str:
    """How the two answers compare in either sentence."""
    first, second = (word_label(word) for word in grid.words)
    return (
        f"First sentence: {likelier_phrase(grid.clean, first, second)}. "
        f"Second sentence: {likelier_phrase(grid.corrupt, first, second)}."
    )


def check_finding(grid: PatchGrid) -> str:
    """The self-check: with all vectors put in, and with none."""
    if grid.everything is None or grid.nothing is None:
        return ""
    return f"Check: all vectors put in bring back {percentage(grid.everything, 1)}, none {percentage(grid.nothing, 1)}."


def parts_table(parts: LayerParts) -> pd.DataFrame:
    """One row per part of the layer. Columns: ``row`` from 1, ``part``, ``share``, ``figure``."""
    names = [f"head {head}" for head in range(1, len(parts.heads) + 1)]
    shares = [*parts.heads, parts.attention, parts.feed_forward]
    return pd.DataFrame(
        {
            "row": range(1, len(shares) + 1),
            "part": [*names, "all attention", "feed-forward"],
            "share": shares,
            "figure": [percentage(share, 1) for share in shares],
        }
    )


def parts_finding(parts: LayerParts, pair: AlignedPair) -> str:
    """Which part of the layer brings back most, put in alone."""
    best = max(range(len(parts.heads)), key=parts.heads.__getitem__)
    place = "the blank" if parts.position == pair.blank else quote_token(pair.clean, parts.position)
    where = f"Layer {parts.layer} at {place}"
    together = f"all attention {percentage(parts.attention)}, the feed-forward part {percentage(parts.feed_forward)}"
    if parts.heads[best] < SLIGHT:
        return f"{where}: no single head brings back more than {percentage(max(parts.heads[best], 0.0))}; {together}."
    return f"{where}: head {best + 1} alone brings back {percentage(parts.heads[best])}; {together}."
