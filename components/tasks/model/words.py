"""Tag every word of a text."""

from components.model.checkpoints.open_model import OpenModel
from components.model.results import Token, Tokens
from components.tasks.model.head import Head
from components.tasks.model.heads import encode_texts
from components.tasks.model.word_results import TaggedWord, WordsReading


def tag_words(opened: OpenModel, tokens: Tokens, head: Head) -> WordsReading:
    """Apply a head to every token of a text."""
    (vectors,) = encode_texts(opened, [tokens])
    scores = head.scores(vectors)
    return WordsReading(
        tokens,
        head.spec,
        split_words(tokens),
        scores,
        head.probabilities(scores),
        width=vectors.shape[1],
        conditions=opened.conditions,
    )


def split_words(tokens: Tokens) -> tuple[TaggedWord, ...]:
    """Group tokens into words, as the tokenizer splits them before word pieces; special tokens are left out."""
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
        TaggedWord(
            text[group[0][1].start : group[-1][1].end],
            group[0][1].start,
            group[-1][1].end,
            tuple(position for position, _ in group),
        )
        for group in groups
    )
