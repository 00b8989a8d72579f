"""The context of the room's modes."""

from dataclasses import dataclass

from components.mistakes.model.mistake import Mistake
from components.model.checkpoints.records import ModelRecord


@dataclass(frozen=True)
class MistakesContext:
    """A mistake, the model to make it with, and the sentence on the page."""

    model: ModelRecord
    mistake: Mistake
    sentence: str = ""
