"""The modes of a room: one is chosen, and the link's ``mode`` holds which."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

import streamlit as st

from pages.parts.findings import Findings
from pages.parts.presenting import controls_hidden
from pages.parts.settings import linked_choice

MODE = "mode"  # in the link
_KEY = "chosen-mode"
Context = TypeVar("Context", contravariant=True)


@dataclass(frozen=True)
class Mode(Generic[Context]):
    """One way of looking at what stands in a room.

    Attributes:
        name: What visitors choose, and the link says.
        show: Draws the figure, and returns what was found; nothing where there is nothing to take away.
        heading: Above the figure.
        linked: Whether a link without settings may open it; else it is made of controls.
        noticed: Whether the room's note about an example is about this mode.
    """

    name: str
    show: Callable[[Context], Findings | None]
    heading: str = ""
    linked: bool = True
    noticed: bool = True


def chosen_mode(modes: Sequence[Mode[Context]], *, label: str) -> Mode[Context]:
    """The mode that the link names, to be changed; the first where it names none."""
    offered = [mode for mode in modes if mode.linked or not controls_hidden()]
    name = linked_choice(MODE, [mode.name for mode in offered])
    if not controls_hidden():
        st.session_state[_KEY] = name
        st.pills(
            label,
            [mode.name for mode in offered],
            key=_KEY,
            on_change=_follow,
            args=(offered[0].name,),
            label_visibility="collapsed",
        )
    return next(mode for mode in offered if mode.name == name)


def go_to(name: str) -> None:
    """Have another mode of this room shown."""
    st.query_params[MODE] = name


def _follow(usual: str) -> None:
    chosen = st.session_state[_KEY]
    if chosen in (None, usual):  # None: the chosen one was clicked again
        st.query_params.pop(MODE, None)
    else:
        go_to(chosen)
