"""Grids and paths with hand-made shares, for findings."""

from collections.abc import Sequence

from components.model.results import Conditions, Token, Tokens
from components.patching.model.results import AlignedPair, AnswerWord, PairPath, PatchGrid, PatchSite, PhenomenonPaths

CONDITIONS = Conditions("minilm", "bundled", "cpu", "float32", "torch")
BLANK = 3
LAYERS = 4  # of a path


def sentence(*words: str) -> Tokens:
    texts = ["[CLS]", *words, "[SEP]"]
    ids = {"[CLS]": 0, "[SEP]": 1}
    return Tokens(
        " ".join(words),
        tuple(
            Token(text, ids.get(text, sum(map(ord, text))), 0, 0, False, text in ids, text == "[MASK]")
            for text in texts
        ),
    )


PAIR = AlignedPair(sentence("the", "keys", "[MASK]"), sentence("the", "key", "[MASK]"), BLANK)
WORDS = (AnswerWord(7, "were", False, 0.8, 0.1), AnswerWord(8, "was", False, 0.1, 0.8))


def grid(
    shares: Sequence[Sequence[float]] | None,
    *,
    site: PatchSite = PatchSite.WHOLE,
    pair: AlignedPair = PAIR,
    odds: tuple[float, float] = (2.0, -3.0),
) -> PatchGrid:
    """A grid with these shares, one row per layer, of five tokens: [CLS], the, keys, [MASK], [SEP]."""
    rows = None if shares is None else tuple(map(tuple, shares))
    count = len(rows or (0, 0, 0))
    layers = tuple(range(count) if site is PatchSite.WHOLE else range(1, count + 1))
    check = (None, None) if shares is None else (1.0, 0.0)
    return PatchGrid(pair, WORDS, site, layers, *odds, rows, *check, CONDITIONS)


def path(arrival: int) -> PairPath:
    """A path whose answer moves in one layer."""
    blank = tuple(float(layer >= arrival) for layer in range(LAYERS + 1))
    differing = tuple(1 - share for share in blank)
    return PairPath(PAIR, WORDS, (differing, blank, (0.1,) * (LAYERS + 1)))


def paths(*arrivals: int, phenomenon: str = "Number", left_out: int = 0) -> PhenomenonPaths:
    """Paths whose answers move in these layers, one path each."""
    return PhenomenonPaths(phenomenon, tuple(map(path, arrivals)), left_out, CONDITIONS)
