"""Results of experiments with mistakes: frozen dataclasses of plain Python values."""

from dataclasses import dataclass

from components.model.results import Candidate, Conditions
from components.model.statistics.bootstrap import Interval


@dataclass(frozen=True)
class Row:
    """One line of an outcome: a name, a number, and optionally how to show it."""

    name: str
    value: float
    figure: str = ""


@dataclass(frozen=True)
class Outcome:
    """The outcome of the right or the wrong version.

    Attributes:
        value: The compared number; NaN if that is the outcome.
        rows: Details, such as the top candidates.
        error: The Python error, or empty.
        before_training: ``value`` before training; None for mistakes without training.
    """

    value: float
    rows: tuple[Row, ...]
    error: str = ""
    before_training: float | None = None


@dataclass(frozen=True)
class Comparison:
    """The right and the wrong version, run on one model.

    Attributes:
        right: The outcome of the right version.
        wrong: The outcome of the wrong version.
        followed: The id and text of the token whose probability ``value`` is; None if it is another number.
        conditions: The hardware and software that computed both.
        difference: ``right.value`` minus ``wrong.value`` with its 95% bootstrap interval; None if not resampled.
    """

    right: Outcome
    wrong: Outcome
    followed: tuple[int, str] | None
    conditions: Conditions
    difference: Interval | None = None


@dataclass(frozen=True)
class PaddingPoint:
    """A prediction with some padding after the sentence. Pairs are with the attention mask, then without it.

    Attributes:
        pads: The number of [PAD] tokens.
        probabilities: The probability of the measured answer.
        top_guesses: The most likely token.
        cls_cosines: The cosine between the last layer's [CLS] vectors with padding and without any.
        logit_changes: The largest absolute change of a logit at the blank.
    """

    pads: int
    probabilities: tuple[float, float]
    top_guesses: tuple[str, str]
    cls_cosines: tuple[float, float]
    logit_changes: tuple[float, float]


@dataclass(frozen=True)
class PaddingCurve:
    """What a model predicts for a masked word as [PAD] tokens are added after its sentence."""

    answer: Candidate
    length: int
    points: tuple[PaddingPoint, ...]
    conditions: Conditions
