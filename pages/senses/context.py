"""What every mode of the room starts from."""

from dataclasses import dataclass
from typing import Any, cast

from cache.senses import Question
from components.model.checkpoints.records import ModelRecord
from components.senses.model.results import Pooling, WordVectors, point_senses
from pages.parts.findings import Computed
from pages.parts.rooms import SENSES
from pages.parts.snippets import snippet

MOST_IN_CODE = 100  # sentences: code is to be read as well
_POOLED = {Pooling.MEAN: "mean", Pooling.FIRST: "first", Pooling.LAST: "last"}


@dataclass(frozen=True)
class WordAsked:
    """A word in all its forms, as typed, and the model that is to read it."""

    model: ModelRecord
    typed: str


@dataclass(frozen=True)
class SensesContext:
    """A word in many sentences, as the chosen model reads them; ``typed`` are its forms as the visitor wrote them."""

    model: ModelRecord
    typed: str
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

    @property
    def computed(self) -> Computed:
        """The model, as what computed everything about the word."""
        return Computed(self.model, self.found.conditions)

    def code(self, name: str, **values: object) -> str:
        """Code of the room, given these sentences."""
        points = [
            (point.sentence, point.start, point.end, sense)
            for point, sense in zip(self.found.points, self.senses, strict=True)
        ]
        cut = f"The first {MOST_IN_CODE} of {len(points)} sentences." if len(points) > MOST_IN_CODE else ""
        pooled = _POOLED[self.question.pooling]
        return snippet(
            SENSES, name, self.model, remark=cut, points=points[:MOST_IN_CODE], pooled=pooled, **cast(Any, values)
        )
