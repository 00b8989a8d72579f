"""What every mode of the room starts from."""

from dataclasses import dataclass

from cache.senses import Question
from components.model.records import ModelRecord
from components.model.word_vectors_results import WordVectors, point_senses


@dataclass(frozen=True)
class Senses:
    """A word in many sentences, as the chosen model reads them."""

    model: ModelRecord
    question: Question
    found: WordVectors

    @property
    def word(self) -> str:
        """The word itself: the first of its forms."""
        return self.question.forms[0]

    @property
    def senses(self) -> tuple[str | None, ...]:
        """The sense of every point, where it was given one."""
        return point_senses(self.found.points, self.question.sentences)

    @property
    def labels(self) -> tuple[str, ...]:
        """The senses as a map takes them: empty where there is none."""
        return tuple(sense or "" for sense in self.senses)
