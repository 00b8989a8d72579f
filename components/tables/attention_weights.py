"""Attention weights as tables, and names of tokens and heads.

Positions are token positions in the whole input, from 0, special tokens included. In texts, layers, heads and tokens
are counted from 1.
"""

from collections.abc import Sequence

import pandas as pd

from components.model.results import Floats, Token, Tokens
from components.tables.numbers import fixed
from components.tables.phrases import quoted, word_label


def head_name(layer: int, head: int) -> str:
    """The name of a head, counted from 1; the arguments count from 0."""
    return f"layer {layer + 1}, head {head + 1}"


def token_label(token: Token) -> str:
    """The text of a token; an ellipsis marks a continuation of the word before."""
    return word_label(token)


def weight_text(weight: float) -> str:
    """An attention weight as text, with two or three decimals."""
    if 0 < weight < 0.0005:
        return "< 0.001"
    return fixed(weight, 2 if weight >= 0.0995 or weight == 0 else 3)


def matrix_table(tokens: Tokens, weights: Floats) -> pd.DataFrame:
    """One attention matrix, one row per cell.

    Columns: ``query`` and ``key``, positions; ``query_label`` and ``key_label``; ``weight``.

    Args:
        tokens: The whole input.
        weights: Of one head, an average or a rollout. *Shape:* (query, key)
    """
    places = range(len(tokens))
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


def quote_token(tokens: Tokens, position: int) -> str:
    """A token in quotation marks, with its number if the sentence has several of the same text."""
    return quoted_token([word_label(token) for token in tokens.items], position, position)


def quoted_token(labels: Sequence[str], index: int, position: int, remark: str = "") -> str:
    """A token in quotation marks, with its number if several tokens have the same text.

    The number is the token's position in the whole input, counted from 1, as in links and on canvases.

    Args:
        labels: The labels of all tokens shown.
        index: The index of the token in ``labels``.
        position: Its position in the input, from 0.
        remark: Further text for the parentheses.
    """
    label = labels[index]
    number = "" if labels.count(label) == 1 else f"token {position + 1}"
    remarks = ", ".join(filter(None, (number, remark)))
    return f"{quoted(label)} ({remarks})" if remarks else quoted(label)
