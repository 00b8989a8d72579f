"""The choice of one of several blanks, and of the word whose probability is followed there."""

import cache.shared.blanks
from components.model.blanks.results import PossibleAnswer
from components.model.user_errors import NothingMasked
from components.tables.phrases import word_label
from pages.parts.sentence.context import BlankContext
from pages.parts.settings import choice


def choose_blank(context: BlankContext, *, key: str) -> int:
    """The token position of the chosen blank; draws a list if there are several.

    Raises:
        NothingMasked: The sentence has no blank.
    """
    if not context.blanks:
        raise NothingMasked
    if len(context.blanks) == 1:
        return context.blanks[0]
    labels = [_blank_label(context, number, position) for number, position in enumerate(context.blanks, 1)]
    return context.blanks[labels.index(choice("Which blank?", f"{key}-blank", labels, drawn_as="list"))]


def choose_answer(context: BlankContext, position: int, *, key: str, hidden_first: bool = False) -> PossibleAnswer:
    """Draw the list of words that can be followed at a blank; returns the chosen one.

    Args:
        context: The sentence.
        position: The token position of the blank.
        key: Prefix of the widget's key.
        hidden_first: Whether the hidden word is the default, not the model's top word.
    """
    options = cache.shared.blanks.possible_answers(context.model.id, context.sentence, context.masked, position)
    if hidden_first:
        options = tuple(sorted(options, key=lambda option: not option.hidden))
    labels = [
        f"{option.rank:,}. {word_label(option)}" + (" (the hidden word)" if option.hidden else "") for option in options
    ]
    return options[labels.index(choice("Which word to follow?", f"{key}-answer", labels, drawn_as="list"))]


def _blank_label(context: BlankContext, number: int, position: int) -> str:
    token = context.tokens.items[position]
    return f"blank {number}" if token.typed_mask else f"blank {number} (“{token.text}”)"
