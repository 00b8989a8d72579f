"""What a model adds up for every token: frozen, safe to share between visitors."""

from dataclasses import dataclass
from enum import StrEnum

from components.model.results import Conditions, Floats, Tokens


class EmbeddingPart(StrEnum):
    """The embeddings that a model adds up for every token."""

    TOKEN = "token"
    SEGMENT = "segment"
    POSITION = "position"


@dataclass(frozen=True, eq=False)
class Strip:
    """A vector for every token. *Shape:* ``values`` (token, dimension)."""

    name: str
    values: Floats


@dataclass(frozen=True, eq=False)
class InputVectors:
    """What enters layer 1, and what it was made from.

    Attributes:
        tokens: The sentence, or a pair of them.
        parts: What is added up, named by :class:`EmbeddingPart`.
        total: The sum. *Shape:* (token, dimension)
        steps: What the sum becomes before layer 1: normalised, and projected to the width of the layers. The last of
            them, or the sum where there is none, is what layer 1 gets.
        conditions: What computed it.
    """

    tokens: Tokens
    parts: tuple[Strip, ...]
    total: Floats
    steps: tuple[Strip, ...]
    conditions: Conditions


@dataclass(frozen=True)
class NearestToken:
    """A token near another one, and the cosine of their embeddings."""

    text: str
    cosine: float
