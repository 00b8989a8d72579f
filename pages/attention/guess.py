"""A guess before the answer: which token does the chosen word attend to most?"""

from components.attention.tables.row import row_as_prediction
from components.tables.labels import head_name, token_label
from pages.attention.context import AttentionContext
from pages.attention.selection import current_selection, default_word
from pages.parts.lecture.reveal import guess_then_reveal
from pages.parts.presenting import asks_for_guess


def may_show_answer(at: AttentionContext) -> bool:
    """Whether the answer may be shown: nobody is asked to guess, or a guess was made."""
    if not asks_for_guess():
        return True
    chosen = current_selection(at)
    query = default_word(at) if chosen.query is None else chosen.query
    where, word = head_name(chosen.row, chosen.column), token_label(at.tokens[query])
    answer = row_as_prediction(at.trace.tokens, at.trace.attention[chosen.row, chosen.column, query], query)
    question = f"{at.name} {where} {query}"
    blank = f"the token that “{word}” attends to most in {where}"
    sentence = f"{at.sentence} {at.second}".strip()
    return guess_then_reveal(question, answer, key="attention", blank=blank, sentence=sentence)
