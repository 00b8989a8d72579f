"""How a run went, as tables and sentences: losses step by step, and what it got right on its way."""

from collections.abc import Sequence

import pandas as pd

from components.tables.numbers import percentage
from components.teaching.model.plan import Start
from components.teaching.model.results import Look, Ran, Step

NAMES = {
    Start.PRETRAINED: "Pre-trained",
    Start.HALF: "Half pre-trained",
    Start.RANDOM: "From scratch",
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
    share = f"{own} of {asked} held-out sentences right ({percentage(own / asked)})"
    if ran.random is None:
        return f"After {ran.plan.steps} steps from random weights it gets {share}."
    return f"After {ran.plan.steps} steps it gets {share}; trained from scratch, {sum(ran.right(ran.random))}."


def course_note(ran: Ran) -> str:
    """Where the training loss ends."""
    last = ran.own.losses[-AVERAGED:]
    ending = f"The training loss ends at {sum(last) / len(last):.2f} nats"
    if ran.random is None:
        return f"{ending}."
    random = ran.random.losses[-AVERAGED:]
    return f"{ending}; from scratch, at {sum(random) / len(random):.2f}."
