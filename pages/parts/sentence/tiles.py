"""The sentence as tiles in rooms without masks: to read, to edit, and to select a word."""

from collections.abc import Callable
from dataclasses import replace

from components.model.results import Tokens
from components.widgets.token_strip import token_strip
from pages.parts.layout import BOX, tiles_place
from pages.parts.sentence.masks import clicked_positions, note_typed_specials, token_chips

_KEY = "words"


def word_tiles(
    tokens: Tokens, chosen: int | None = None, on_choose: Callable[[int | None], None] | None = None, *, asks: str = ""
) -> None:
    """Draw the tokens of the sentence; of a pair, of the first sentence.

    Args:
        tokens: The sentence as the model reads it.
        chosen: The selected position.
        on_choose: Called with the position that the visitor selects, or None, before the rerun. Without it, a click
            on a tile edits the sentence.
        asks: What a click does, for screen readers.
    """
    first_sentence = replace(tokens, items=tuple(token for token in tokens.items if token.segment == 0), second=None)
    marked = (
        () if chosen is None or chosen >= len(first_sentence) or first_sentence.items[chosen].special else (chosen,)
    )
    # A typed mask is a word like the others here.
    plain = replace(first_sentence, items=tuple(replace(token, typed_mask=False) for token in first_sentence.items))
    chips = token_chips(plain, marked)
    callback = on_choose

    def toggled() -> None:
        positions = clicked_positions(tokens, chips, key=_KEY)
        if positions is not None and callback is not None:
            callback(positions[-1] if positions else None)

    note_typed_specials(tokens)
    with tiles_place():
        if callback is None:
            token_strip(chips, key=_KEY, box=BOX, kind="read", asks=asks or "click one to edit it")
        else:
            token_strip(chips, key=_KEY, on_toggle=toggled, box=BOX, kind="mark", asks=asks)
