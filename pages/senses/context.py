"""What every mode of the room starts from."""

from dataclasses import dataclass
from typing import Any, cast

from cache.senses import SensesRequest
from components.model.checkpoints.records import ModelRecord
from components.senses.model.results import WordPooling, WordVectors, point_senses
from pages.parts.findings import Provenance
from pages.parts.rooms import SENSES
from pages.parts.snippets import snippet

CODE_SENTENCE_LIMIT = 100  # sentences: code is to be read as well
_POOLED = {WordPooling.MEAN: "mean", WordPooling.FIRST: "first", WordPooling.LAST: "last"}


@dataclass(frozen=True)
class WordRequest:
    """A word in all its forms, as typed, and the model that is to read it."""

    model: ModelRecord
    typed: str


@dataclass(frozen=True)
class SensesContext:
    """A word in many sentences, as the chosen model reads them; ``typed`` are its forms as the visitor wrote them."""

    model: ModelRecord
    typed: str
    request: SensesRequest
    vectors: WordVectors

    @property
    def word(self) -> str:
        """The word itself: the first of its forms."""
        return self.request.forms[0]

    @property
    def senses(self) -> tuple[str | None, ...]:
        """The sense of every point, where it was given one."""
        return point_senses(self.vectors.points, self.request.sentences)

    @property
    def labels(self) -> tuple[str, ...]:
        """The senses as a map takes them: empty where there is none."""
        return tuple(sense or "" for sense in self.senses)

    @property
    def computed(self) -> Provenance:
        """The model, as what computed everything about the word."""
        return Provenance(self.model, self.vectors.conditions)

    def code(self, name: str, **values: object) -> str:
        """Code of the room, given these sentences."""
        points = [
            (point.sentence, point.start, point.end, sense)
            for point, sense in zip(self.vectors.points, self.senses, strict=True)
        ]
        cut = (
            f"The first {CODE_SENTENCE_LIMIT} of {len(points)} sentences." if len(points) > CODE_SENTENCE_LIMIT else ""
        )
        pooled = _POOLED[self.request.pooling]
        return snippet(
            SENSES,
            name,
            self.model,
            remark=cut,
            points=points[:CODE_SENTENCE_LIMIT],
            pooled=pooled,
            **cast(Any, values),
        )
