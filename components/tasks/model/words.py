"""A label for every word: which pieces are asked, and what they say."""

from components.model.checkpoints.open_model import OpenModel
from components.model.results import Token, Tokens
from components.tasks.model.head import Head
from components.tasks.model.heads import vectors_of
from components.tasks.model.word_results import Word, WordsReading


def read_words(opened: OpenModel, tokens: Tokens, head: Head) -> WordsReading:
    """Ask a head about every piece of a text."""
    (vectors,) = vectors_of(opened, [tokens])
    scores = head.scores(vectors)
    return WordsReading(
        tokens,
        head.spec,
        words_of(tokens),
        scores,
        head.probabilities(scores),
        width=vectors.shape[1],
        conditions=opened.conditions,
    )


def words_of(tokens: Tokens) -> tuple[Word, ...]:
    """The words as the tokenizer cuts them before it cuts pieces; marks are none."""
    groups: list[list[tuple[int, Token]]] = []
    for position, token in enumerate(tokens.items):
        if token.special:
            continue
        if token.continues and groups:
            groups[-1].append((position, token))
        else:
            groups.append([(position, token)])
    text = tokens.sentence
    return tuple(
        Word(text[of[0][1].start : of[-1][1].end], of[0][1].start, of[-1][1].end, tuple(position for position, _ in of))
        for of in groups
    )
