"""Which tokens of a sentence are predicted, and what becomes of them: by clicks, by hand, or by a draw."""

from collections.abc import Callable

import streamlit as st

import cache.pretraining
from components.model.results import Tokens
from components.pretraining.model.presets import (
    MASKING_OPENER,
    STEP_BLANK,
    STEP_OPENER,
    STEP_WORD,
    WORKED_OUTCOMES,
    WORKED_REPLACEMENT,
)
from components.pretraining.model.results import BERT_MASKING, Masking, MaskingLoss, TokenCorruption
from pages.parts.layout import rare_settings, settings_place
from pages.parts.links.address import remove_parameter
from pages.parts.links.parameters import SENTENCE
from pages.parts.presenting import hides_controls
from pages.parts.sentence.context import SentenceContext
from pages.parts.sentence.masks import NO_MASKS, PARAMETER, clear_masks, mask_strip, masks_from_link
from pages.parts.settings import number, option, suggested_text, text
from pages.pretraining.draw_number import draw_number

SHARE, TO_MASK, TO_RANDOM = "share", "to-mask", "to-random"  # in the link, in percent
OUTCOME, REPLACEMENT, WORD = "outcome", "replacement", "word"  # in the link


def forget_choices() -> bool:
    """Remove the chosen tokens and what becomes of them; returns whether there were any."""
    outcomes = [name for name in st.query_params if name.startswith(OUTCOME)]
    for name in outcomes:
        remove_parameter(name)
    return clear_masks() or bool(outcomes)


def restore_worked_example() -> None:
    """Set the worked example: its sentence, what becomes of its tokens, and the random token. Call it in a callback."""
    forget_choices()
    st.session_state[SENTENCE] = MASKING_OPENER
    st.session_state[REPLACEMENT] = WORKED_REPLACEMENT


def masked_sentence(context: SentenceContext) -> MaskingLoss | None:
    """The sentence after masking, with the loss on it; None if a blank was typed and no word for it.

    Tokens that were clicked are masked as the settings in the drawer say. Where none was, and no blank was typed, they
    are drawn.

    Raises:
        UserError: A word is not a single token.
    """
    tokens = context.tokens
    default = _default_positions(tokens)
    chosen = masks_from_link(tokens, default)
    mask_strip(tokens, chosen, key="strip", mask_label="predict", adds_to_default=True)
    word = ""
    if tokens.typed_masks:
        word = suggested_text("Word to train", WORD, STEP_WORD if tokens.sentence == STEP_BLANK else "")
        if not word.strip():
            return None
    with rare_settings():
        if chosen or word:
            return _loss_of_chosen(context, tokens, chosen, word)
        masking, drawn = _choose_masking(), draw_number()
        _button("Show the worked example", "worked", restore_worked_example)
    return cache.pretraining.masking_loss(context.model.id, context.sentence, drawn, masking)


def _default_positions(tokens: Tokens) -> tuple[int, ...]:
    """The positions that are chosen in the two sentences that the view is made for."""
    if tokens.sentence == MASKING_OPENER:
        return tuple(WORKED_OUTCOMES)
    if tokens.sentence == STEP_OPENER:
        return tuple(p for p, token in enumerate(tokens.items) if token.text.lower() == STEP_WORD)
    return ()


def _loss_of_chosen(context: SentenceContext, tokens: Tokens, chosen: tuple[int, ...], word: str) -> MaskingLoss:
    """Ask what becomes of each chosen token, and compute the loss."""
    is_worked = tokens.sentence == MASKING_OPENER
    every = list(TokenCorruption)
    outcomes = []
    for position in chosen:
        default = WORKED_OUTCOMES.get(position, TokenCorruption.MASK) if is_worked else TokenCorruption.MASK
        label, name = f"“{tokens.items[position].text}” becomes", f"{OUTCOME}-{position}"
        number_of = option(label, name, [each.value for each in every], default=every.index(default), first=1)
        outcomes.append((position, every[number_of]))
    replacement, drawn = "", 1
    if any(outcome is TokenCorruption.RANDOM for _, outcome in outcomes):
        replacement = text("Random token", REPLACEMENT, WORKED_REPLACEMENT if is_worked else "")
        drawn = drawn if replacement.strip() else draw_number()
    if chosen and not word:
        _button("Choose at random", "at-random", _choose_at_random)
    if not is_worked or dict(outcomes) != WORKED_OUTCOMES or replacement != WORKED_REPLACEMENT:
        _button("Show the worked example", "worked", restore_worked_example)
    return cache.pretraining.chosen_masking_loss(
        context.model.id, context.sentence, tuple(outcomes), replacement=replacement, number=drawn, word=word
    )


def _choose_at_random() -> None:
    st.query_params[PARAMETER] = NO_MASKS


def _button(label: str, key: str, on_click: Callable[[], None]) -> None:
    if not hides_controls():
        with settings_place():
            st.button(label, key=key, on_click=on_click)


def _choose_masking() -> Masking:
    """How many tokens are chosen, and what becomes of them."""
    share = number("Tokens chosen (%)", SHARE, low=5, high=50, default=round(100 * BERT_MASKING.share), step=5)
    to_mask = number(
        "of these: [MASK] (%)", TO_MASK, low=0, high=100, default=round(100 * BERT_MASKING.to_mask), step=5
    )
    left = 100 - to_mask
    default_random = min(round(100 * BERT_MASKING.to_random), left)
    to_random = number("of these: random token (%)", TO_RANDOM, low=0, high=left, default=default_random, step=5)
    if not hides_controls():
        with settings_place():
            st.text(f"of these: unchanged {left - to_random}%")
    return Masking(share / 100, to_mask / 100, to_random / 100)
