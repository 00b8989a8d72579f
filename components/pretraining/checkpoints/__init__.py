"""One blank through the checkpoints of a training, with a slider that plays: a word's curve, and each one's words."""

from collections.abc import Callable, Mapping
from pathlib import Path

import streamlit as st

from components.widgets.canvas import STAGE_STYLE, is_index
from components.widgets.custom_element import custom_element

__all__ = ["checkpoints", "chosen_checkpoint"]

_mount = custom_element("riverbank_checkpoints", Path(__file__).with_name("checkpoints"), base=STAGE_STYLE)


def checkpoints(
    curve: Mapping[str, object], *, count: int, chosen: int, key: str, on_choose: Callable[[int], None]
) -> None:
    """Draw the curve and the slider.

    Args:
        curve: As `components.pretraining.tables.learning.displayed_curve` makes it.
        count: The number of checkpoints.
        chosen: The checkpoint that is shown.
        key: Key of the widget in ``st.session_state``.
        on_choose: Called before the rerun with the checkpoint that was chosen.
    """

    def changed() -> None:
        answer = chosen_checkpoint(st.session_state.get(key), count)
        if answer is not None:
            on_choose(answer)

    data = {**curve, "chosen": chosen}
    _mount(key=key, data=data, taken=lambda: data, on_checkpoint_change=changed)


def chosen_checkpoint(state: object, count: int) -> int | None:
    """The checkpoint in an answer of any shape; None where it is not one of ``count``."""
    checkpoint = getattr(state, "checkpoint", None)
    return checkpoint if is_index(checkpoint, count) else None
