"""The panel "Present": links for a lecture, the class, and the lecturer's own tour."""

from collections.abc import Callable, Collection

import streamlit as st

from components.tables.phrases import count_phrase
from components.widgets.copy_link import copy_link
from pages.parts.lecture.class_start import class_start
from pages.parts.lecture.classes import visitor_class, warn_of_class_loss
from pages.parts.lecture.draft import add_view, draft_stops
from pages.parts.lecture.keys import keys_help
from pages.parts.presenting import GUESS, asks_for_guess
from pages.parts.rooms import CLASS, TOURS

_USES = "present-panel-uses"  # how often the visitor has used its button


def present_panel(path: str, *, key: str, unread: Callable[[], Collection[str]] = tuple) -> None:
    """Draw the panel.

    Args:
        path: The address of the page, which can be added to a tour as it is shown now.
        key: Prefix of the widgets' keys.
        unread: Returns the parameters of the link that change nothing in the view; called when it is added to a tour.
    """
    # A popover stays open over what its buttons change. With another key it is a new one, and new ones are closed.
    uses = st.session_state.get(_USES, 0)
    with st.popover("Present", icon=":material/settings:", type="tertiary", key=f"{key}-teachers-{uses}"):
        st.button(
            "Show it on the projector",
            key=f"{key}-show",
            type="primary",
            on_click=_show,
            help=f"Large type, and keys:\n{keys_help()}",
        )
        st.session_state[f"{key}-guess"] = asks_for_guess()
        st.toggle("Ask for a guess before the answer", key=f"{key}-guess", on_change=_ask, args=(f"{key}-guess",))
        copy_link("Copy the link to this page", key=f"{key}-teachers-link", is_plain=True)
        _class()
        st.button(
            "Add this view to my tour",
            type="tertiary",
            key=f"{key}-add-view",
            on_click=lambda: add_view(path, unread()),
        )
        if stops := len(draft_stops()):
            st.page_link(TOURS, label=f"Your tour has {count_phrase(stops, 'stop')}", icon=":material/tour:")


def _show() -> None:
    """Open projector mode, and close the panel."""
    st.query_params["present"] = "1"
    st.session_state[_USES] = st.session_state.get(_USES, 0) + 1


def _ask(key: str) -> None:
    """Ask for guesses on this page, or no longer."""
    if st.session_state.get(key):
        st.query_params[GUESS] = "1"
    else:
        st.query_params.pop(GUESS, None)


def _class() -> None:
    """The button that starts a class, or a link to the running one."""
    classroom = visitor_class()
    if classroom is None:
        warn_of_class_loss()
        class_start(key="start-class")
    else:
        label = f"Class {classroom.code}: {classroom.students} joined"
        st.page_link(CLASS, label=label, icon=":material/groups:")
