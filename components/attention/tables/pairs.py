"""Attention in two sentences as tables: between the sentences of a pair, and in one sentence against another.

Layers and heads are written as people count them, from 1.
"""

from collections.abc import Sequence

import pandas as pd

from components.attention.model.results import HeadChange, SegmentShares
from components.tables.attention_weights import head_name
from components.tables.numbers import probability_text, whole_percentage
from components.tables.phrases import quoted

SENTENCES = ("A", "B")
MARKS = "special tokens"
SAME_TOKENS = "Nothing differs: both sentences have the same tokens."
SLIGHT = 0.01  # of a row's attention: less than can be seen


def segment_table(shares: SegmentShares, *, layer: int | None = None, head: int | None = None) -> pd.DataFrame:
    """The attention that the words of two sentences, A and B, send to A, to B and to special tokens.

    Columns: ``row`` from 1; ``sender``; ``receiver``; ``name``, such as "A → B"; ``share``, summing to 1 for each
    sender; ``figure``, in percent.

    Args:
        shares: Shares of every head.
        layer: One layer, from 0; None is the mean of all.
        head: One head, from 0; None is the mean of all.
    """
    layers = slice(None) if layer is None else [layer]
    heads = slice(None) if head is None else [head]
    between = shares.between[layers][:, heads].mean(axis=(0, 1), dtype=float)  # (from, to)
    to_marks = shares.to_special[layers][:, heads].mean(axis=(0, 1), dtype=float)  # (from,)
    rows = [
        (sender, receiver, share)
        for sender, to_words, marks in zip(SENTENCES, between, to_marks, strict=True)
        for receiver, share in zip((*SENTENCES, MARKS), (*to_words, marks), strict=True)
    ]
    table = pd.DataFrame(rows, columns=["sender", "receiver", "share"])
    table.insert(0, "row", range(1, len(table) + 1))
    table.insert(3, "name", table["sender"] + " → " + table["receiver"])
    table["figure"] = [probability_text(share) for share in table["share"]]
    return table


def segment_finding(table: pd.DataFrame, *, where: str) -> str:
    """How much of each sentence's attention stays, crosses over and goes to special tokens."""
    figures = dict(zip(table["name"], table["figure"], strict=True))
    parts = [
        f"sentence {sender} keeps {figures[f'{sender} → {sender}']} of its attention, sends "
        f"{figures[f'{sender} → {other}']} to {other} and {figures[f'{sender} → {MARKS}']} to {MARKS}"
        for sender, other in zip(SENTENCES, SENTENCES[::-1], strict=True)
    ]
    return f"In {where}, {'; '.join(parts)}."


def changed_heads_finding(changes: Sequence[HeadChange], word: str, other: str | None = None) -> str:
    """The head that changes most, for a word of both sentences.

    Args:
        changes: Sorted, the largest first.
        word: The word in the first sentence.
        other: The word that stands in its place in the second; None if it is the same.
    """
    largest = changes[0]
    whose = quoted(word) if other in (None, word) else f"{quoted(word)} and {quoted(other)}"
    if largest.distance < SLIGHT:
        return f"The attention of {whose} does not change in any head."
    name, share = head_name(largest.layer, largest.head).capitalize(), whole_percentage(largest.distance)
    return f"{name} changes most: {share} of the attention of {whose} differs."
