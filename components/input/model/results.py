"""What the room hands out: frozen results of plain Python and numpy."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from components.model.results import Candidate, Conditions, Floats, Tokens


class EmbeddingPart(StrEnum):
    """What a model adds up for every piece."""

    TOKEN = "token"
    SEGMENT = "segment"
    POSITION = "position"


def name_without(parts: Iterable[EmbeddingPart]) -> str:
    """What the input without some parts is called, in the order of the parts."""
    left_out = set(parts)
    return ", ".join(f"no {part.value}s" for part in EmbeddingPart if part in left_out)


@dataclass(frozen=True, eq=False)
class Strip:
    """A vector for every piece. *Shape:* ``values`` (token, dimension)."""

    name: str
    values: Floats


@dataclass(frozen=True, eq=False)
class InputVectors:
    """What enters layer 1, and what it was made from.

    Attributes:
        tokens: The sentence, or a pair of them.
        parts: What is added up, named by :class:`Part`.
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
    """A piece of the vocabulary, and the cosine between its vector and that of another."""

    text: str
    cosine: float


@dataclass(frozen=True)
class ChangedInput:
    """What a blank's answer becomes when one part of every vector is changed.

    ``probability`` and ``rank`` are those of the answer that is followed.
    """

    name: str
    candidates: tuple[Candidate, ...]
    probability: float
    rank: int


@dataclass(frozen=True)
class PartAblation:
    """A blank asked with every part in place first, then with one taken away or changed at a time."""

    answer: Candidate
    rows: tuple[ChangedInput, ...]
    conditions: Conditions


@dataclass(frozen=True)
class NextSentencePrediction:
    """What the next-sentence head says of a pair under one way of telling its segments."""

    name: str
    logits: tuple[float, float]
    probability: float


@dataclass(frozen=True)
class NextSentencePredictions:
    """A pair under the right segments, under none and under exchanged ones, and with the sentences exchanged."""

    readings: tuple[NextSentencePrediction, ...]
    conditions: Conditions


@dataclass(frozen=True)
class Excerpt:
    """What one cut of a long text keeps: pieces from ``start`` to, not including, ``end``; [CLS] and [SEP] not counted.

    ``candidates``, ``probability`` and ``rank`` say what stands in the blank; empty and None where the cut lost it.
    """

    name: str
    start: int
    end: int
    candidates: tuple[Candidate, ...] = ()
    probability: float | None = None
    rank: int | None = None


@dataclass(frozen=True)
class TruncatedText:
    """A text that is longer than what a model is given, cut in every usual way.

    Attributes:
        count: Its pieces, without the marks.
        limit: How many a model is given, marks included.
        blank: Where the blank stands, from 0; None without one.
        clue_positions: Where the telling word stands; empty where it does not.
        followed: The piece whose probability is told; empty without a blank.
        followed_id: Its number in the vocabulary; None without a blank.
        pieces: The cuts.
        conditions: What computed the answers.
    """

    count: int
    limit: int
    blank: int | None
    clue_positions: tuple[int, ...]
    answer: str
    answer_id: int | None
    pieces: tuple[Excerpt, ...]
    conditions: Conditions
