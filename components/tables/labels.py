"""Attention weights as tables: one cell, token or head a row, and the sentences that say what they show.

Positions are those in the whole input, from 0, special tokens included: two tokens that read the same stay two. Layers
and heads are written as people count them, from 1.
"""

from collections import Counter
from collections.abc import Sequence

import numpy as np
import pandas as pd

from components.model.results import Floats, Token, Tokens
from components.tables.numbers import fixed, percentage


def head_name(layer: int, head: int) -> str:
    """A head as people count, from its numbers from 0."""
    return f"layer {layer + 1}, head {head + 1}"


def token_label(token: Token) -> str:
    """A token as it is shown: a piece that goes on with the word before it begins with an ellipsis."""
    return f"…{token.text}" if token.continues else token.text


def weight_text(weight: float) -> str:
    """A weight as people read it."""
    if 0 < weight < 0.0005:
        return "< 0.001"
    return fixed(weight, 2 if weight >= 0.0995 or weight == 0 else 3)


def matrix_table(tokens: Tokens, weights: Floats, positions: Sequence[int] | None = None) -> pd.DataFrame:
    """One matrix of attention, one cell a row, queries from top to bottom.

    Columns: ``query``, ``key``, positions; ``query_label``, ``key_label``; ``weight``.

    Args:
        tokens: The whole input.
        weights: One head's, an average or a rollout. *Shape:* (query, key)
        positions: Where the rows and columns stand in the input, if some tokens are hidden; None is all of it.
    """
    places = range(len(tokens)) if positions is None else positions
    labels = [token_label(tokens.items[place]) for place in places]
    count = len(labels)
    return pd.DataFrame(
        {
            "query": [place for place in places for _ in range(count)],
            "query_label": [label for label in labels for _ in range(count)],
            "key": [*places] * count,
            "key_label": labels * count,
            "weight": weights.reshape(-1).astype(float),
        }
    )


def row_finding(table: pd.DataFrame, query: int, *, where: str) -> str:
    """What one token looks at, from a matrix table: the three keys with most of its attention.

    Args:
        table: As :func:`matrix_table` makes it.
        query: The token's position.
        where: What the matrix is, such as "layer 3, head 2" or "the average of all heads".
    """
    row = table[table["query"] == query]
    seen = row[row["weight"] > 0].nlargest(3, "weight")
    word = named_token(table, query)
    if seen.empty:
        return f"In {where}, {word} attends only to tokens that are hidden here."
    (key, weight), *others = zip(seen["key"], seen["weight"].map(percentage), strict=True)
    rest = " and ".join(named_token(table, other, share) for other, share in others)
    if others:
        rest = f" Then {'comes' if len(others) == 1 else 'come'} {rest}."
    return f"In {where}, {word} puts {weight} of its attention on {named_token(table, key)}.{rest}"


def matrix_finding(table: pd.DataFrame, *, where: str) -> str:
    """A whole matrix in words: its largest weight, and the token that most others look at most.

    Args:
        table: As :func:`matrix_table` makes it.
        where: What the matrix is, such as "layer 3, head 2".
    """
    # Drawn at every word: pandas' groups would take as long as a fifth of the pass through the model.
    queries, keys, weights = (table[name].to_numpy() for name in ("query", "key", "weight"))
    if not (weights > 0).any():
        return f"In {where}, no token has anything to attend to."
    by_query = np.lexsort((-weights, queries))
    each, starts = np.unique(queries[by_query], return_index=True)
    most = by_query[starts]  # the cell of each query's largest weight
    ((favourite, count),) = Counter(keys[most[weights[most] > 0]].tolist()).most_common(1)
    largest = int(weights.argmax())
    query, key, favourite = (named_token(table, place) for place in (queries[largest], keys[largest], favourite))
    said = f"The largest weight in {where} is {percentage(weights[largest])}, from {query} to {key}."
    if count > 1:  # else every token has one of its own, and none is to be named
        said += f" {count} of {len(each)} tokens attend most to {favourite}."
    return said


def received_table(
    tokens: Tokens,
    received: Floats,
    *,
    layer: int | None = None,
    head: int | None = None,
    positions: Sequence[int] | None = None,
) -> pd.DataFrame:
    """The attention each token receives, in the order of the input.

    Columns: ``row`` from 1; ``position``; ``token``; ``special``, whether it is a mark; ``received``; ``figure``, as
    people read it.

    Args:
        tokens: The whole input.
        received: *Shape:* (layer, head, key)
        layer: One layer, from 0; None is the mean of all.
        head: One head, from 0; None is the mean of all.
        positions: Where the keys stand in the input, if some tokens are hidden; None is all of it.
    """
    places = list(range(len(tokens)) if positions is None else positions)
    layers = slice(None) if layer is None else [layer]
    heads = slice(None) if head is None else [head]
    figures = received[layers][:, heads].mean(axis=(0, 1), dtype=float)
    return pd.DataFrame(
        {
            "row": range(1, len(places) + 1),
            "position": places,
            "token": [token_label(tokens.items[place]) for place in places],
            "special": [tokens.items[place].special for place in places],
            "received": figures,
            "figure": [percentage(figure, 1) for figure in figures],
        }
    )


def most_received(table: pd.DataFrame, *, count: int) -> pd.DataFrame:
    """The ``count`` rows of a received table with most attention, in falling order."""
    most = table.nlargest(count, "received")
    return most.assign(row=range(1, len(most) + 1))


def received_finding(table: pd.DataFrame, *, where: str) -> str:
    """Which token receives most, and which word does where that is a mark."""
    if table.empty:
        return f"In {where}, every token is hidden."
    labels, top = table["token"].tolist(), int(table["received"].argmax())

    def named(row: int) -> str:
        return quoted_token(labels, row, int(table["position"].iloc[row]))

    said = f"In {where}, {named(top)} receives the most attention: {table['figure'].iloc[top]} on average"
    if table["special"].iloc[top] and not table["special"].all():
        word = int(table["received"].where(~table["special"]).argmax())
        said += f". Among the words, {named(word)} receives the most: {table['figure'].iloc[word]}"
    return f"{said}. Averaged over the tokens that can attend to it."


def named_token(table: pd.DataFrame, position: int, remark: str = "") -> str:
    """A token of a table of cells as :func:`quoted_token` writes it."""
    labels = dict(zip(table["key"].tolist(), table["key_label"].tolist(), strict=True))  # each key once, in its order
    return quoted_token([*labels.values()], [*labels].index(position), position, remark)


def quoted_token(labels: Sequence[str], index: int, position: int, remark: str = "") -> str:
    """A token in quotation marks; of several that read the same, with its number.

    The number is its place in the whole input, special tokens included, from 1: as in a link and on the canvases.

    Args:
        labels: Of all tokens shown.
        index: Which of them it is.
        position: Where it stands in the input.
        remark: What else stands in the brackets.
    """
    label = labels[index]
    number = "" if labels.count(label) == 1 else f"token {position + 1}"
    remarks = ", ".join(filter(None, (number, remark)))
    return f"“{label}” ({remarks})" if remarks else f"“{label}”"
