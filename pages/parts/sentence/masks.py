"""Which words of the sentence a visitor has masked. The link holds them, and nothing else does."""

from collections.abc import Sequence

import streamlit as st

from components.model.results import Token, Tokens
from components.widgets.token_strip import Chip, ChipState, masked_positions, token_strip
from pages.parts.layout import BOX, note, tiles_place
from pages.parts.sentence.box import SENTENCE

PARAMETER = "mask"
_SEPARATOR = "-"
NO_MASKS = "none"  # in a link to a sentence that would otherwise begin with something masked


def masks_from_link(tokens: Tokens, default: tuple[int, ...] = ()) -> tuple[int, ...]:
    """The masked positions the link names; what does not fit this sentence is left out, and said.

    Args:
        tokens: The sentence.
        default: What is masked where the link says nothing about it.
    """
    linked = st.query_params.get(PARAMETER)
    if not linked:
        return default
    if linked == NO_MASKS:
        return ()
    named = {int(part) if part.isdecimal() and len(part) < 6 else -1 for part in linked.split(_SEPARATOR)}
    fitting = tuple(sorted(named & set(tokens.maskable)))
    if len(fitting) < len(named):
        st.caption("Part of the link did not fit this sentence and was left out. Click a word to mask it.")
    return fitting


def write_masks(positions: Sequence[int]) -> None:
    """Put masked positions into the link."""
    if positions:
        st.query_params[PARAMETER] = _SEPARATOR.join(map(str, positions))
    else:
        st.query_params.pop(PARAMETER, None)


def clear_masks() -> bool:
    """Another sentence has nothing hidden. Says whether there was anything."""
    had_some = PARAMETER in st.query_params
    write_masks(())
    return had_some


def mask_strip(
    tokens: Tokens, masked: tuple[int, ...], *, key: str, link_when_empty: bool = False, mask_label: str = "[MASK]"
) -> None:
    """The sentence's tokens, to click on.

    Args:
        tokens: The sentence.
        masked: What is masked.
        key: The widget's key.
        link_when_empty: Whether a link without masks says so, since something would be masked otherwise.
        mask_label: What a masked token shows above its word.
    """
    chips = token_chips(tokens, masked)

    def toggled() -> None:
        positions = clicked_positions(tokens, chips, key=key)
        if positions is not None:
            write_masks(positions)
            if link_when_empty and not positions:
                st.query_params[PARAMETER] = NO_MASKS

    with tiles_place():
        token_strip(chips, key=key, on_toggle=toggled, box=BOX, face=mask_label)
    note_typed_specials(tokens)


def note_typed_specials(tokens: Tokens) -> None:
    """Say that a "[CLS]" or "[SEP]" which somebody typed is a special token, where there is one."""
    names = tokens.typed_specials
    if not names:
        return
    quoted = " and ".join(f"“{name}”" for name in names)
    as_what = "is read as a special token" if len(names) == 1 else "are read as special tokens"
    added = {token.text for token in tokens.items if token.special}
    twice = added & set(names)
    note(f"{quoted} {as_what}, {'in addition to the tokenizer’s own' if twice else 'not as letters'}.")


def clicked_positions(tokens: Tokens, chips: Sequence[Chip], *, key: str) -> tuple[int, ...] | None:
    """What is marked in a strip after a click, for its ``on_toggle``.

    None where the click is about a sentence that is not there any more: one may have been typed before it arrived.
    """
    typed: str = st.session_state.get(SENTENCE, tokens.sentence)
    return masked_positions(key, chips) if typed.strip() == tokens.sentence.strip() else None


def token_chips(tokens: Tokens, masked: tuple[int, ...]) -> list[Chip]:
    """A chip a token."""
    return [
        Chip(
            token.text,
            position,
            _state(token, masked=position in masked),
            token.continues,
            token.start,
            token.end,
        )
        for position, token in enumerate(tokens.items)
    ]


def _state(token: Token, *, masked: bool) -> ChipState:
    if masked:
        return "masked"
    return "typed" if token.typed_mask else "special" if token.special else "plain"
