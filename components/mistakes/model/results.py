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
class Side:
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
class Compared:
    """Both ways on one model.

    Attributes:
        right: The right way.
        wrong: The other.
        followed: The piece whose probability ``value`` is, where it is one, as its id and in words.
        conditions: What both were computed under.
        difference: The right way's ``value`` less the wrong way's, with its 95% interval over other draws of what was
            read; None where nothing was resampled.
    """

    right: Side
    wrong: Side
    followed: tuple[int, str] | None
    conditions: Conditions
    difference: Interval | None = None


@dataclass(frozen=True)
class Padded:
    """What so many pads behind a sentence do, with the attention mask that leaves them out and without it.

    Attributes:
        pads: How many.
        probabilities: Of the answer followed: with the mask, without.
        first: The likeliest piece: with the mask, without.
        cosines: Between [CLS] and itself without any pad, in the last layer: with the mask, without.
        apart: The largest difference of a logit at the blank: with the mask, without.
    """

    pads: int
    probabilities: tuple[float, float]
    first: tuple[str, str]
    cosines: tuple[float, float]
    apart: tuple[float, float]


@dataclass(frozen=True)
class PaddingCurve:
    """What a model predicts for a masked word as [PAD] tokens are added after its sentence."""

    answer: Candidate
    length: int
    points: tuple[Padded, ...]
    conditions: Conditions
