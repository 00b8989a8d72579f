"""The token that each head attends to most from one query token: which heads attend to which token."""

from collections.abc import Mapping, Sequence

from components.model.results import HeadIndex, Trace
from components.tables.attention_weights import quoted_token, token_label
from components.tables.ties import largest_indices

TOKEN_COUNT = 2  # tokens that are named


def favourite_keys(trace: Trace, query: int) -> dict[int, list[HeadIndex]]:
    """The heads by the token that they give the largest weight, the token of most heads first.

    A head is left out where several tokens tie, or where the query attends to nothing. The heads of a token are in
    descending order of the weight.

    Args:
        trace: The sentence.
        query: The position of the token that attends.
    """
    weights = trace.attention[:, :, query]
    heads: dict[int, list[HeadIndex]] = {}
    for layer, rows in enumerate(weights):
        for head, row in enumerate(rows):
            largest = largest_indices(row)
            if len(largest) == 1 and row[largest[0]] > 0:
                heads.setdefault(largest[0], []).append((layer, head))
    for key, places in heads.items():
        places.sort(key=lambda place, key=key: -weights[(*place, key)])  # type: ignore[misc]
    return dict(sorted(heads.items(), key=lambda entry: (-len(entry[1]), -weights[(*entry[1][0], entry[0])])))


def favourites_finding(trace: Trace, query: int, favourites: Mapping[int, Sequence[HeadIndex]]) -> str:
    """In how many heads which token has the largest weight.

    Args:
        trace: The sentence.
        query: The position of the token that attends.
        favourites: As :func:`favourite_keys` returns them.
    """
    labels = [token_label(token) for token in trace.tokens.items]
    total = trace.attention.shape[0] * trace.attention.shape[1]
    word = quoted_token(labels, query, query)
    if not favourites:
        return f"In none of the {total} heads does {word} attend to one token more than to all others."
    first, *others = [
        ("itself" if key == query else quoted_token(labels, key, key), len(favourites[key]))
        for key in [*favourites][:TOKEN_COUNT]
    ]
    finding = f"{word} attends most to {first[0]} in {first[1]} of {total} heads"
    finding += "".join(f", and to {name} in {count}" for name, count in others)
    if tied := total - sum(map(len, favourites.values())):
        finding += f"; in {tied} no single token leads"
    return f"{finding}."
