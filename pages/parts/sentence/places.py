"""The tokens of the page's sentence as places that an audience can point at."""

from collections import Counter
from collections.abc import Sequence

import cache.engine
from components.classroom.entries import LABEL_LIMIT, clean_text
from components.tables.attention_weights import token_label
from pages.parts.sentence.context import SentenceContext
from pages.parts.sentence.masks import masks_from_link

MASK_LABEL = "[MASK]"


def sentence_places(context: SentenceContext) -> tuple[str, ...]:
    """The names of all tokens, special ones included, each name once. A masked word stays hidden.

    Raises:
        UserError: The model cannot read the sentence.
    """
    tokens = cache.engine.tokens(context.model.id, context.sentence)
    masked = {*masks_from_link(tokens), *tokens.typed_masks}
    return place_names(
        [MASK_LABEL if position in masked else token_label(token) for position, token in enumerate(tokens.items)]
    )


def place_names(labels: Sequence[str]) -> tuple[str, ...]:
    """A name for each token: its label, with the token's number, from 1, if others have the same or it is invisible."""
    names = [clean_text(label, LABEL_LIMIT) for label in labels]
    counts = Counter(names)
    return tuple(
        name if name and counts[name] == 1 else f"{name} (token {number})".lstrip()
        for number, name in enumerate(names, 1)
    )
