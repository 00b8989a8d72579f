"""What people want of a model, and which kind of the family serves it: each with its reason."""

from dataclasses import dataclass

from components.family.model.members import FAMILY, Member
from components.family.model.shape import Reads


@dataclass(frozen=True)
class Need:
    """Something wanted.

    Attributes:
        name: In the words of who wants it.
        reason: Why these serve it.
        keys: The members that do, the usual choice first.
    """

    name: str
    reason: str
    keys: tuple[str, ...]

    @property
    def members(self) -> tuple[Member, ...]:
        """The members that serve it."""
        return tuple(next(one for one in FAMILY if one.key == key) for key in self.keys)


def _keys(*reads: Reads) -> tuple[str, ...]:
    return tuple(one.key for one in FAMILY if one.reads in reads and one.paper != "this repository")


NEEDS = (
    Need(
        "A label for a text",
        "An encoder reads all of it at once, and one small matrix on its vectors gives the label.",
        ("bert-base", "roberta", "deberta-v3", "modernbert", "distilbert", "electra-small"),
    ),
    Need(
        "A label for every word",
        "Every word needs what stands on both of its sides: a name is often known by what follows it.",
        ("bert-base", "roberta", "deberta-v3", "modernbert", "electra-small"),
    ),
    Need(
        "A vector for search",
        "An encoder makes one vector of a text, which is kept and compared; it has to be trained for that.",
        ("bert-base", "roberta", "modernbert", "distilbert"),
    ),
    Need(
        "New text",
        "What is to come cannot be looked at: a decoder writes word by word from what is there.",
        _keys(Reads.DECODER, Reads.BOTH),
    ),
    Need(
        "A text made of a text",
        "An encoder reads the source from both sides, and a decoder that looks at it writes the other.",
        _keys(Reads.BOTH),
    ),
    Need(
        "Texts of 8,000 tokens",
        "Learned positions end with their table, and any model has to be trained on long texts, as this one was.",
        tuple(one.key for one in FAMILY if one.longest >= 8000),
    ),
    Need(
        "Little memory",
        "Few parameters, or the same ones used again.",
        ("albert", "electra-small", "mobilebert", "t5-small", "distilbert"),
    ),
    Need(
        "A quick answer on a processor",
        "Few multiply-adds: narrow or few layers. Sharing layers saves none of them.",
        ("electra-small", "mobilebert", "distilbert"),
    ),
)
