"""What comes out of filling several blanks."""

from dataclasses import dataclass

from components.model.results import Candidate, Conditions, Tokens


@dataclass(frozen=True)
class Fill:
    """One piece for every blank, in the order of the sentence.

    The probability of each piece is the one given all blanks before it filled and those after it masked;
    ``log_probability`` is the sum of their natural logarithms.
    """

    candidates: tuple[Candidate, ...]
    log_probability: float


@dataclass(frozen=True)
class JointFill:
    """Two ways to fill the blanks of a sentence.

    ``alone`` holds each blank's first choice with its probability while every other blank is masked; ``independent`` is
    the same fill, scored as the joint ones are; ``joint`` are the best fills found, the best first, by a beam search
    that kept ``width`` beginnings.
    """

    tokens: Tokens
    blanks: tuple[int, ...]
    first_choices: tuple[Candidate, ...]
    independent: Fill
    joint: tuple[Fill, ...]
    width: int
    conditions: Conditions
