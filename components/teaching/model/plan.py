"""The plan of a fine-tuning run, every setting that decides its outcome; and a request for a run."""

import json
from dataclasses import asdict, dataclass, fields, replace
from enum import StrEnum
from types import MappingProxyType

from components.model.lists.datasets import LabelledDataset
from components.model.user_errors import UserError
from components.teaching.model.sst2 import KEY as SST2

STEP_LIMIT = 2000
TRAINING_LIMIT_SECONDS = 300.0  # after it a run stops training, and its result is that of the steps done
LEARNING_RATE_RANGE = (1e-6, 1e-2)
SETTING_SEPARATOR, VALUE_SEPARATOR = "~", "-"  # in a link: between settings, and between a setting's name and its value
TOKEN_LIMIT = 128  # tokens of a sentence that are read; longer sentences are truncated


class Start(StrEnum):
    """The weights that the encoder starts from."""

    PRETRAINED = "pretrained"
    HALF = "half"
    RANDOM = "random"


class ClassifierPooling(StrEnum):
    """Which vector the classification head reads."""

    CLS = "cls"
    POOLER = "pooler"
    MEAN = "mean"


_LINK_NAMES = MappingProxyType(
    {
        "dataset": "sentences",
        "train_size": "labels",
        "learning_rate": "rate",
        "warmup_ratio": "warmup",
        "batch_size": "batch",
        "frozen_layers": "frozen",
    }
)


@dataclass(frozen=True)
class Plan:
    """The settings of a run.

    Attributes:
        model_id: The model that is fine-tuned.
        dataset: The key of the dataset; a visitor's own has a key that begins with ``own``.
        train_size: The number of labelled sentences used for training.
        epochs: The number of passes over them.
        learning_rate: The peak learning rate.
        warmup_ratio: The share of all steps over which the learning rate rises from 0; it then falls linearly to 0.
        weight_decay: The weight decay of AdamW.
        batch_size: Sentences per step.
        seed: Seeds the new head, the choice and order of sentences, dropout and random weights.
        frozen_layers: The number of layers, from the bottom, that are not trained. With 0 the embeddings are trained
            too; otherwise they are frozen.
        pooling: Which vector the classification head reads.
        start: Which weights the encoder starts from.
    """

    model_id: str = "minilm"
    dataset: str = "opinions"
    train_size: int = 300
    epochs: int = 4
    learning_rate: float = 1e-4
    warmup_ratio: float = 0.1
    weight_decay: float = 0.01
    batch_size: int = 16
    seed: int = 0
    frozen_layers: int = 0
    pooling: ClassifierPooling = ClassifierPooling.MEAN
    start: Start = Start.PRETRAINED

    @property
    def steps_per_epoch(self) -> int:
        """Steps of one pass over the training sentences."""
        return -(-self.train_size // self.batch_size)

    @property
    def steps(self) -> int:
        """Steps of the whole run."""
        return self.steps_per_epoch * self.epochs

    @property
    def warmup_steps(self) -> int:
        """Steps over which the learning rate rises."""
        return round(self.warmup_ratio * self.steps)

    @property
    def key(self) -> str:
        """Text that identifies the plan; the ids of trained models are made from it (``finetuned_id``)."""
        return json.dumps({link_name(name): value for name, value in asdict(self).items()}, sort_keys=True)

    def with_random_start(self) -> "Plan":
        """The same plan, starting from random weights."""
        return replace(self, start=Start.RANDOM)


SST2_PLAN = Plan(
    dataset=SST2,
    train_size=53_325,
    epochs=3,
    learning_rate=8e-5,
    warmup_ratio=0.06,
    weight_decay=0.01,
    batch_size=32,
)


@dataclass(frozen=True)
class FineTuningRequest:
    """A request for a fine-tuning run.

    Attributes:
        plan: The run.
        custom_dataset: The visitor's dataset if the plan names one, else None.
    """

    plan: Plan
    custom_dataset: LabelledDataset | None = None


@dataclass(frozen=True)
class WorkerRequest:
    """The request as sent to the process of a run.

    Attributes:
        request: The run.
        folder: The folder for the trained weights.
        training_seconds: When its training has to end, in seconds from the start of the process.
    """

    request: FineTuningRequest
    folder: str
    training_seconds: float = TRAINING_LIMIT_SECONDS


def link_name(field: str) -> str:
    """The name of a setting in links and in keys of plans: it stays, whatever the field is called."""
    return _LINK_NAMES.get(field, field)


def plan_to_link(plan: Plan) -> str:
    """The settings that differ from the default, as a link holds them; the model is a parameter of its own.

    A link without settings opens the recorded run on SST-2, so the default is named by its number of labels.
    """
    if plan == SST2_PLAN:
        return ""
    default = Plan()
    differing = [
        setting.name
        for setting in fields(Plan)
        if setting.name != "model_id" and getattr(plan, setting.name) != getattr(default, setting.name)
    ]
    return SETTING_SEPARATOR.join(
        f"{link_name(name)}{VALUE_SEPARATOR}{getattr(plan, name)}" for name in differing or ["train_size"]
    )


def check_plan(plan: Plan) -> Plan:
    """Return the plan if it can be run.

    Raises:
        UserError: A number is out of range, or the run would be too long.
    """
    low, high = LEARNING_RATE_RANGE
    if not (plan.learning_rate == 0 or low <= plan.learning_rate <= high):
        raise UserError(f"Choose a learning rate between {low:g} and {high:g}.")
    if not (2 <= plan.train_size <= 20_000 and 1 <= plan.epochs <= 50 and 1 <= plan.batch_size <= 128):
        raise UserError("Choose 2–20,000 labelled sentences, 1–50 epochs and a batch size of 1–128.")
    if not (0 <= plan.warmup_ratio <= 1 and 0 <= plan.weight_decay <= 1 and plan.frozen_layers >= 0):
        raise UserError("Choose warm-up and weight decay between 0 and 1.")
    if plan.steps > STEP_LIMIT:
        raise UserError(
            f"That would be {plan.steps:,} steps; the limit here is {STEP_LIMIT:,}. Choose fewer labelled "
            "sentences, fewer epochs or a larger batch size."
        )
    return plan
