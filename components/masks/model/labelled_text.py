"""Labelled sentences typed in one line, as "+ I loved this film! | - Waste of time."."""

from components.model.tokens.text_limits import check_text, is_visually_empty
from components.model.user_errors import UserError

SEPARATOR = "|"
MARKS = {"-": 0, "−": 0, "–": 0, "+": 1}
SENTENCE_LIMIT = 40
TUTORIAL_SENTENCES = (
    "+ I loved this film! | - Absolutely terrible. | + Best movie ever. | - Waste of time. | "
    "+ This is a masterpiece! | - Completely boring. | + This movie was absolutely fantastic!"
)


def labelled_sentences(line: str) -> tuple[tuple[str, int], ...]:
    """The sentences of a line with their labels: 0 after "-", 1 after "+".

    Raises:
        UserError: A sentence has no sign or no text, or there are none or too many.
    """
    sentences = []
    for part in filter(None, (part.strip() for part in check_text(line).split(SEPARATOR))):
        mark, text = part[0], part[1:].strip()
        if mark not in MARKS or is_visually_empty(text):
            raise UserError(
                f"Start each sentence with + (positive) or - (negative), and put {SEPARATOR} between two sentences."
            )
        sentences.append((text, MARKS[mark]))
    if not sentences:
        raise UserError("Type a sentence with + (positive) or - (negative) in front of it.")
    if len(sentences) > SENTENCE_LIMIT:
        raise UserError(f"These are {len(sentences)} sentences; the limit is {SENTENCE_LIMIT}.")
    return tuple(sentences)
