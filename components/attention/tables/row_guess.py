"""One row of attention in the form of a prediction, for the guessing game."""

import math
from collections import defaultdict

from components.model.results import Candidate, Floats, MaskPrediction, Tokens


def row_as_prediction(tokens: Tokens, weights: Floats, query: int) -> MaskPrediction:
    """The tokens that ``query`` attends to, by falling weight; tokens with the same text are added up.

    Args:
        tokens: The whole input.
        weights: The row. *Shape:* (key,)
        query: The position of the query token.
    """
    shares: defaultdict[str, float] = defaultdict(float)
    for token, weight in zip(tokens.items, weights.tolist(), strict=True):
        shares[token.text] += weight
    candidates = sorted(shares.items(), key=lambda item: -item[1])
    return MaskPrediction(
        position=query,
        hidden=None,
        candidates=tuple(Candidate(text, share, continues=False) for text, share in candidates),
        entropy=-sum(share * math.log(share) for share in shares.values() if share > 0),
    )
