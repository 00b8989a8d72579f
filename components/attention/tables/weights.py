"""What a token, and a whole matrix, attends to most, in sentences."""

from collections import Counter
from collections.abc import Sequence

import numpy as np
import pandas as pd

from components.model.results import Token
from components.tables.attention_weights import quoted_token
from components.tables.numbers import percentage
from components.tables.phrases import by_count, capitalised, list_phrase, part_phrase, quoted
from components.tables.ties import are_tied, largest_indices

# Personal and possessive pronouns: words that refer to something that another word names.
_PRONOUNS = frozenset(
    ("he", "she", "it", "they", "him", "her", "them", "his", "hers", "its", "their", "himself", "herself", "itself")
)
NAMED_TIES = 3  # tokens with the same weight: more are counted


def row_finding(table: pd.DataFrame, query: int, *, where: str) -> str:
    """What one token attends to: the three keys with the largest weights.

    Args:
        table: As :func:`components.tables.attention_weights.matrix_table` makes it.
        query: The token's position.
        where: What the matrix is, such as "layer 3, head 2" or "the average of all heads".
    """
    row = table[table["query"] == query]
    positive = row[row["weight"] > 0]
    visible = positive.nlargest(3, "weight")
    word = named_token(table, query)
    if visible.empty:
        return f"In {where}, {word} attends only to tokens that are hidden here."
    tied = positive.iloc[largest_indices(positive["weight"].to_numpy())]
    if len(tied) > 1:
        weight = percentage(tied["weight"].max())
        if len(tied) > NAMED_TIES:
            return f"In {where}, {word} attends equally to {len(tied)} tokens, with {weight} of its attention on each."
        names = list_phrase([named_token(table, key) for key in tied["key"]])
        return f"In {where}, {word} attends equally to {names}, with {weight} of its attention on each."
    (key, weight), *others = zip(visible["key"], visible["weight"].map(percentage), strict=True)
    rest = " and ".join(named_token(table, other, share) for other, share in others)
    if others:
        rest = f" Then {by_count(len(others), 'comes', 'come')} {rest}."
    return f"In {where}, {word} puts {weight} of its attention on {named_token(table, key)}.{rest}"


def reference_note(tokens: Sequence[Token], query: int) -> str:
    """A sentence about what attention from a pronoun does not show; empty if the token is not a pronoun by itself."""
    token = tokens[query]
    is_whole = not token.continues and not (query + 1 < len(tokens) and tokens[query + 1].continues)
    if token.special or not is_whole or token.text.casefold() not in _PRONOUNS:
        return ""
    return f"A large attention weight does not show that the model knows what {quoted(token.text)} refers to."


def matrix_finding(table: pd.DataFrame, *, where: str, stated_query: int | None = None) -> str:
    """The largest weight of a matrix, and the token that most tokens attend to most.

    Args:
        table: As :func:`components.tables.attention_weights.matrix_table` makes it.
        where: What the matrix is, such as "layer 3, head 2".
        stated_query: A token whose :func:`row_finding` is shown, too: a largest weight that is in its row is not
            repeated. The result is empty if there is nothing else to say.
    """
    # Runs at every keystroke: pandas' groupby would take a fifth of the time of a forward pass.
    queries, keys, weights = (table[name].to_numpy() for name in ("query", "key", "weight"))
    if not (weights > 0).any():
        return f"In {where}, no token has anything to attend to."
    by_query = np.lexsort((-weights, queries))
    each, starts = np.unique(queries[by_query], return_index=True)
    top_cells = by_query[starts]  # the cell of each query's largest weight
    second_cells = by_query[np.minimum(starts + 1, len(by_query) - 1)]
    is_tied = (queries[second_cells] == each) & (second_cells != top_cells)
    is_tied &= are_tied(weights[second_cells], weights[top_cells])
    attends = weights[top_cells] > 0
    largest, others = int(weights.argmax()), len(largest_indices(weights)) - 1
    finding = ""
    if others:
        finding = f"The largest weight in {where} is {percentage(weights[largest])}, in {others + 1:,} places alike."
    elif queries[largest] != stated_query:
        query, key = (named_token(table, place) for place in (queries[largest], keys[largest]))
        finding = f"The largest weight in {where} is {percentage(weights[largest])}, from {query} to {key}."
    favourites = Counter(keys[top_cells[attends & ~is_tied]].tolist()).most_common(2)
    if favourites and favourites[0][1] > 1:  # otherwise there is no common favourite
        count = favourites[0][1]
        names = [named_token(table, place) for place, number in favourites if number == count]
        rest = "".join(f", and {count} to {name}" for name in names[1:])
        finding += f" In {where}, {count} of {len(each)} tokens attend most to {names[0]}{rest}."
    if undecided := int((attends & is_tied).sum()):
        verb = by_count(undecided, "divides", "divide")
        tokens = capitalised(part_phrase(undecided, len(each), "token"))
        finding += f" {tokens} {verb} the most attention equally among several."
    return finding.strip()


def named_token(table: pd.DataFrame, position: int, remark: str = "") -> str:
    """A token of a matrix table, as :func:`quoted_token` writes it."""
    labels = dict(zip(table["key"].tolist(), table["key_label"].tolist(), strict=True))  # each key once, in order
    return quoted_token([*labels.values()], [*labels].index(position), position, remark)
