"""The guessing game of the room: which token does the chosen word attend to most?"""

from components.attention.tables.row import row_as_prediction
from components.tables.labels import head_name, token_label
from pages.attention.context import AttentionContext
from pages.attention.selection import current_selection, default_word
from pages.parts.lecture.reveal import guess_then_reveal
from pages.parts.presenting import asks_for_guess


def may_show_answer(context: AttentionContext) -> bool:
    """Whether the answer may be shown: guessing is off, or a guess was made."""
    if not asks_for_guess():
        return True
    selected = current_selection(context)
    query = default_word(context) if selected.query is None else selected.query
    where, word = head_name(selected.row, selected.column), token_label(context.tokens[query])
    answer = row_as_prediction(
        context.trace.tokens, context.trace.attention[selected.row, selected.column, query], query
    )
    question = f"{context.name} {where} {query}"
    blank = f"the token that “{word}” attends to most in {where}"
    sentence = f"{context.sentence} {context.second}".strip()
    return guess_then_reveal(question, answer, key="attention", blank=blank, sentence=sentence)
