"""The modes of a room: one is chosen, and the link's ``mode`` holds which."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

import streamlit as st

from pages.parts.findings import Findings
from pages.parts.lecture.presenting import controls_hidden
from pages.parts.settings import linked_choice

MODE = "mode"  # in the link
_KEY, _MORE = "chosen-mode", "more-modes"
AT_ONCE = 4  # modes that stand beside each other
MORE_WIDTH = 220  # pixels
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
    noticed: bool = True
    opener: str = ""


def chosen_mode(modes: Sequence[Mode[Context]]) -> Mode[Context]:
    """The mode that the link names; the first where it names none."""
    offered = _offered(modes)
    name = linked_choice(MODE, [mode.name for mode in offered])
    return next(mode for mode in offered if mode.name == name)


def mode_choice(modes: Sequence[Mode[Context]], chosen: Mode[Context]) -> None:
    """The ways of looking, to choose from: the first few beside each other, and the others in a list."""
    if controls_hidden():
        return
    names = [mode.name for mode in _offered(modes)]
    first, others = names[:AT_ONCE], names[AT_ONCE:]
    for key, some in ((_KEY, first), (_MORE, others)):
        st.session_state[key] = chosen.name if chosen.name in some else None
    with st.container(horizontal=True, vertical_alignment="center", gap="xsmall", key="modes"):
        st.pills(
            "Ways of looking", first, key=_KEY, on_change=_follow, args=(_KEY, first[0]), label_visibility="collapsed"
        )
        if others:
            st.selectbox(
                "More ways of looking",
                others,
                index=None,
                key=_MORE,
                on_change=_follow,
                args=(_MORE, first[0]),
                placeholder="More",
                label_visibility="collapsed",
                width=MORE_WIDTH,
            )


def _offered(modes: Sequence[Mode[Context]]) -> list[Mode[Context]]:
    return [mode for mode in modes if mode.linked or not controls_hidden()]


def go_to(name: str) -> None:
    """Have another mode of this room shown."""
    st.query_params[MODE] = name


def _follow(key: str, usual: str) -> None:
    chosen = st.session_state[key]
    if chosen in (None, usual):  # None: the chosen one was clicked again
        st.query_params.pop(MODE, None)
    else:
        go_to(chosen)
