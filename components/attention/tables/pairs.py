"""Attention in two sentences as tables: between the sentences of a pair, and in one sentence against another.

Layers and heads are written as people count them, from 1.
"""

from collections.abc import Sequence

import pandas as pd

from components.attention.model.results import HeadChange, Pairs, SegmentShares
from components.model.results import Floats, Tokens
from components.tables.attention_weights import head_name, named_token, token_label
from components.tables.numbers import probability_text, signed
from components.tables.phrases import quoted

SENTENCES = ("A", "B")
MARKS = "special tokens"
SAME_TOKENS = "Nothing differs: both sentences have the same tokens."
SLIGHT = 0.01  # of a row's attention: less than can be seen


def signed_weight(change: float) -> str:
    """A change of a weight, with its sign."""
    return signed(change, 2)


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


def changed_heads_table(changes: Sequence[HeadChange], *, count: int) -> pd.DataFrame:
    """The first ``count`` heads of a list sorted by change.

    Columns: ``row`` from 1; ``layer``, ``head``, from 1; ``name``; ``distance``, from 0 to 1; ``figure``, in percent.
    """
    largest = changes[:count]
    return pd.DataFrame(
        {
            "row": range(1, len(largest) + 1),
            "layer": [change.layer + 1 for change in largest],
            "head": [change.head + 1 for change in largest],
            "name": [head_name(change.layer, change.head) for change in largest],
            "distance": [change.distance for change in largest],
            "figure": [probability_text(change.distance) for change in largest],
        }
    )


def changed_heads_finding(changes: Sequence[HeadChange], word: str, other: str | None = None) -> str:
    """The heads that change most and least, for a word of both sentences.

    Args:
        changes: Sorted, the largest first.
        word: The word in the first sentence.
        other: The word that stands in its place in the second; None if it is the same.
    """
    largest, smallest = changes[0], changes[-1]
    name, share = head_name(largest.layer, largest.head).capitalize(), probability_text(largest.distance)
    same = "the same tokens"
    if any(change.by_position for change in changes):
        same += ", or tokens at the same distance,"
    elsewhere = "tokens at other distances" if largest.by_position else "other tokens"
    if other is None or other == word:
        nothing = f"{quoted(word)} attends to {same} in every head: less than {{}} of its attention moves."
        finding = f"{name} changes most: {share} of the attention of {quoted(word)} moves to {elsewhere}."
    else:
        nothing = (
            f"{quoted(other)}, which stands in the place of {quoted(word)}, attends to {same} in every head: less than "
            "{} of its attention differs."
        )
        finding = (
            f"{name} changes most: {share} of the attention of {quoted(other)}, which stands in the place of "
            f"{quoted(word)}, goes to {elsewhere}."
        )
    if largest.distance < SLIGHT:
        return nothing.format(probability_text(SLIGHT))
    if len(changes) > 1:
        least = smallest.distance  # a head that depends on positions alone differs by rounding errors
        share = probability_text(least) if least >= SLIGHT else f"less than {probability_text(SLIGHT)}"
        finding += f" {head_name(smallest.layer, smallest.head).capitalize()} changes least ({share})."
    return finding


def difference_table(first: Tokens, second: Tokens, pairs: Pairs, difference: Floats) -> pd.DataFrame:
    """The difference of one head's weights between two sentences, one row per pair of corresponding tokens.

    Columns: ``query``, ``key``, positions in the first sentence; ``query_label``, ``key_label``, with both words where
    they differ; ``change``, the second sentence's weight less the first's.

    Args:
        first: The first sentence.
        second: The second sentence.
        pairs: Positions that correspond.
        difference: *Shape:* (pair of the query, pair of the key)
    """
    words = [(token_label(first.items[a]), token_label(second.items[b])) for a, b in pairs]
    labels = [
        first_label if first_label == second_label else f"{first_label} / {second_label}"
        for first_label, second_label in words
    ]
    count = len(pairs)
    return pd.DataFrame(
        {
            "query": [a for a, _ in pairs for _ in range(count)],
            "query_label": [label for label in labels for _ in range(count)],
            "key": [a for a, _ in pairs] * count,
            "key_label": labels * count,
            "change": difference.reshape(-1).astype(float),
        }
    )


def difference_finding(table: pd.DataFrame, *, where: str) -> str:
    """The weights with the largest gain and the largest loss, of all queries."""
    parts = []
    if not table.empty:
        up, down = table.iloc[int(table["change"].argmax())], table.iloc[int(table["change"].argmin())]
        for row, verb in ((up, "gains"), (down, "loses")):
            if abs(row["change"]) >= SLIGHT and (row["change"] > 0) == (verb == "gains"):
                query, key = named_token(table, row["query"]), named_token(table, row["key"])
                parts.append(f"{query} → {key} {verb} most ({signed_weight(row['change'])})")
    if not parts:
        return f"In {where}, no weight changes by {SLIGHT} or more."
    return f"Of all tokens, in {where}: {' and '.join(parts)}."
