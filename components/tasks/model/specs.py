"""The heads that ship: what each of them reads, and what it may say."""

from dataclasses import dataclass
from enum import StrEnum


class Reads(StrEnum):
    """Which vectors a head multiplies."""

    TEXT = "text"  # one vector for a whole text
    WORDS = "words"  # one for every word
    SPAN = "span"  # every piece, for the beginning and the end of an answer
    PAIR = "pair"  # [CLS] of two texts that are read together


class Pooling(StrEnum):
    """How the vectors of a text become one."""

    POOLER = "pooler"  # tanh(W [CLS] + b), with the W that next-sentence prediction trained
    CLS = "cls"
    MEAN = "mean"
    WEIGHTED = "weighted"  # by a softmax over the product of each vector with a learned one


@dataclass(frozen=True)
class HeadSpec:
    """A head that ships.

    Attributes:
        name: What its file and its card are called.
        reads: Which vectors it multiplies.
        labels: What it may say, in the order of its rows.
        several: Whether each label is asked by itself (sigmoid) or all compete (softmax).
        poolings: Each has weights of its own; empty for heads that pool nothing.
    """

    name: str
    reads: Reads
    labels: tuple[str, ...]
    several: bool = False
    poolings: tuple[Pooling, ...] = ()

    @property
    def begins_and_goes_on(self) -> bool:
        """Whether its labels are O, and B and I of some kinds, so that not every sequence of them is possible."""
        kinds = [label[:2] for label in self.labels if label != "O"]
        return "B-" in kinds and set(kinds) <= {"B-", "I-"}

    def parameters(self, width: int) -> int:
        """C·H + C: how many numbers it has for one pooling. The vector of a weighted mean has H more."""
        return len(self.labels) * width + len(self.labels)


OPINION, SUBJECT = "opinion", "subject"
SPEECH, NAMES = "speech", "names"
SPAN = "span"
FOLLOWS = "follows"  # what the relation says where the second text is true whenever the first is
RELATION, NEIGHBOUR, ANSWERS = "relation", "neighbour", "answers"

PARTS_OF_SPEECH = (  # Universal Dependencies, https://universaldependencies.org/u/pos/
    "ADJ", "ADP", "ADV", "AUX", "CCONJ", "DET", "INTJ", "NOUN", "NUM", "PART", "PRON", "PROPN", "PUNCT", "SCONJ", "SYM",
    "VERB", "X",
)  # fmt: skip
NAME_TAGS = ("O", "B-PER", "I-PER", "B-LOC", "I-LOC", "B-ORG", "I-ORG")
SUBJECTS = (
    "politics",
    "the living body",
    "physics and space",
    "chemistry",
    "mathematics",
    "business",
    "mind and society",
    "history",
    "philosophy",
)

SPECS: dict[str, HeadSpec] = {
    spec.name: spec
    for spec in (
        HeadSpec(OPINION, Reads.TEXT, ("negative", "positive"), poolings=tuple(Pooling)),
        HeadSpec(SUBJECT, Reads.TEXT, SUBJECTS, several=True, poolings=tuple(Pooling)),
        HeadSpec(SPEECH, Reads.WORDS, PARTS_OF_SPEECH),
        HeadSpec(NAMES, Reads.WORDS, NAME_TAGS),
        HeadSpec(SPAN, Reads.SPAN, ("begins", "ends")),
        HeadSpec(RELATION, Reads.PAIR, (FOLLOWS, "contradicts", "neither")),
        HeadSpec(NEIGHBOUR, Reads.PAIR, ("next", "before", "elsewhere")),
        HeadSpec(ANSWERS, Reads.PAIR, ("does not answer", "answers")),
    )
}
