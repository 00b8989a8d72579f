"""The context that every mode of the room starts from."""

from dataclasses import dataclass, field
from typing import Any, cast

from streamlit.delta_generator import DeltaGenerator

from components.model.checkpoints.records import ModelRecord
from components.senses.model.request import SensesRequest
from components.senses.model.results import WordPooling, WordVectors, point_senses
from pages.parts.findings import Provenance
from pages.parts.markdown import escape_markdown
from pages.parts.rooms import SENSES
from pages.parts.snippets import snippet

CODE_SENTENCE_LIMIT = 100  # sentences: the code should stay readable
_POOLED = {WordPooling.MEAN: "mean", WordPooling.FIRST: "first", WordPooling.LAST: "last"}


@dataclass(frozen=True)
class WordRequest:
    """A word in all its forms, as typed, and the model that will read it.

    Attributes:
        model: The model.
        typed: The forms of the word, as the visitor wrote them.
        beside: The place for a sentence, beside the word; None where settings are hidden.
    """

    model: ModelRecord
    typed: str
    beside: DeltaGenerator | None = field(default=None, compare=False)


@dataclass(frozen=True)
class SensesContext:
    """A word in many sentences, read by the chosen model.

    Attributes:
        model: The model.
        typed: The forms of the word, as the visitor wrote them.
        request: The request for the vectors.
        vectors: The vectors of every occurrence.
        beside: The place for a sentence, as in :class:`WordRequest`.
    """

    model: ModelRecord
    typed: str
    request: SensesRequest
    vectors: WordVectors
    beside: DeltaGenerator | None = field(default=None, compare=False)

    @property
    def word(self) -> str:
        """The word itself: the first of its forms."""
        return self.request.forms[0]

    @property
    def senses(self) -> tuple[str | None, ...]:
        """The sense of each point, None if its sentence has none."""
        return point_senses(self.vectors.points, self.request.sentences)

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels of the points on the map: the senses, empty for none."""
        return tuple(sense or "" for sense in self.senses)

    @property
    def computed(self) -> Provenance:
        """The model as the source of all results, for the foot of the page."""
        return Provenance(self.model, self.vectors.conditions)

    def code(self, name: str, **values: object) -> str:
        """A snippet of the room, filled in with these sentences."""
        points = [
            (point.sentence, point.start, point.end, sense)
            for point, sense in zip(self.vectors.points, self.senses, strict=True)
        ]
        remark = (
            f"The first {CODE_SENTENCE_LIMIT} of {len(points)} sentences." if len(points) > CODE_SENTENCE_LIMIT else ""
        )
        pooling = _POOLED[self.request.pooling]
        return snippet(
            SENSES,
            name,
            self.model,
            remark=remark,
            points=points[:CODE_SENTENCE_LIMIT],
            pooled=pooling,
            **cast(Any, values),
        )


def omissions_text(vectors: WordVectors) -> str:
    """Which sentences are left out and why, as Markdown; empty if all are read."""
    missing = f"{len(vectors.missing):,} without the word" if vectors.missing else ""
    unreadable = (
        f"{len(vectors.unreadable):,} that the model cannot read ({escape_markdown(vectors.unreadable[0][1])})"
        if vectors.unreadable
        else ""
    )
    return f"Left out: {'; '.join(filter(None, (missing, unreadable)))}." if missing or unreadable else ""
