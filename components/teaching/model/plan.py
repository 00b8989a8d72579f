"""What a run of fine-tuning is: all that decides its outcome, and nothing else."""

import json
from dataclasses import asdict, dataclass, fields, replace
from enum import StrEnum

from components.model.user_errors import UserError

MOST_STEPS = 2000
RATES = (1e-6, 1e-2)
BETWEEN, IS = "~", "-"  # in a link: between settings, and between a setting's name and its value
LONGEST = 128  # pieces of a sentence that are read; longer ones are told


class Start(StrEnum):
    """What the encoder knows when the run begins."""

    PRETRAINED = "pretrained"
    HALF = "half"
    RANDOM = "random"


class Pooling(StrEnum):
    """Which vector the new head reads."""

    CLS = "cls"
    POOLER = "pooler"
    MEAN = "mean"


@dataclass(frozen=True)
class Plan:
    """One run.

    Attributes:
        model_id: The model that is trained.
        sentences: The list that it learns from, by key; ``own`` lists come with their lines.
        labels: How many labelled sentences are used.
        epochs: How often it sees each.
        rate: The largest learning rate.
        warmup: The share of steps over which the rate rises from 0; then it falls to 0 in a line.
        weight_decay: AdamW's.
        batch: Sentences a step.
        seed: Of the new head, the order of sentences, dropout and random weights.
        frozen: How many layers from the bottom stay as they are; 0 trains all, embeddings too.
        pooling: Which vector the head reads.
        start: What the encoder knows.
    """

    model_id: str = "minilm"
    sentences: str = "opinions"
    labels: int = 300
    epochs: int = 4
    rate: float = 1e-4
    warmup: float = 0.1
    weight_decay: float = 0.01
    batch: int = 16
    seed: int = 0
    frozen: int = 0
    pooling: Pooling = Pooling.MEAN
    start: Start = Start.PRETRAINED

    @property
    def steps_an_epoch(self) -> int:
        """Steps until every sentence was seen once more."""
        return -(-self.labels // self.batch)

    @property
    def steps(self) -> int:
        """Steps of the whole run."""
        return self.steps_an_epoch * self.epochs

    @property
    def warmup_steps(self) -> int:
        """Steps over which the rate rises."""
        return round(self.warmup * self.steps)

    @property
    def text(self) -> str:
        """The plan as JSON: the same plan is the same text."""
        return json.dumps(asdict(self), sort_keys=True)

    def from_random(self) -> "Plan":
        """The same run from random weights."""
        return replace(self, start=Start.RANDOM)


def link_text(plan: Plan) -> str:
    """The settings of a plan that differ from the default, as a link has them; the model is a parameter of its own."""
    default = Plan()
    return BETWEEN.join(
        f"{one.name}{IS}{getattr(plan, one.name)}"
        for one in fields(Plan)
        if one.name != "model_id" and getattr(plan, one.name) != getattr(default, one.name)
    )


def checked(plan: Plan) -> Plan:
    """The same plan.

    Raises:
        UserError: A number is out of range, or the run would be too long.
    """
    low, high = RATES
    if not (plan.rate == 0 or low <= plan.rate <= high):
        raise UserError(f"Choose a learning rate between {low:g} and {high:g}.")
    if not (2 <= plan.labels <= 20_000 and 1 <= plan.epochs <= 50 and 1 <= plan.batch <= 128):
        raise UserError("Choose 2–20,000 labels, 1–50 epochs and a batch size of 1–128.")
    if not (0 <= plan.warmup <= 1 and 0 <= plan.weight_decay <= 1 and plan.frozen >= 0):
        raise UserError("Choose warm-up and weight decay between 0 and 1.")
    if plan.steps > MOST_STEPS:
        raise UserError(
            f"That would be {plan.steps:,} steps; the limit here is {MOST_STEPS:,}. Choose fewer labels, fewer epochs "
            "or a larger batch size."
        )
    return plan
