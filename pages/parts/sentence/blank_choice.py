"""Which of several blanks a way of asking is about, and which word to follow there."""

import cache.blanks
from components.model.blanks.results import PossibleAnswer
from components.model.user_errors import NothingMasked
from pages.parts.sentence.context import BlankContext
from pages.parts.settings import choice


def choose_blank(context: BlankContext, *, key: str) -> int:
    """The position of the blank asked about; a list where there are several.

    Raises:
        NothingMasked: There is none.
    """
    if not context.blanks:
        raise NothingMasked
    if len(context.blanks) == 1:
        return context.blanks[0]
    labels = [_blank_label(context, number, position) for number, position in enumerate(context.blanks, 1)]
    return context.blanks[labels.index(choice("Which blank?", f"{key}-blank", labels, drawn_as="list"))]


def choose_answer(context: BlankContext, position: int, *, key: str, hidden_first: bool = False) -> PossibleAnswer:
    """The word followed at a blank: the model's first choice, unless a visitor names another.

    With ``hidden_first`` it is the word that stood there, where one was hidden.
    """
    options = cache.blanks.possible_answers(context.model.id, context.sentence, context.masked, position)
    if hidden_first:
        options = tuple(sorted(options, key=lambda option: not option.hidden))
    labels = [
        f"{option.rank:,}. {answer_label(option)}" + (" (the hidden word)" if option.hidden else "")
        for option in options
    ]
    return options[labels.index(choice("Which word to follow?", f"{key}-answer", labels, drawn_as="list"))]


def answer_label(answer: PossibleAnswer) -> str:
    """A word as it is shown: a piece that goes on with the word before it begins with an ellipsis."""
    return f"…{answer.text}" if answer.continues else answer.text


def _blank_label(context: BlankContext, number: int, position: int) -> str:
    token = context.tokens.items[position]
    return f"blank {number}" if token.typed_mask else f"blank {number} (“{token.text}”)"
