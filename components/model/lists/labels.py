"""The labels of a list's sentences, each sentence once."""

from collections.abc import Sequence

from components.model.lists.errors import ListError, ListProblem
from components.model.lists.reader import ListedSentence

LABEL_LENGTH_LIMIT = 40  # characters


def labels_by_text(rows: Sequence[ListedSentence]) -> dict[str, str]:
    """The label of each sentence, in the order of the list; duplicate sentences count once.

    Raises:
        ListError: A label is too long, or a sentence has two labels.
    """
    by_text: dict[str, ListedSentence] = {}
    for row in rows:
        if len(row.value or "") > LABEL_LENGTH_LIMIT:
            raise ListError(ListProblem.LONG_LABEL, line=row.line, limit=LABEL_LENGTH_LIMIT)
        first = by_text.setdefault(row.sentence, row)
        if first.value != row.value:
            raise ListError(ListProblem.CONTRADICTION, line=row.line, first_line=first.line)
    return {text: row.value or "" for text, row in by_text.items()}
