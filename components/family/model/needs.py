"""What people need a model for, and which members of the family suit."""

from dataclasses import dataclass

from components.model.architecture_shape import AttentionScope
from components.model.family_members import FAMILY, FamilyMember


@dataclass(frozen=True)
class Need:
    """A need.

    Attributes:
        name: The need in words.
        short: A word or two for a table.
        reason: Why these models suit.
        keys: The keys of the members that suit, the first choice first.
    """

    name: str
    short: str
    reason: str
    keys: tuple[str, ...]

    @property
    def members(self) -> tuple[FamilyMember, ...]:
        """The members that suit."""
        return tuple(next(member for member in FAMILY if member.key == key) for key in self.keys)


def _keys(*attention: AttentionScope) -> tuple[str, ...]:
    return tuple(member.key for member in FAMILY if member.attention in attention and member.paper != "this repository")


SEARCH_VECTOR = Need(
    "A vector for search",
    "search",
    "An encoder turns a text into one vector that can be stored and compared, once it is trained for that.",
    ("modernbert", "roberta", "bert-base", "distilbert"),
)
NEW_TEXT = Need(
    "New text",
    "writing text",
    "A decoder predicts the next word from the words before it, so it can write.",
    _keys(AttentionScope.DECODER, AttentionScope.BOTH),
)
LONG_TEXTS = Need(
    "Texts of 8,000 tokens",
    "long texts",
    "A table of learned positions ends at its last row, and a model must also be trained on long texts.",
    tuple(member.key for member in FAMILY if member.token_limit >= 8000),
)
NEEDS = (
    Need(
        "A label for a text",
        "classifying texts",
        "An encoder reads the whole text at once; one small matrix on its vectors gives the label.",
        ("modernbert", "deberta-v3", "roberta", "bert-large", "bert-base", "distilbert", "electra-small"),
    ),
    Need(
        "A label for every word",
        "labelling words",
        "Each word needs the context on both sides: a name is often recognised by what follows it.",
        ("modernbert", "deberta-v3", "roberta", "bert-large", "bert-base", "electra-small"),
    ),
    SEARCH_VECTOR,
    NEW_TEXT,
    Need(
        "A text made of a text",
        "translating, summarising",
        "The encoder reads the source from both sides; the decoder attends to it and writes the new text.",
        _keys(AttentionScope.BOTH),
    ),
    LONG_TEXTS,
    Need(
        "Little memory",
        "little memory",
        "These have few parameters, or use the same ones again.",
        ("albert", "electra-small", "mobilebert", "t5-small", "distilbert"),
    ),
    Need(
        "A quick answer on a processor",
        "speed on a CPU",
        "These need few multiply–adds because they are narrow or have few layers. Sharing layers saves none.",
        ("electra-small", "mobilebert", "distilbert"),
    ),
)


def best_for(member: FamilyMember) -> str:
    """The needs that a model suits, as short words; empty if there are none."""
    return ", ".join(need.short for need in NEEDS if member.key in need.keys)
