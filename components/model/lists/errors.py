"""Why a visitor's list cannot be used, as a code with its values: a page words it."""

from enum import StrEnum

from components.model.user_errors import UserError


class ListProblem(StrEnum):
    """What is wrong with a list. The values that each comes with stand behind it."""

    NOT_TEXT = "not text"
    TOO_LARGE = "too large"  # limit, in bytes
    TOO_MANY_SENTENCES = "too many sentences"  # count, limit
    EMPTY = "empty"
    DAMAGED_JSON = "damaged JSON"  # line
    MISSING_LABEL = "missing label"  # line
    LONG_LABEL = "long label"  # line, limit
    CONTRADICTION = "two labels for one sentence"  # line, first_line
    TOO_FEW_SENTENCES = "too few sentences"  # count, limit
    ONE_LABEL = "one label"
    TOO_MANY_LABELS = "too many labels"  # count, limit
    RARE_LABEL = "rare label"  # label, count, limit


class ListError(UserError):
    """A list cannot be used.

    Attributes:
        problem: Why.
        values: The numbers and words that belong to it; a line is counted from 1, as the file has it.
    """

    def __init__(self, problem: ListProblem, **values: int | str) -> None:
        self.problem, self.values = problem, values
        details = ", ".join(f"{name} {value}" for name, value in values.items())
        super().__init__(f"{problem}: {details}" if details else str(problem))
