"""The panel "Present": links for a lecture, the class, and the lecturer's own tour."""

from collections.abc import Callable, Collection, Mapping

import streamlit as st

from components.tables.phrases import count_phrase
from components.widgets.copy_link import copy_link
from pages.parts.lecture.class_start import class_start
from pages.parts.lecture.classes import visitor_class, warn_of_class_loss
from pages.parts.lecture.draft import add_view, draft_stops
from pages.parts.lecture.keys import keys_help
from pages.parts.rooms import CLASS, TOURS

NO_OPTION = "To use “Show it now”, switch on at least one option above."
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
        present = st.toggle(
            "Projector mode: large type, keyboard control", key=f"{key}-present", help=f"Keys:\n{keys_help()}"
        )
        hidden = st.toggle("Hide the settings", key=f"{key}-hide")
        guess = st.toggle("Ask for a guess before showing the answer", key=f"{key}-guess")
        parameters = {
            "present": "1" if present else "",
            "hide": "controls" if hidden else "",
            "guess": "1" if guess else "",
        }
        with st.container(horizontal=True):
            chosen = {name: value for name, value in parameters.items() if value}
            st.button(
                "Show it now",
                key=f"{key}-show",
                on_click=_show,
                args=(chosen,),
                disabled=not chosen,
                help=None if chosen else NO_OPTION,
            )
            copy_link("Copy the link with these options", key=f"{key}-teachers-link", parameters=parameters)
        if not chosen:
            st.caption(f":material/info: {NO_OPTION}")
        st.caption(
            "Both lead to this page as you see it now, with the options above. The browser’s Back button leads back. "
            "To copy a link without these options, press “Copy link” at the foot of the page."
        )
        _class()
        st.button(
            "Add this view to my tour",
            icon=":material/tour:",
            key=f"{key}-add-view",
            on_click=lambda: add_view(path, unread()),
        )
        stops = len(draft_stops())
        label = f"Your tour has {count_phrase(stops, 'stop')}" if stops else "Make your own tour"
        st.page_link(TOURS, label=label, icon=":material/arrow_forward:")


def _show(parameters: Mapping[str, str]) -> None:
    """Add parameters to the page's link, and close the panel."""
    st.query_params.update(parameters)
    st.session_state[_USES] = st.session_state.get(_USES, 0) + 1


def _class() -> None:
    """The button that starts a class, or a link to the running one."""
    classroom = visitor_class()
    if classroom is None:
        warn_of_class_loss()
        class_start(key="start-class")
    else:
        label = f"Class {classroom.code}: {classroom.students} joined"
        st.page_link(CLASS, label=label, icon=":material/groups:")
