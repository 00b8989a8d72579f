"""Sentences with one blank each, and what a model answers to them."""

from dataclasses import dataclass


@dataclass(frozen=True)
class ListItem:
    """A sentence with one blank, and the right word if it is known."""

    sentence: str
    word: str | None


@dataclass(frozen=True)
class ListRow:
    """A model's answer to one item.

    ``word_rank`` and ``word_probability`` are of the right word, over the whole vocabulary; None where there is none
    or where it is more than one piece. ``problem`` says in words what could not be done.
    """

    sentence: str
    word: str | None
    first_choice: str | None
    first_probability: float | None
    word_probability: float | None
    word_rank: int | None
    problem: str | None
