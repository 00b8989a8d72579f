"""A guess before the answer: at which token will the chosen word look most?"""

from components.tables.attention import head_name, token_label
from components.tables.attention_row import row_as_prediction
from pages.attention.chosen import last_word, linked
from pages.attention.reading import Reading
from pages.parts.presenting import guess_first
from pages.parts.reveal import revealed


def guessed(reading: Reading) -> bool:
    """Whether the answer may be shown: nobody is asked to guess, or a guess was made."""
    if not guess_first():
        return True
    chosen = linked(*reading.shape, len(reading.tokens))
    query = last_word(reading) if chosen.query is None else chosen.query
    where, word = head_name(chosen.row, chosen.column), token_label(reading.tokens[query])
    answer = row_as_prediction(reading.trace.tokens, reading.trace.attention[chosen.row, chosen.column, query], query)
    question = f"{reading.name} {where} {query}"
    return revealed(question, answer, key="attention", blank=f"the token that “{word}” looks at most in {where}")
