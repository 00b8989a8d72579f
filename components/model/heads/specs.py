"""The bundled heads: what each of them reads, and its labels."""

from dataclasses import dataclass
from enum import StrEnum


class HeadInput(StrEnum):
    """Which vectors a head multiplies."""

    TEXT = "text"  # one pooled vector for a whole text
    WORDS = "words"  # the vector of every token
    SPAN = "span"  # the vector of every token, for the start and the end of an answer
    PAIR = "pair"  # [CLS] of two texts that are read together


class TextPooling(StrEnum):
    """How the vectors of a text are pooled into one."""

    POOLER = "pooler"  # tanh(W [CLS] + b), with the W that next-sentence prediction trained
    CLS = "cls"
    MEAN = "mean"
    WEIGHTED = "weighted"  # a mean weighted by the softmax of each vector's product with a learned vector


@dataclass(frozen=True)
class HeadSpec:
    """A head, without its weights.

    Attributes:
        name: The name of its file and its card; the model's id if it was published elsewhere.
        input_kind: Which vectors it multiplies.
        labels: Its labels, in the order of its rows.
        multi_label: Whether each label is decided separately (sigmoid) or all compete (softmax).
        poolings: The poolings it was trained with, each with its own weights; empty for heads that do not pool.
    """

    name: str
    input_kind: HeadInput
    labels: tuple[str, ...]
    multi_label: bool = False
    poolings: tuple[TextPooling, ...] = ()

    @property
    def uses_bio_tags(self) -> bool:
        """Whether its labels are BIO tags, so that not every sequence of them is valid."""
        kinds = [label[:2] for label in self.labels if label != "O"]
        return "B-" in kinds and set(kinds) <= {"B-", "I-"}

    def parameters(self, width: int) -> int:
        """The number of parameters for one pooling, without the vector of a weighted mean."""
        return len(self.labels) * width + len(self.labels)


OPINION, SUBJECT = "opinion", "subject"
SPEECH, NAMES = "speech", "names"
SPAN = "span"
ANSWERS = "answers"

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

# The head of an encoder of its own: the recorded run on all of SST-2. All others share one encoder.
REVIEWS = "reviews"
REVIEW_SPEC = HeadSpec(REVIEWS, HeadInput.TEXT, ("negative", "positive"), poolings=(TextPooling.MEAN,))

SPECS: dict[str, HeadSpec] = {
    spec.name: spec
    for spec in (
        HeadSpec(OPINION, HeadInput.TEXT, ("negative", "positive"), poolings=tuple(TextPooling)),
        HeadSpec(SUBJECT, HeadInput.TEXT, SUBJECTS, multi_label=True, poolings=tuple(TextPooling)),
        HeadSpec(SPEECH, HeadInput.WORDS, PARTS_OF_SPEECH),
        HeadSpec(NAMES, HeadInput.WORDS, NAME_TAGS),
        HeadSpec(SPAN, HeadInput.SPAN, ("begins", "ends")),
        HeadSpec(ANSWERS, HeadInput.PAIR, ("does not answer", "answers")),
    )
}
