"""Positions: how a model knows where a token is, and what changes when the order does."""

from pages.parts.frame import RoomPage
from pages.parts.model_choice import choose_any_model
from pages.parts.modes import Mode
from pages.parts.rooms import POSITIONS
from pages.parts.veils import veiled_bars
from pages.positions.inputs import (
    BOX,
    BY_HAND,
    ORDER,
    TABLES,
    positions_context,
    show_precomputed,
)
from pages.positions.modes import by_hand, order, tables

PAGE = RoomPage(
    POSITIONS,
    lead=(
        "On its own, attention sees a bag of words without order. So every model needs positions: a learned table, "
        "sines and cosines, rotation (RoPE) or a penalty for distance (ALiBi)."
    ),
    examples=BOX.examples,
    modes=(
        Mode(ORDER, order.show, veil=veiled_bars("Before", "After")),
        Mode(TABLES, tables.show, shows_notice=False, reads_sentence=False),
        Mode(BY_HAND, by_hand.show, shows_notice=False),
    ),
    choose_models=choose_any_model,
    read_inputs=BOX.draw_with_examples,
    context=positions_context,
    precomputed=show_precomputed,
    sentence=BOX,
)

if __name__ == "__main__":
    PAGE.draw()
