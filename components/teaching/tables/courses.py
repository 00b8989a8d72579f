"""How a run went, as tables and sentences: losses step by step, and what it got right on its way."""

from collections.abc import Sequence

import pandas as pd

from components.teaching.model.plan import Start
from components.teaching.model.results import Look, Ran, Step

NAMES = {
    Start.PRETRAINED: "Pre-trained",
    Start.HALF: "Half trained",
    Start.RANDOM: "Random",
}
AVERAGED = 5  # steps: one batch is one sentence of luck


def course_names(start: Start) -> list[str]:
    """The ways of a run by name, in the order in which they are done."""
    return list(dict.fromkeys((NAMES[start], NAMES[Start.RANDOM])))


def steps_of(ran: Ran) -> tuple[Step, ...]:
    """The steps of all ways of a finished run."""
    return tuple(
        Step(course.start, number, loss) for course in ran.courses for number, loss in enumerate(course.losses, start=1)
    )


def looks_of(ran: Ran) -> tuple[Look, ...]:
    """The looks of all ways of a finished run."""
    return tuple(look for course in ran.courses for look in course.looks)


def loss_table(steps: Sequence[Step]) -> pd.DataFrame:
    """``way``, ``step`` and ``loss`` in nats, the mean of the last few steps."""
    table = pd.DataFrame([(NAMES[one.start], one.number, one.loss) for one in steps], columns=["way", "step", "single"])
    smooth = table.groupby("way", sort=False)["single"].rolling(AVERAGED, min_periods=1).mean()
    return table.assign(loss=smooth.reset_index(level=0, drop=True))


def look_table(looks: Sequence[Look]) -> pd.DataFrame:
    """``way``, ``step``, ``accuracy`` as a share, ``loss`` in nats on held-out sentences."""
    return pd.DataFrame(
        [(NAMES[one.start], one.step, one.accuracy, one.loss) for one in looks],
        columns=["way", "step", "accuracy", "loss"],
    )


def course_finding(ran: Ran) -> str:
    """What the run came to, and what the same steps come to from random weights."""
    asked = len(ran.test)
    own = sum(ran.right(ran.own))
    said = f"After {ran.plan.steps} steps it gets {own} of {asked} held-out sentences right"
    if ran.random is None:
        return f"{said}: it began at random weights."
    return f"{said}; from random weights, {sum(ran.right(ran.random))}."


def course_note(ran: Ran) -> str:
    """What the loss says beside it."""
    last = ran.own.losses[-AVERAGED:]
    said = f"On the sentences that it learns from, the loss ends at {sum(last) / len(last):.2f} nats."
    if ran.random is None:
        return said
    random = ran.random.losses[-AVERAGED:]
    mean = sum(random) / len(random)
    return f"{said[:-1]}, from random weights at {mean:.2f}."
