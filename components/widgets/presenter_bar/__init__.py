"""The bar at the foot of a page in projector mode: room, mode, example, and the presenter's keys.

A presenter's clicker sends Page up and Page down. Keys that the focused element uses itself are not handled.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import streamlit as st

from components.widgets.custom_element import custom_element

__all__ = ["Bar", "presenter_bar"]

_mount = custom_element("riverbank_presenter_bar", Path(__file__).with_name("presenter_bar"))


@dataclass(frozen=True)
class Bar:
    """The content of the bar.

    Attributes:
        room: The room's title.
        modes: The names of its modes, which the keys from 1 choose.
        mode: The index of the current mode.
        example: The position of the current example, in words; empty if there are no examples.
        keys: The keys, in words.
        reveals: Whether there is an answer to reveal.
    """

    room: str
    modes: Sequence[str]
    mode: int
    example: str
    keys: str
    reveals: bool


def presenter_bar(
    bar: Bar,
    *,
    key: str,
    on_step: Callable[[int], None],
    on_mode: Callable[[int], None],
    on_reveal: Callable[[], None],
    on_leave: Callable[[], None],
) -> int:
    """Draw the bar, and handle the keys.

    Args:
        bar: Its content.
        key: The widget's key.
        on_step: Called before the rerun with -1 for the previous example or 1 for the next.
        on_mode: Called before the rerun with the index of the chosen mode.
        on_reveal: Called before the rerun when the answer is to be shown.
        on_leave: Called when projector mode is to end.

    Returns:
        The number of rooms to go on: -1, 0 or 1.
    """

    def answer(name: str) -> object:
        return getattr(st.session_state.get(key), name, None)

    def stepped() -> None:
        step = answer("step")
        if step in (-1, 1):
            on_step(-1 if step == -1 else 1)

    def chosen() -> None:
        mode = answer("mode")
        if type(mode) is int and 0 <= mode < len(bar.modes):  # `type`: True is an int to isinstance
            on_mode(mode)

    def revealed() -> None:
        if answer("reveal") is True:
            on_reveal()

    state = _mount(
        key=key,
        data={**asdict(bar), "modes": list(bar.modes)},
        on_step_change=stepped,
        on_mode_change=chosen,
        on_reveal_change=revealed,
        on_room_change=lambda: None,
        on_leave_change=lambda: None,
    )
    if answer("leave") is True:
        on_leave()
    step = state.get("room") if isinstance(state, Mapping) else getattr(state, "room", None)
    return step if type(step) is int and step in (-1, 1) else 0
