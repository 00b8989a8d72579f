"""The example runs: their results are stored, and visitors can run them again."""

from dataclasses import dataclass, replace

from components.model.lists.datasets import FOUR
from components.teaching.model.plan import SST2_PLAN, ClassifierPooling, Plan, Start
from components.teaching.model.sst2 import KEY as SST2


@dataclass(frozen=True)
class TeachingPreset:
    """An example run.

    Attributes:
        name: Its name in the list of examples.
        plan: The settings of the stored run.
        notice: What to notice in it.
        on_reviews: The settings to use instead if the operator has SST-2; None for the same.
    """

    name: str
    plan: Plan
    notice: str
    on_reviews: Plan | None = None

    def plan_for(self, *, film_reviews: bool) -> Plan:
        """The plan on film reviews if there is one and the operator has them, else the stored one."""
        return self.on_reviews if self.on_reviews is not None and film_reviews else self.plan


DEFAULT_PLAN = Plan()  # takes a minute
# Epochs, batch size and frozen layers from a number of labelled sentences on. By their processor time, runs on
# sentences of some 13 tokens, as in SST-2, take less than two minutes on two free cores.
SCHEDULES = (
    (0, (DEFAULT_PLAN.epochs, DEFAULT_PLAN.batch_size, DEFAULT_PLAN.frozen_layers)),
    (750, (2, 32, 0)),
    (3000, (1, 32, 3)),
)
_TUTORIAL = replace(
    DEFAULT_PLAN,
    epochs=3,
    learning_rate=2e-5,
    warmup_ratio=0.0,
    weight_decay=0.01,
    batch_size=16,
    pooling=ClassifierPooling.POOLER,
)
SHORT_RUNS = (
    TeachingPreset(
        "Good or bad?",
        DEFAULT_PLAN,
        "The same run is repeated from random weights. Compare the two on sentences that neither has seen.",
    ),
    TeachingPreset(
        "Which book is this from?",
        replace(DEFAULT_PLAN, dataset="books", train_size=100, epochs=8),
        "A hundred labels are enough here: the style gives the book away.",
    ),
    TeachingPreset(
        "Twenty labels",
        replace(DEFAULT_PLAN, train_size=20, epochs=30),
        "Compare the training loss on the twenty sentences with the accuracy on new ones: this is overfitting.",
    ),
    TeachingPreset(
        "Now break it: learning rate far too high",
        replace(DEFAULT_PLAN, learning_rate=1e-2),
        "See how many different labels it still predicts, and how badly it now fills blanks.",
    ),
    TeachingPreset(
        "Learning rate far too low",
        replace(DEFAULT_PLAN, learning_rate=1e-6),
        "Compare how far the loss falls with the run at 1e-4.",
    ),
    TeachingPreset(
        "Only the head is trained",
        replace(DEFAULT_PLAN, frozen_layers=6, learning_rate=1e-2),
        "The encoder stays frozen: a linear classifier is trained on vectors that do not change.",
    ),
    TeachingPreset(
        "The pooler, as in the paper",
        replace(DEFAULT_PLAN, pooling=ClassifierPooling.POOLER),
        "The head reads [CLS] through the pooler, a layer from pre-training. Models without one start it at random.",
    ),
    TeachingPreset(
        "From random weights",
        replace(DEFAULT_PLAN, start=Start.RANDOM),
        "No pre-training: the encoder knows nothing but these 300 sentences.",
    ),
    TeachingPreset(
        "As in the tutorial",
        _TUTORIAL,
        "3 epochs, batch size 16, learning rate 2e-5, weight decay 0.01, evaluated every half epoch. 2e-5 suits BERT "
        "base and many labels; this model is smaller, and 57 steps are few.",
        on_reviews=replace(_TUTORIAL, dataset=SST2, train_size=1000),
    ),
    TeachingPreset(
        "Four sentences",
        replace(DEFAULT_PLAN, dataset=FOUR, train_size=4, epochs=10, batch_size=4, warmup_ratio=0.0),
        "Four sentences are enough to train on. The loss falls; look at the held-out accuracy to see what was learned.",
    ),
)
_FAILS = next(preset for preset in SHORT_RUNS if preset.name.startswith("Now break it"))
TEACHING_PRESETS = (
    TeachingPreset(
        "All film reviews (SST-2)",
        SST2_PLAN,
        "All of SST-2, as tutorials train. It takes half an hour, so it is recorded.",
    ),
    _FAILS,
    *(preset for preset in SHORT_RUNS if preset is not _FAILS),
)


def plan_to_train(plan: Plan) -> Plan:
    """The run that visitors can start at a plan: the default one at the run on all of SST-2, which takes too long."""
    return DEFAULT_PLAN if plan == SST2_PLAN else plan


def with_train_size(plan: Plan, train_size: int, layers: int) -> Plan:
    """The plan with another number of labelled sentences, and with the settings of :data:`SCHEDULES` for so many.

    Where these were not those for the number before, a visitor has chosen them, and they stay.

    Args:
        plan: The plan.
        train_size: The number of labelled sentences.
        layers: The layers of the model; at most half of them are frozen.
    """
    sized = replace(plan, train_size=train_size)
    if (plan.epochs, plan.batch_size, plan.frozen_layers) != _schedule(plan.train_size, layers):
        return sized
    epochs, batch_size, frozen_layers = _schedule(train_size, layers)
    return replace(sized, epochs=epochs, batch_size=batch_size, frozen_layers=frozen_layers)


def _schedule(train_size: int, layers: int) -> tuple[int, int, int]:
    epochs, batch_size, frozen_layers = [each for smallest, each in SCHEDULES if train_size >= smallest][-1]
    return epochs, batch_size, min(frozen_layers, layers // 2)
