"""A visitor's score in a tour, kept in the link: one letter a stop, so that it goes along and needs no account."""

from dataclasses import dataclass

import streamlit as st

from components.tours.quiz import QUIZ_LENGTH
from components.tours.tour import STOP_LIMIT
from pages.parts.links.parameters import SCORE

RIGHT, WRONG, UNANSWERED = "r", "w", "-"


@dataclass(frozen=True)
class Score:
    """How many questions of a tour were answered, and how many of them correctly."""

    right: int
    answered: int

    def __str__(self) -> str:
        return f"{self.right} of {self.answered}"


def read_score(begin: int = 0, end: int | None = None) -> Score:
    """The score in the link.

    Args:
        begin: The index of the first stop that counts.
        end: The index after the last one; None for all.
    """
    marks = _marks()[begin:end]
    return Score(marks.count(RIGHT), marks.count(RIGHT) + marks.count(WRONG))


def record_answer(index: int, *, right: bool) -> None:
    """Record whether the answer at the stop with this index was right; the first answer counts."""
    marks = _marks().ljust(index + 1, UNANSWERED)
    if marks[index] == UNANSWERED:
        st.query_params[SCORE] = marks[:index] + (RIGHT if right else WRONG) + marks[index + 1 :]


def recorded_answer(index: int) -> bool | None:
    """Whether the answer that counts at the stop with this index was right; None if there is none."""
    return {RIGHT: True, WRONG: False}.get(_marks()[index : index + 1])


def _marks() -> str:
    text = st.query_params.get(SCORE, "")
    return text if set(text) <= {RIGHT, WRONG, UNANSWERED} and len(text) <= STOP_LIMIT + QUIZ_LENGTH else ""
