"""The sentence as tiles where nothing is hidden: to read, to edit, and to mark the word that a room is about."""

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
    """The tokens of the sentence; of a pair, of the first.

    Args:
        tokens: The sentence as the model reads it.
        chosen: The position that is marked.
        on_choose: Told the position that a visitor marks, or None, before the page runs again. Without it a click on a
            tile edits it.
        asks: What a click does, for those who do not see it.
    """
    first_sentence = replace(tokens, items=tuple(token for token in tokens.items if token.segment == 0), second=None)
    marked = (
        () if chosen is None or chosen >= len(first_sentence) or first_sentence.items[chosen].special else (chosen,)
    )
    # A mask that was typed is a word like the others here.
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
