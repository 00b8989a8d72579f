"""What is known of a model before it is opened."""

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path


class Role(StrEnum):
    """What a model was trained to say."""

    MASKED = "masked"  # the word behind a mask
    CAUSAL = "causal"  # the next word
    ENCODER = "encoder"  # nothing in words: it has vectors, and no head that turns them into words


class TaskHead(StrEnum):
    """What the head that a checkpoint was published with labels, as transformers ends the name of such a class."""

    TEXT = "ForSequenceClassification"
    WORDS = "ForTokenClassification"
    SPAN = "ForQuestionAnswering"


@dataclass(frozen=True)
class Bundled:
    """Weights that this repository ships: its own or, if ``published``, somebody else's that it trained on.

    ``weights`` is a file of :mod:`~components.model.checkpoints.int8_weights`, where they are not the folder's own;
    ``adapter`` one of :mod:`~components.model.checkpoints.adapter`, where something is added to them.
    """

    folder: Path
    published: bool = False
    weights: Path | None = None
    adapter: Path | None = None


@dataclass(frozen=True)
class OnHub:
    """Weights on the Hugging Face hub.

    ``revision`` is a commit, or what it begins with; ``download_bytes`` is about what a first use fetches.
    """

    repository: str
    revision: str
    download_bytes: int


@dataclass(frozen=True)
class InFolder:
    """Weights in a folder below the one the operator named."""

    folder: Path


@dataclass(frozen=True, kw_only=True)
class ModelRecord:
    """One model.

    ``parameters`` is None where it is not known before the model is opened; ``task_head`` is that of an encoder which
    was published with one, and with its labels.
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

    @property
    def pocket(self) -> bool:
        """Whether this is one of the small teaching models, which the screen always says."""
        return isinstance(self.home, Bundled) and not self.home.published
