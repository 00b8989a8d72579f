"""The shipped tours, each with links to start it."""

import streamlit as st

from components.tours.shipped import shipped_tours
from components.tours.tour import Tour
from pages.parts.links.parameters import STOP, TOUR
from pages.parts.rooms import HOME, PATHS, ROOMS, TUTORIALS

COLUMNS = 4  # cards in a row
FILES = {"": HOME, **{room.path: room.file for room in ROOMS}}


def tour_list() -> None:
    """Draw all tours: first the lectures through several rooms, then one tour per room."""
    st.markdown("Each stop asks a question. Answer it, or press **Show**, and the picture appears.")
    st.page_link(TUTORIALS, label="Reading a tutorial? See where its topics are.", icon=":material/menu_book:")
    rooms = {room.path for room in ROOMS}
    tours = shipped_tours(PATHS)
    for heading, of_a_room in (("Lectures", False), ("One room each", True)):
        st.subheader(heading, anchor=False)
        listed = [(name, tour) for name, tour in tours.items() if (name in rooms) is of_a_room]
        for start in range(0, len(listed), COLUMNS):
            for column, (name, tour) in zip(st.columns(COLUMNS), listed[start : start + COLUMNS], strict=False):
                with column:
                    _card(name, tour)


def _card(name: str, tour: Tour) -> None:
    """Draw a tour: its title, what it is about, how long it is, and the links that start it."""
    with st.container(border=True, gap="xxsmall", height="stretch", key=f"tour-{name}"):
        st.markdown(f"**{tour.title}** :gray[:small[{tour.length_text}]]")
        st.caption(tour.about)
        start_links(tour, name)


def start_links(tour: Tour, name: str) -> None:
    """Links to the first stop, for this screen and for a projector."""
    first = tour.stops[0]
    with st.container(horizontal=True, width="content"):
        for label, icon, more in (
            ("Start", ":material/play_arrow:", {}),
            ("On a projector", ":material/co_present:", {"present": "1"}),
        ):
            link = {**first.parameters, **more, TOUR: name, STOP: "1"}
            st.page_link(FILES[first.path], label=label, icon=icon, query_params=link)
