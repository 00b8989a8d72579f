"""Which tour the class is to take, and the links that open it, or a page without a tour, in the projector's window."""

from urllib.parse import urlencode

import streamlit as st

from components.tours.shipped import shipped_tours
from pages.parts.lecture.tour_stop import load_tour, stop_address
from pages.parts.presenting import app_root
from pages.parts.rooms import FILL, PATHS

_TOUR = "class-tour"
_PROJECTED = {"present": "1"}


def choose_tour() -> str:
    """Draw the list of tours; returns the name of the chosen one."""
    tours = shipped_tours(PATHS)
    chosen = st.selectbox(
        "Tour",
        list(tours),
        format_func=lambda name: tours[name].title,
        key=_TOUR,
        width=460,
    )
    return str(chosen)


def ways_to_begin() -> None:
    """Draw the chosen tour, and links that open a window for the projector."""
    name = choose_tour()
    with st.container(horizontal=True, vertical_alignment="center", key="class-begin"):
        address = stop_address(load_tour(name), name, 0, _PROJECTED)
        st.link_button("Open the projector", address, icon=":material/co_present:", type="primary")
        guess = f"{app_root()}{FILL.path}?{urlencode({'guess': '1', **_PROJECTED})}"
        st.link_button("Guess a masked word", guess, icon=FILL.icon, type="tertiary")
    st.caption("Each opens a window of its own. Move that one to the projector.")
