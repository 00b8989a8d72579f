"""The tour that the visitor is making."""

from collections.abc import Collection
from urllib.parse import urlencode

import streamlit as st

from components.tours.tour import Stop
from pages.parts.lecture.tour_stop import NO_SETTINGS

_DRAFT = "tour-draft"


def draft_stops() -> list[Stop]:
    """The stops of the tour. The list itself: changing it changes the tour."""
    stops: list[Stop] = st.session_state.setdefault(_DRAFT, [])
    return stops


def add_view(path: str, unread: Collection[str] = ()) -> None:
    """Append the page, with its current link, to the tour.

    Args:
        path: The address of the page.
        unread: Parameters of the link that change nothing in the view.
    """
    left_out = {*NO_SETTINGS, *unread}
    link = {name: value for name, value in st.query_params.to_dict().items() if name not in left_out and value}
    draft_stops().append(Stop(f"/{path}" + (f"?{urlencode(link)}" if link else "")))
