"""The two sentences whose words are compared at first, and which words of two sentences are compared by default."""

from components.model.tokens.function_words import FUNCTION_WORDS
from components.probing.model.sentences import word_spans

FIRST_SENTENCE = "They walked along the bank of the river."
SECOND_SENTENCE = "The bank lent them the money."


def default_words(first: str, second: str) -> tuple[int, int]:
    """The indices of the words to compare: a content word that both sentences have, or else the first of each.

    Args:
        first: A sentence with at least one word.
        second: Another.
    """
    words, others = _forms(first), _forms(second)
    for word in words:
        if word in others and word not in FUNCTION_WORDS:
            return words.index(word), others.index(word)
    return _first_content_word(words), _first_content_word(others)


def _forms(sentence: str) -> list[str]:
    return [sentence[start:end].casefold() for start, end in word_spans(sentence)]


def _first_content_word(words: list[str]) -> int:
    return next((index for index, word in enumerate(words) if word not in FUNCTION_WORDS), 0)
