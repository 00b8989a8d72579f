"""The tour that the visitor is making. The browser keeps it for when the page is loaded again."""

from collections.abc import Collection
from contextlib import suppress

import streamlit as st

from components.model.user_errors import UserError
from components.tours.tour import Stop, Tour, parse_tour, tour_to_json
from components.widgets.draft_keeper import draft_keeper, stored_draft
from pages.parts.links.address import view_link
from pages.parts.links.parameters import NO_SETTINGS
from pages.parts.rooms import PATHS

_DRAFT, _TITLE, _BEGUN, _KEEPER = "tour-draft", "tour-draft-title", "tour-draft-begun", "draft-keeper"
DEFAULT_TITLE = "My tour"


def draft_stops() -> list[Stop]:
    """The stops of the tour. The list itself: changing it changes the tour."""
    stops: list[Stop] = st.session_state.setdefault(_DRAFT, [])
    return stops


def draft_title() -> str:
    """The title of the tour."""
    return str(st.session_state.get(_TITLE, DEFAULT_TITLE))


def set_draft_title(title: str) -> None:
    """Set the title of the tour. An empty one becomes the default."""
    st.session_state[_TITLE] = title or DEFAULT_TITLE


def restore_draft() -> None:
    """Restore the tour from the browser, unless this session has one. Call this before a page is drawn."""
    if st.session_state.get(_BEGUN) or draft_stops() or not (stored := stored_draft(_KEEPER)):
        return
    st.session_state[_BEGUN] = True
    with suppress(UserError):  # of another version of the app
        tour = parse_tour(stored, PATHS)
        draft_stops()[:] = tour.stops
        set_draft_title(tour.title)


def keep_draft() -> None:
    """Have the browser keep the tour. Call this after a page is drawn."""
    stops = draft_stops()
    is_begun = st.session_state[_BEGUN] = bool(stops or st.session_state.get(_BEGUN))
    draft = tour_to_json(Tour(draft_title(), "", tuple(stops))) if stops else ""
    draft_keeper(draft, is_begun=is_begun, key=_KEEPER)


def add_view(path: str, unread: Collection[str] = ()) -> None:
    """Append the page, with its current link, to the tour.

    Args:
        path: The address of the page.
        unread: Parameters of the link that change nothing in the view.
    """
    restore_draft()  # called before the script, which restores it otherwise: the view must not replace what is stored
    draft_stops().append(Stop(view_link(path, {*NO_SETTINGS, *unread})))
