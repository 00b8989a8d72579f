"""What a mistake is: one line of code, right and wrong, and the sentences on which it shows."""

import ast
from dataclasses import dataclass
from types import MappingProxyType

CAPITAL = "The capital of France is [MASK]."
PROBABILITY = "Probability of the top guess of the right version"


@dataclass(frozen=True)
class Mistake:
    """One of them.

    Attributes:
        key: The name of its snippet and, in links, its own.
        name: What lists say.
        description: What is read, in words.
        right: The line as it should be: it stands in the snippet, word for word.
        wrong: The line in its place.
        measure: What the number is.
        notice: Why it goes wrong.
        inputs: The values that its snippet begins with, beside the model.
        share: Whether the number is a share, shown in percent.
        needs_followed: Whether the snippet is told which piece to follow.
        trains: Whether copies of the model are trained for it.
        column_titles: The headings of what comes out, where that is words and no bars.
        version_note: What the version of transformers does that this repository pins.
    """

    key: str
    name: str
    description: str
    right: str
    wrong: str
    measure: str
    notice: str
    inputs: MappingProxyType[str, object]
    share: bool = True
    needs_followed: bool = False
    trains: bool = False
    column_titles: tuple[str, str] | None = None
    version_note: str = ""

    @property
    def settings(self) -> tuple[object, object]:
        """What the two lines set a name to, where that is a number or a text: right and wrong."""
        right, wrong = (ast.literal_eval(line.partition("=")[2].strip()) for line in (self.right, self.wrong))
        return right, wrong


def given(**values: object) -> MappingProxyType[str, object]:
    """The values that a snippet begins with."""
    return MappingProxyType(values)
