"""The description of a mistake: one line of code, right and wrong, and the inputs that show the difference."""

import ast
from dataclasses import dataclass, replace
from types import MappingProxyType

CAPITAL = "The capital of France is [MASK]."
PROBABILITY = "Probability of the top guess of the right version"


@dataclass(frozen=True)
class Mistake:
    """A common mistake.

    Attributes:
        key: The name of its snippet, also used in links.
        name: Its name in lists.
        description: The inputs, in words; after :attr:`sentence`, if it reads one, what is done with that.
        right: The correct line, exactly as in the snippet.
        wrong: The wrong line.
        measure: What the compared number is.
        notice: Why it goes wrong.
        inputs: The input values of its snippet, besides the model.
        share: Whether the number is a share, shown in percent.
        needs_followed: Whether the snippet needs the id of the token whose probability is compared.
        trains: Whether copies of the model are trained.
        column_titles: The titles of a table of the outcome; None if it is shown as bars.
        version_note: What the pinned version of transformers does.
        notice_without_positions: The notice with a model that has no positions, if it differs.
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
    notice_without_positions: str = ""

    def notice_for(self, *, has_positions: bool) -> str:
        """The explanation that fits a model with position embeddings, or one without."""
        return self.notice if has_positions else self.notice_without_positions or self.notice

    @property
    def sentence(self) -> str:
        """The sentence to run it on, the given one or its stored one; empty if it has inputs of its own."""
        return "" if self.trains else str(self.inputs.get("sentence", ""))

    @property
    def inputs_text(self) -> str:
        """All inputs, in words."""
        return ", ".join(filter(None, (self.sentence and f"“{self.sentence}”", self.description)))

    def with_sentence(self, sentence: str) -> "Mistake":
        """The same mistake with another sentence."""
        return replace(self, inputs=given(**{**self.inputs, "sentence": sentence}))

    @property
    def settings(self) -> tuple[object, object]:
        """The literals that the right and the wrong line assign."""
        right, wrong = (ast.literal_eval(line.partition("=")[2].strip()) for line in (self.right, self.wrong))
        return right, wrong


def given(**values: object) -> MappingProxyType[str, object]:
    """The input values of a snippet."""
    return MappingProxyType(values)
