"""Attention in two sentences: which tokens correspond, and which heads treat a word differently.

A minimal pair ("river bank", "savings bank") differs in a word or two; everything else stands in both. Rows of
attention can be compared where both sentences have the same keys, whatever stands between them.
"""

from difflib import SequenceMatcher

import numpy as np
import numpy.typing as npt

from components.attention.model.results import HeadChange, Pairs
from components.model.results import Floats, Tokens
from components.model.user_errors import UserError


def align_tokens(first: Tokens, second: Tokens) -> Pairs:
    """Positions of tokens that correspond, special tokens included, in order.

    Those are the tokens of the longest stretches with the same ids (Ratcliff & Obershelp's matching, which finds a
    common subsequence), and those of stretches that stand in each other's place and are of one length, such as "river"
    and "savings". A word and a mark never correspond.
    """
    pairs: list[tuple[int, int]] = []
    for _, start, end, other, other_end in SequenceMatcher(None, first.ids, second.ids, autojunk=False).get_opcodes():
        if end - start == other_end - other:
            pairs += zip(range(start, end), range(other, other_end), strict=True)
    return tuple((a, b) for a, b in pairs if first.items[a].special == second.items[b].special)


def attention_difference(first: Floats, second: Floats, pairs: Pairs) -> Floats:
    """The second sentence's weights less the first's, among corresponding tokens.

    Args:
        first: *Shape:* (layer, head, query, key)
        second: *Shape:* (layer, head, query, key), with tokens of its own
        pairs: As :func:`aligned` makes them.

    Returns:
        Between -1 and 1. *Shape:* (layer, head, pair of the query, pair of the key)
    """
    ours, theirs = _sides(pairs)
    difference: Floats = second[:, :, theirs][..., theirs] - first[:, :, ours][..., ours]
    difference.flags.writeable = False
    return difference


def heads_by_change(first: Floats, second: Floats, pairs: Pairs, query: int) -> list[HeadChange]:
    """All heads, those first whose row for one word differs most between the sentences.

    The total variation distance of two rows is the attention that would have to move to make one of the other: half the
    sum of the differences over corresponding keys, everything else in a row being one key more.

    Args:
        first: *Shape:* (layer, head, query, key)
        second: *Shape:* (layer, head, query, key), with tokens of its own
        pairs: As :func:`aligned` makes them.
        query: The word's position in the first sentence.

    Raises:
        UserError: The word has no counterpart.
    """
    counterpart = dict(pairs).get(query)
    if counterpart is None:
        raise UserError("That word has no counterpart in the other sentence. Choose another one.")
    ours, theirs = _sides(pairs)
    change = second[:, :, counterpart, theirs] - first[:, :, query, ours].astype(np.float64)  # (layer, head, pair)
    rest = _remaining_attention(second[:, :, counterpart], theirs) - _remaining_attention(
        first[:, :, query], ours
    )  # (layer, head)
    distances = (np.abs(change).sum(axis=-1) + np.abs(rest)) / 2
    changes = [HeadChange(layer, head, float(distance)) for (layer, head), distance in np.ndenumerate(distances)]
    return sorted(changes, key=lambda change: -change.distance)


def _sides(pairs: Pairs) -> tuple[list[int], list[int]]:
    return [a for a, _ in pairs], [b for _, b in pairs]


def _remaining_attention(rows: Floats, positions: list[int]) -> npt.NDArray[np.float64]:
    """What rows have on all other keys. *Shape:* (layer, head)."""
    remaining: npt.NDArray[np.float64] = np.delete(rows, positions, axis=-1).sum(axis=-1, dtype=np.float64)
    return remaining
