"""Attention in two sentences: which tokens correspond, and which heads treat a word differently.

The sentences of a minimal pair ("river bank", "savings bank") differ in a word or two. Rows of attention can be
compared over the keys that both sentences share.
"""

from difflib import SequenceMatcher

import numpy as np
import numpy.typing as npt

from components.attention.model.results import HeadChange, Pairs
from components.model.results import Floats, Tokens
from components.model.user_errors import UserError


def align_tokens(first: Tokens, second: Tokens) -> Pairs:
    """Positions of corresponding tokens, special tokens included, in order.

    These are the tokens of the longest stretches with the same ids (Ratcliff & Obershelp's matching, which finds a
    common subsequence), and of replaced stretches of equal length, such as "river" and "savings". A word never
    corresponds to a special token.
    """
    pairs: list[tuple[int, int]] = []
    for _, start, end, other, other_end in SequenceMatcher(None, first.ids, second.ids, autojunk=False).get_opcodes():
        if end - start == other_end - other:
            pairs += zip(range(start, end), range(other, other_end), strict=True)
    return tuple((a, b) for a, b in pairs if first.items[a].special == second.items[b].special)


def heads_by_change(first: Floats, second: Floats, pairs: Pairs, query: int) -> list[HeadChange]:
    """All heads, sorted by how much their row for one word differs between the sentences, largest first.

    The total variation distance of two rows is the attention that must move to turn one into the other: half the sum of
    absolute differences over corresponding keys, with all other keys of a row counted as one more key.

    A head that attends to the previous token does the same thing in both sentences, though a word inserted there has no
    counterpart. So the rows are compared by the keys' distance from the word, too, and the smaller result counts.

    Args:
        first: *Shape:* (layer, head, query, key)
        second: *Shape:* (layer, head, query, key), with tokens of its own
        pairs: As :func:`align_tokens` makes them.
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
    by_token = (np.abs(change).sum(axis=-1) + np.abs(rest)) / 2
    by_position = _distance_by_position(first[:, :, query], query, second[:, :, counterpart], counterpart)
    distances = np.minimum(by_position, by_token)
    changes = [HeadChange(layer, head, float(distance)) for (layer, head), distance in np.ndenumerate(distances)]
    return sorted(changes, key=lambda change: -change.distance)


def _distance_by_position(first: Floats, query: int, second: Floats, counterpart: int) -> npt.NDArray[np.float64]:
    """Total variation distance of rows whose keys correspond if they are as far from the query. *Shape:* (layer, head).

    Args:
        first: Rows of the first sentence. *Shape:* (layer, head, key)
        query: The position of their query.
        second: Rows of the second sentence. *Shape:* (layer, head, key)
        counterpart: The position of their query.
    """
    before = max(query, counterpart)
    after = max(first.shape[-1] - query, second.shape[-1] - counterpart)
    ours, theirs = np.zeros((2, *first.shape[:-1], before + after))
    ours[..., before - query : before - query + first.shape[-1]] = first
    theirs[..., before - counterpart : before - counterpart + second.shape[-1]] = second
    distance: npt.NDArray[np.float64] = np.abs(theirs - ours).sum(axis=-1) / 2
    return distance


def _sides(pairs: Pairs) -> tuple[list[int], list[int]]:
    return [a for a, _ in pairs], [b for _, b in pairs]


def _remaining_attention(rows: Floats, positions: list[int]) -> npt.NDArray[np.float64]:
    """The sum of each row over all other keys. *Shape:* (layer, head)."""
    remaining: npt.NDArray[np.float64] = np.delete(rows, positions, axis=-1).sum(axis=-1, dtype=np.float64)
    return remaining
