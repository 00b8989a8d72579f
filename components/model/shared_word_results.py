"""A word that stands in the shared beginning of two sentences, and how far apart its vectors are after every layer."""

from dataclasses import dataclass

from components.model.results import Conditions, Floats, Tokens


@dataclass(frozen=True)
class SharedWord:
    """A word of the shared beginning: its text, and where its tokens begin and end (``end`` is not part of it)."""

    text: str
    start: int
    end: int


@dataclass(frozen=True)
class Distances:
    """Between a word's vectors in two sentences, after every layer; the first are the embeddings.

    ``cosine`` is 1 less the cosine of the angle between them.

    *Shape:* (layer + 1,) each
    """

    cosine: Floats
    euclidean: Floats


@dataclass(frozen=True)
class ProofCurves:
    """One word in two sentences that begin alike, under either mask.

    ``words`` are all that could have been chosen; ``shared`` is how many tokens the beginnings have in common.
    """

    first: Tokens
    second: Tokens
    word: SharedWord
    words: tuple[SharedWord, ...]
    shared: int
    causal: Distances
    bidirectional: Distances
    conditions: Conditions
