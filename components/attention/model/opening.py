"""The head that is shown first for a sentence, chosen for the word that the sentence is about."""

from components.model.results import Floats, Trace

NEIGHBOURS = 2  # tokens to either side: heads that attend by position alone have their largest weights there


def opening_head(trace: Trace, word_pair: tuple[str, str] | None) -> tuple[int, int, int | None]:
    """Layer, head, and the position of the query token.

    Args:
        trace: The sentence.
        word_pair: A word and one that it may attend to, in any case. If None, or if either is not a token of the
            sentence, the first head is returned without a word.
    """
    texts = [token.text.casefold() for token in trace.tokens.items]
    words = [word.casefold() for word in word_pair or ()]
    if not words or not set(words) <= set(texts):
        return 0, 0, None
    query, key = (texts.index(word) for word in words)
    return *_argmax(trace.attention[:, :, query, key]), query


def strongest_head(trace: Trace, query: int) -> tuple[int, int] | None:
    """The layer and the head in which a token attends most to another word of the sentence.

    Special tokens, punctuation, further occurrences of the same word and the next :data:`NEIGHBOURS` tokens do not
    count: some heads attend to those in every sentence. Neighbours do count where the sentence has no other words.

    Args:
        trace: The sentence.
        query: The token that attends, from 0.

    Returns:
        None where the sentence has no other word.
    """
    others = _other_words(trace, query)
    return _argmax(trace.attention[:, :, query, others].max(axis=-1)) if others else None


def strongest_key(trace: Trace, query: int) -> int | None:
    """The word that a token attends to most in any head, by the rules of :func:`strongest_head`; None without one."""
    others = _other_words(trace, query)
    return others[int(trace.attention[:, :, query, others].max(axis=(0, 1)).argmax())] if others else None


def _other_words(trace: Trace, query: int) -> list[int]:
    items = trace.tokens.items
    word = items[query].text.casefold()
    others = [
        key
        for key, token in enumerate(items)
        if not token.special and token.text.strip("#▁Ġ").isalnum() and token.text.casefold() != word
    ]
    return [key for key in others if abs(key - query) > NEIGHBOURS] or others


def _argmax(weights: Floats) -> tuple[int, int]:
    """Layer and head of the largest weight. *Shape:* (layer, head)."""
    layer, head = divmod(int(weights.argmax()), weights.shape[1])
    return layer, head
