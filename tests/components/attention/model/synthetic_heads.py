"""Attention that is known exactly, over the real probe set: heads whose name is certain."""

from collections.abc import Callable, Sequence

import numpy as np

from components.attention.model.head_probes import Probe
from components.attention.model.head_scores import HeadTally
from components.attention.model.results import HeadScores
from components.model.results import Conditions, Floats, Token, Tokens

BY = Conditions("m", "r", "cpu", "float32", "v")
LONG_WORD = 6  # letters: longer words are read as two pieces
Maker = Callable[[Tokens, Probe], Floats]


def tokens_of(probe: Probe, *, marks: bool = True, pieces: bool = True) -> Tokens:
    """The words of a probe as tokens, long ones in two pieces, between a start and an end mark."""
    items = []
    for word in probe.words:
        cut = word.start + LONG_WORD if pieces and len(word.text) > LONG_WORD else word.end
        items.append(Token(probe.sentence[word.start : cut], 9, word.start, cut, False, False, False))
        if cut < word.end:
            items.append(Token(probe.sentence[cut : word.end], 9, cut, word.end, True, False, False))
    if marks:
        items = [Token("[CLS]", 1, 0, 0, False, True, False), *items, Token("[SEP]", 2, 0, 0, False, True, False)]
    return Tokens(probe.sentence, tuple(items))


def scores_of(
    maker: Maker, probes: Sequence[Probe], *, causal: bool = False, marks: bool = True, pieces: bool = True
) -> HeadScores:
    """Scores of heads whose attention ``maker`` gives as (layer, head, query, key)."""
    tally = HeadTally(causal=causal)
    for probe in probes:
        tokens = tokens_of(probe, marks=marks, pieces=pieces)
        tally.add(maker(tokens, probe), tokens, probe)
    return tally.scores(BY)


def even(length: int) -> Floats:
    """Evenly spread attention. *Shape:* (1, 1, query, key)."""
    return np.full((1, 1, length, length), 1 / length, dtype=np.float32)


def at_offset(offset: int) -> Maker:
    """Everybody looks ``offset`` tokens to the right, or at itself where there is none."""

    def attention(tokens: Tokens, _: Probe) -> Floats:
        length = len(tokens)
        goal = np.arange(length) + offset
        goal = np.where((goal >= 0) & (goal < length), goal, np.arange(length))
        return np.eye(length, dtype=np.float32)[goal][None, None]

    return attention
