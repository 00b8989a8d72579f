"""The tokens that are masked: those in the link, or one that a view hides because it needs a blank.

Words that a visitor has hidden go along to the next room. They are kept as places in the text, since models cut it in
different ways.
"""

from collections.abc import Sequence

import streamlit as st

from components.model.results import Token, Tokens
from components.model.tokens.function_words import last_content_word
from components.tables.phrases import by_count
from components.widgets.token_strip import Chip, ChipState, masked_positions, token_strip
from pages.parts.layout import BOX, note, tiles_place
from pages.parts.links.carried_over import carried_spans, save_spans
from pages.parts.links.parameters import SENTENCE, TOUR
from pages.parts.markdown import escape_markdown
from pages.parts.presenting import hides_controls

PARAMETER = "mask"
_SEPARATOR = "-"
NO_MASKS = "none"  # in a link: the visitor wants none, not even what is masked by default


def masks_from_link(tokens: Tokens, default: tuple[int, ...] = (), *, needs_blank: bool = False) -> tuple[int, ...]:
    """The masked positions in the link. Positions that do not fit the sentence are dropped, with a message.

    Args:
        tokens: The sentence.
        default: The masked positions if the link names none.
        needs_blank: Whether the view shows nothing without a blank: in a sentence that has none, the last content word
            is masked, and a line says so.
    """
    _take_along(tokens)
    linked = st.query_params.get(PARAMETER)
    if not linked:
        save_spans(tokens.sentence, ())
        return default or (_hidden_word(tokens) if needs_blank else ())
    positions = () if linked == NO_MASKS else _fitting(linked, tokens)
    save_spans(tokens.sentence, [(tokens.items[each].start, tokens.items[each].end) for each in positions])
    return positions


def _take_along(tokens: Tokens) -> None:
    """Mask the words that the visitor has hidden in this sentence in the last room."""
    spans = () if TOUR in st.query_params else carried_spans(tokens.sentence)  # a stop is what its link says
    if spans and PARAMETER not in st.query_params:
        items = tokens.items
        write_masks(
            [
                position
                for position in tokens.maskable
                if any(items[position].start < end and start < items[position].end for start, end in spans)
            ]
        )


def _hidden_word(tokens: Tokens) -> tuple[int, ...]:
    """The position of the word that is hidden in a sentence without a blank, with a line about it."""
    position = None if tokens.typed_masks else last_content_word(tokens)
    if position is None:
        return ()
    if not hides_controls():
        word = escape_markdown(tokens.items[position].text)
        st.caption(f"“{word}” is hidden: this view needs a blank. Click another word to hide that one instead.")
    return (position,)


def _fitting(linked: str, tokens: Tokens) -> tuple[int, ...]:
    """The positions in a link that can be masked."""
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
    tokens: Tokens, masked: tuple[int, ...], *, key: str, mask_label: str = "[MASK]", adds_to_default: bool = False
) -> None:
    """Draw the sentence's tokens, which mask and unmask by click.

    Args:
        tokens: The sentence.
        masked: The masked positions.
        key: The widget's key.
        mask_label: Shown above the word of a masked token.
        adds_to_default: Whether a click on another token keeps the word that is masked in a sentence without a blank.
    """
    chips = token_chips(tokens, masked)

    def toggled() -> None:
        positions = clicked_positions(tokens, chips, key=key)
        if positions is None:
            return
        if not adds_to_default and PARAMETER not in st.query_params and masked == (last_content_word(tokens),):
            positions = tuple(position for position in positions if position not in masked)
        write_masks(positions)
        if masked and not positions:
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
