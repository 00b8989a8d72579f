"""What a run of fine-tuning is: all that decides its outcome, and nothing else."""

import json
from dataclasses import asdict, dataclass, fields, replace
from enum import StrEnum

from components.model.user_errors import UserError

STEP_LIMIT = 2000
LEARNING_RATE_RANGE = (1e-6, 1e-2)
SETTING_SEPARATOR, VALUE_SEPARATOR = "~", "-"  # in a link: between settings, and between a setting's name and its value
TOKEN_LIMIT = 128  # pieces of a sentence that are read; longer ones are told


class Start(StrEnum):
    """What the encoder knows when the run begins."""

    PRETRAINED = "pretrained"
    HALF = "half"
    RANDOM = "random"


class ClassifierPooling(StrEnum):
    """Which vector the new head reads."""

    CLS = "cls"
    POOLER = "pooler"
    MEAN = "mean"


@dataclass(frozen=True)
class Plan:
    """One run.

    Attributes:
        model_id: The model that is trained.
        dataset: The list that it learns from, by key; ``own`` lists come with their lines.
        train_size: How many labelled sentences are used.
        epochs: How often it sees each.
        learning_rate: The largest learning rate.
        warmup_ratio: The share of steps over which the rate rises from 0; then it falls to 0 in a line.
        weight_decay: AdamW's.
        batch_size: Sentences a step.
        seed: Of the new head, the order of sentences, dropout and random weights.
        frozen_layers: How many layers from the bottom stay as they are; 0 trains all, embeddings too.
        pooling: Which vector the head reads.
        start: What the encoder knows.
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
        """Steps until every sentence was seen once more."""
        return -(-self.train_size // self.batch_size)

    @property
    def steps(self) -> int:
        """Steps of the whole run."""
        return self.steps_per_epoch * self.epochs

    @property
    def warmup_steps(self) -> int:
        """Steps over which the rate rises."""
        return round(self.warmup_ratio * self.steps)

    @property
    def key(self) -> str:
        """The plan as JSON: the same plan is the same text."""
        return json.dumps(asdict(self), sort_keys=True)

    def with_random_start(self) -> "Plan":
        """The same run from random weights."""
        return replace(self, start=Start.RANDOM)


def plan_to_link(plan: Plan) -> str:
    """The settings of a plan that differ from the default, as a link has them; the model is a parameter of its own."""
    default = Plan()
    return SETTING_SEPARATOR.join(
        f"{setting.name}{VALUE_SEPARATOR}{getattr(plan, setting.name)}"
        for setting in fields(Plan)
        if setting.name != "model_id" and getattr(plan, setting.name) != getattr(default, setting.name)
    )


def check_plan(plan: Plan) -> Plan:
    """The same plan.

    Raises:
        UserError: A number is out of range, or the run would be too long.
    """
    low, high = LEARNING_RATE_RANGE
    if not (plan.learning_rate == 0 or low <= plan.learning_rate <= high):
        raise UserError(f"Choose a learning rate between {low:g} and {high:g}.")
    if not (2 <= plan.train_size <= 20_000 and 1 <= plan.epochs <= 50 and 1 <= plan.batch_size <= 128):
        raise UserError("Choose 2–20,000 labels, 1–50 epochs and a batch size of 1–128.")
    if not (0 <= plan.warmup_ratio <= 1 and 0 <= plan.weight_decay <= 1 and plan.frozen_layers >= 0):
        raise UserError("Choose warm-up and weight decay between 0 and 1.")
    if plan.steps > STEP_LIMIT:
        raise UserError(
            f"That would be {plan.steps:,} steps; the limit here is {STEP_LIMIT:,}. Choose fewer labels, fewer epochs "
            "or a larger batch size."
        )
    return plan
