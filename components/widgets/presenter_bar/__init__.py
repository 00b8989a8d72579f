"""The bar at the foot of a projected page: the room, its modes, the example, and the keys that lead to others.

A presenter's clicker sends Page up and Page down. Keys that an element in focus uses itself are left to it.
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
    """What the bar says.

    Attributes:
        room: Its title.
        modes: The names of its modes, which the keys from 1 choose.
        mode: Which is shown, from 0.
        example: Which example stands there; empty where there is none to step through.
        keys: The keys, in words.
        reveals: Whether there is an answer to be revealed.
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
) -> int:
    """Draw the bar, and listen to the keys.

    Args:
        bar: What it says.
        key: The widget's key.
        on_step: Called before the rerun with -1 for the example before and 1 for the next.
        on_mode: The same with the number of a mode, from 0.
        on_reveal: The same where the answer is to be shown.

    Returns:
        How many rooms to go on: -1, 0 or 1.
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

    found = _mount(
        key=key,
        data={**asdict(bar), "modes": list(bar.modes)},
        on_step_change=stepped,
        on_mode_change=chosen,
        on_reveal_change=revealed,
        on_room_change=lambda: None,
    )
    step = found.get("room") if isinstance(found, Mapping) else getattr(found, "room", None)
    return step if type(step) is int and step in (-1, 1) else 0
