"""Descriptions of models, known before their weights are loaded."""

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

BUNDLED_REVISION = "bundled"  # what conditions say of weights in this repository


class Role(StrEnum):
    """What a model was trained to predict."""

    MASKED = "masked"  # masked tokens
    CAUSAL = "causal"  # the next token
    ENCODER = "encoder"  # no tokens: it has no vocabulary head


class TaskHead(StrEnum):
    """The task head of a checkpoint, by the suffix of its class in transformers."""

    TEXT = "ForSequenceClassification"
    WORDS = "ForTokenClassification"
    SPAN = "ForQuestionAnswering"


@dataclass(frozen=True)
class Bundled:
    """Weights bundled with this repository.

    Attributes:
        folder: The folder of the checkpoint.
        published: Whether they are a published model, with further training here, rather than a pocket model.
        weights: A file of :mod:`~components.model.checkpoints.int8_weights` to use instead of the folder's weights.
        adapter: A file of :mod:`~components.model.checkpoints.adapter` to add to the weights.
        changes: A file of :mod:`~components.model.checkpoints.weight_changes` to add to the weights.
    """

    folder: Path
    published: bool = False
    weights: Path | None = None
    adapter: Path | None = None
    changes: Path | None = None


@dataclass(frozen=True)
class OnHub:
    """Weights on the Hugging Face hub.

    ``revision`` is a commit hash or its beginning; ``download_bytes`` is the approximate size of the download.
    """

    repository: str
    revision: str
    download_bytes: int


@dataclass(frozen=True)
class InFolder:
    """Weights in a folder on this machine."""

    folder: Path


@dataclass(frozen=True, kw_only=True)
class ModelRecord:
    """The description of a model.

    ``parameters`` is None if it is not known before the model is loaded; ``task_head`` is set for an encoder that was
    published with a task head and labels. ``training_tokens`` is the number of tokens that this project trained it on,
    None for other models.
    """

    id: str
    name: str
    family: str
    role: Role
    home: Bundled | OnHub | InFolder
    parameters: int | None
    licence: str
    about: str
    task_head: TaskHead | None = None
    training_tokens: int | None = None

    @property
    def pocket(self) -> bool:
        """Whether this is one of the small teaching models; pages always mark them."""
        return isinstance(self.home, Bundled) and not self.home.published

    @property
    def only_english(self) -> bool:
        """Whether the model was trained on English only; False for a model in a folder, where this is unknown."""
        return not isinstance(self.home, InFolder)
