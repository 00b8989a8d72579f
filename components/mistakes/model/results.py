"""What the room hands out: frozen results of plain Python."""

from dataclasses import dataclass

from components.model.results import Candidate, Conditions
from components.model.statistics.bootstrap import Interval


@dataclass(frozen=True)
class Row:
    """One line of what came out: a name, and a number or, where it is not a number's affair, words."""

    name: str
    value: float
    figure: str = ""


@dataclass(frozen=True)
class Outcome:
    """What comes out one way.

    Attributes:
        value: The number that tells right from wrong; NaN where that is what comes out.
        rows: What else there is to see.
        error: What Python says where it fails; empty where it does not.
        before_training: ``value`` before any step of training; None where nothing is trained.
    """

    value: float
    rows: tuple[Row, ...]
    error: str = ""
    before_training: float | None = None


@dataclass(frozen=True)
class Comparison:
    """Both ways on one model.

    Attributes:
        right: The right way.
        wrong: The other.
        followed: The piece whose probability ``value`` is, where it is one, as its id and in words.
        conditions: What both were computed under.
        difference: The right way's ``value`` less the wrong way's, with its 95% interval over other draws of what was
            read; None where nothing was resampled.
    """

    right: Outcome
    wrong: Outcome
    followed: tuple[int, str] | None
    conditions: Conditions
    difference: Interval | None = None


@dataclass(frozen=True)
class PaddingPoint:
    """What so many pads behind a sentence do, with the attention mask that leaves them out and without it.

    Attributes:
        pads: How many.
        probabilities: Of the answer followed: with the mask, without.
        top_guesses: The likeliest piece: with the mask, without.
        cls_cosines: Between [CLS] and itself without any pad, in the last layer: with the mask, without.
        logit_changes: The largest difference of a logit at the blank: with the mask, without.
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
