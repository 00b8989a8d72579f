"""Errors of visitors' lists, as a code with values. Pages word the messages."""

from enum import StrEnum

from components.model.user_errors import UserError


class ListProblem(StrEnum):
    """What is wrong with a list. Comments name the values that come with each problem."""

    NOT_TEXT = "not text"
    TOO_LARGE = "too large"  # limit, in bytes
    TOO_MANY_SENTENCES = "too many sentences"  # count, limit
    EMPTY = "empty"
    DAMAGED_JSON = "damaged JSON"  # line
    UNKNOWN_JSON = "no table in JSON"
    MISSING_LABEL = "missing label"  # line
    MISSING_SEPARATOR = "missing separator"  # line, separator
    LONG_LABEL = "long label"  # line, limit
    CONTRADICTION = "two labels for one sentence"  # line, first_line
    TOO_FEW_SENTENCES = "too few sentences"  # count, limit
    ONE_LABEL = "one label"
    TOO_MANY_LABELS = "too many labels"  # count, limit
    RARE_LABEL = "rare label"  # label, count, limit


class ListError(UserError):
    """A list cannot be used.

    Attributes:
        problem: The reason.
        values: Its numbers and words; lines are numbered from 1.
    """

    def __init__(self, problem: ListProblem, **values: int | str) -> None:
        self.problem, self.values = problem, values
        details = ", ".join(f"{name} {value}" for name, value in values.items())
        super().__init__(f"{problem}: {details}" if details else str(problem))
