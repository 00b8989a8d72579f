"""The views of a room (its modes): one is chosen, and the link's ``mode`` holds which."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

import streamlit as st

from components.widgets.in_sight import chosen_in_sight
from pages.parts.findings import Findings
from pages.parts.presenting import hides_controls
from pages.parts.settings import linked_choice

MODE = "mode"  # in the link
LIMIT = 5  # views of a room: as many as one line of a laptop has room for
_KEY = "chosen-mode"
Context = TypeVar("Context", contravariant=True)


@dataclass(frozen=True)
class Mode(Generic[Context]):
    """One way of looking at what stands in a room.

    Attributes:
        name: What visitors choose, and the link says.
        show: Draws the figure, and returns what was found; nothing where there is nothing to take away.
        linked: Whether a link without settings may open it; else it is made of controls.
        opener: The sentence that the mode opens on, where the room's own shows nothing of it.
        noticed: Whether the room's note about an example is about this mode.
    """

    name: str
    show: Callable[[Context], Findings | None]
    linked: bool = True
    shows_notice: bool = True
    opener: str = ""


def chosen_mode(modes: Sequence[Mode[Context]]) -> Mode[Context]:
    """The mode that the link names; the first where it names none."""
    offered = _offered(modes)
    name = linked_choice(MODE, [mode.name for mode in offered])
    return next(mode for mode in offered if mode.name == name)


def mode_choice(modes: Sequence[Mode[Context]], chosen: Mode[Context]) -> None:
    """The views of the room, to choose from, beside each other."""
    if hides_controls():
        return
    names = [mode.name for mode in _offered(modes)]
    st.session_state[_KEY] = chosen.name
    with st.container(key="modes"):
        st.pills("Views", names, key=_KEY, on_change=_follow, args=(names[0],), label_visibility="collapsed")
    with st.container(key="in-sight"):
        chosen_in_sight(".st-key-modes [role=radiogroup]", chosen.name, key="views-in-sight")


def _offered(modes: Sequence[Mode[Context]]) -> list[Mode[Context]]:
    return [mode for mode in modes if mode.linked or not hides_controls()]


def go_to_mode(name: str) -> None:
    """Have another mode of this room shown."""
    st.query_params[MODE] = name


def _follow(default: str) -> None:
    chosen = st.session_state[_KEY]
    if chosen in (None, default):  # None: the chosen one was clicked again
        st.query_params.pop(MODE, None)
    else:
        go_to_mode(chosen)
