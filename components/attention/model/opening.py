"""The head that a sentence opens with: of an example, the one in which its word looks most at the word that decides."""

from components.model.results import Trace


def opening_head(trace: Trace, looks: tuple[str, str] | None) -> tuple[int, int, int | None]:
    """Layer, head, and the position of the word that looks.

    Args:
        trace: The sentence.
        looks: A word and one that it may look at, whatever the case of their letters; the first head opens, and no word
            is chosen, where nothing is given or either is not a token of the sentence.
    """
    texts = [token.text.casefold() for token in trace.tokens.items]
    words = [word.casefold() for word in looks or ()]
    if not words or not set(words) <= set(texts):
        return 0, 0, None
    query, key = (texts.index(word) for word in words)
    weights = trace.attention[:, :, query, key]  # (layer, head)
    layer, head = divmod(int(weights.argmax()), weights.shape[1])
    return layer, head, query
