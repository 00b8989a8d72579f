"""The token that each head attends to most from one query token: which heads attend to which token."""

from collections.abc import Mapping, Sequence

from components.model.results import HeadIndex, Trace
from components.tables.attention_weights import quoted_token, token_label
from components.tables.phrases import count_phrase, list_phrase
from components.tables.ties import largest_indices

TOKEN_COUNT = 2  # tokens named in the first sentence
WORD_COUNT = 3  # words named in the second one
HEAD_COUNT = 3  # heads named of each word


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


def favourite_words(trace: Trace, query: int, favourites: Mapping[int, Sequence[HeadIndex]]) -> list[int]:
    """The keys of ``favourites`` that are words other than the query: no special tokens, no punctuation."""
    items = trace.tokens.items
    return [key for key in favourites if key != query and not items[key].special and items[key].text.isalnum()]


def favourites_finding(trace: Trace, query: int, favourites: Mapping[int, Sequence[HeadIndex]]) -> str:
    """In how many heads which token has the largest weight, and the heads that attend most to other words.

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
    words = favourite_words(trace, query, favourites)
    if not words:
        return f"{finding}. In no head does it attend most to another word."
    count = sum(len(favourites[key]) for key in words)
    named = "; ".join(f"{quoted_token(labels, key, key)} in {_heads(favourites[key])}" for key in words[:WORD_COUNT])
    rest = len(words) - WORD_COUNT
    more = f"; and {count_phrase(rest, 'more word')}" if rest > 0 else ""
    heads = count_phrase(count, "head")
    return (
        f"{finding}. A word other than {word} gets the most attention in {heads}, numbered layer.head: {named}{more}."
    )


def head_number(place: HeadIndex) -> str:
    """A head in few characters, as in the small pictures ordered by score: "4.12" is layer 4, head 12."""
    return f"{place[0] + 1}.{place[1] + 1}"


def _heads(places: Sequence[HeadIndex]) -> str:
    names = [head_number(place) for place in places[:HEAD_COUNT]]
    rest = len(places) - HEAD_COUNT
    return list_phrase([*names, f"{rest} more"] if rest > 0 else names)
