"""The tokens that the visitor has masked. The link alone holds them."""

from collections.abc import Sequence

import streamlit as st

from components.model.results import Token, Tokens
from components.tables.phrases import by_count
from components.widgets.token_strip import Chip, ChipState, masked_positions, token_strip
from pages.parts.layout import BOX, note, tiles_place
from pages.parts.links.parameters import SENTENCE

PARAMETER = "mask"
_SEPARATOR = "-"
NO_MASKS = "none"  # in a link, for sentences that have a mask by default


def masks_from_link(tokens: Tokens, default: tuple[int, ...] = ()) -> tuple[int, ...]:
    """The masked positions in the link. Positions that do not fit the sentence are dropped, with a message.

    Args:
        tokens: The sentence.
        default: The masked positions if the link names none.
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
    """Write masked positions into the link."""
    if positions:
        st.query_params[PARAMETER] = _SEPARATOR.join(map(str, positions))
    else:
        st.query_params.pop(PARAMETER, None)


def clear_masks() -> bool:
    """Remove the masks from the link; returns whether there were any."""
    had_some = PARAMETER in st.query_params
    write_masks(())
    return had_some


def mask_strip(
    tokens: Tokens, masked: tuple[int, ...], *, key: str, link_when_empty: bool = False, mask_label: str = "[MASK]"
) -> None:
    """Draw the sentence's tokens, which mask and unmask by click.

    Args:
        tokens: The sentence.
        masked: The masked positions.
        key: The widget's key.
        link_when_empty: Whether "no masks" is written into the link, for sentences that have a mask by default.
        mask_label: Shown above the word of a masked token.
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
    """Write a note if the visitor typed special tokens such as "[CLS]" or "[SEP]"."""
    names = tokens.typed_specials
    if not names:
        return
    quoted = " and ".join(f"“{name}”" for name in names)
    as_what = by_count(len(names), "is read as a special token", "are read as special tokens")
    added = {token.text for token in tokens.items if token.special}
    twice = added & set(names)
    note(f"{quoted} {as_what}, {'in addition to the tokenizer’s own' if twice else 'not as letters'}.")


def clicked_positions(tokens: Tokens, chips: Sequence[Chip], *, key: str) -> tuple[int, ...] | None:
    """The marked positions of a strip after a click, for its ``on_toggle``.

    None if the click was on a previous sentence: another one may have been typed before the click arrived.
    """
    typed: str = st.session_state.get(SENTENCE, tokens.sentence)
    return masked_positions(key, chips) if typed.strip() == tokens.sentence.strip() else None


def token_chips(tokens: Tokens, masked: tuple[int, ...]) -> list[Chip]:
    """One chip per token."""
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
