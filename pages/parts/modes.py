"""The modes of a room (called views on the screen); the link's ``mode`` holds the chosen one."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

import streamlit as st

from components.widgets.in_sight import chosen_in_sight
from pages.parts.findings import Findings
from pages.parts.links.address import room_key
from pages.parts.links.parameters import MODE, SHOW
from pages.parts.presenting import hides_controls
from pages.parts.settings import linked_choice
from pages.parts.veils import Veil, no_veil

_KEY = "chosen-mode"
Context = TypeVar("Context", contravariant=True)


@dataclass(frozen=True)
class Mode(Generic[Context]):
    """One view of a room.

    Attributes:
        name: Its label, and its value in the link.
        show: Draws the figure, and returns the findings; None if there is nothing to export.
        linked: Whether it is offered in pages that hide settings; False if it consists of settings.
        shows_notice: Whether the room's notes about examples apply to this mode.
        opener: Its default sentence, if the room's own does not suit it.
        reads_sentence: Whether what it shows depends on the room's sentence. A stop of a tour in another mode has none:
            its question would be asked beside a sentence that has nothing to do with it.
        veil: What of its figure stands below the question of a stop.
    """

    name: str
    show: Callable[[Context], Findings | None]
    linked: bool = True
    shows_notice: bool = True
    opener: str = ""
    reads_sentence: bool = True
    veil: Veil = no_veil


def chosen_mode(modes: Sequence[Mode[Context]]) -> Mode[Context]:
    """The mode that the link names; the first if it names none."""
    offered = _offered(modes)
    name = linked_choice(MODE, [mode.name for mode in offered])
    return next(mode for mode in offered if mode.name == name)


def mode_choice(modes: Sequence[Mode[Context]], chosen: Mode[Context]) -> None:
    """Draw the modes of the room as a row of pills; nothing where there is one."""
    if hides_controls():
        return
    names = [mode.name for mode in _offered(modes)]
    if len(names) > 1:
        _draw_pills(names, chosen.name)
    with st.container(key="in-sight"):
        row, finding = ".st-key-modes [role=radiogroup]", ".st-key-finding"
        chosen_in_sight(row, chosen.name, line=finding, key="views-in-sight")


def _draw_pills(names: list[str], chosen: str) -> None:
    # Where the pills are new, as after Back, the choice is their default: a value that is set would be sent once, and
    # a browser that draws two runs together would miss it.
    default: str | None = chosen
    if st.session_state.get(room_key(_KEY), chosen) != chosen:
        st.session_state[_KEY], default = chosen, None
    with st.container(key="modes"):
        st.pills(
            "Views", names, default=default, key=_KEY, on_change=_follow, args=(names[0],), label_visibility="collapsed"
        )


def _offered(modes: Sequence[Mode[Context]]) -> list[Mode[Context]]:
    return [mode for mode in modes if mode.linked or not hides_controls()]


def go_to_mode(name: str) -> None:
    """Switch to another mode of this room at the next run."""
    st.query_params[MODE] = name


def _follow(default: str) -> None:
    if _KEY not in st.session_state:  # forgotten, and the browser has not heard of that yet
        return
    chosen = st.session_state[_KEY]
    st.query_params.pop(SHOW, None)  # it was in another view
    if chosen in (None, default):  # None: the chosen one was clicked again
        st.query_params.pop(MODE, None)
    else:
        go_to_mode(chosen)
