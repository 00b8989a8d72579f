"""The shipped tours, each with links to start it."""

import streamlit as st

from components.tables.phrases import count_phrase
from components.tours.shipped import shipped_tours
from components.tours.tour import Tour
from pages.parts.lecture.tour_stop import PATHS, STOP, TOUR, load_tour
from pages.parts.rooms import HOME, ROOMS, TUTORIALS

FILES = {"": HOME, **{room.path: room.file for room in ROOMS}}


def tour_list() -> None:
    """Draw all tours: first the lectures through several rooms, then one tour per room."""
    st.markdown(
        "Each stop asks a question. Answer it, or press **Show**, and the picture appears. "
        "At some stops there is nothing to fill in. Think of an answer, then press **Show**."
    )
    st.page_link(TUTORIALS, label="Reading a tutorial? See where its topics are.", icon=":material/menu_book:")
    rooms = {room.path for room in ROOMS}
    tours = shipped_tours(PATHS)
    for heading, of_a_room in (("Lectures", False), ("One room each", True)):
        st.subheader(heading, anchor=False)
        for name, tour in tours.items():
            if (name in rooms) is of_a_room:
                _card(name, tour)


def _card(name: str, tour: Tour) -> None:
    with st.container(border=True, horizontal=True, vertical_alignment="center", key=f"tour-{name}"):
        with st.container(gap="xxsmall"):
            st.markdown(f"**{tour.title}**")
            st.caption(f"{tour.about} {tour.length_text}. {answer_count_sentence(load_tour(name))}")
        start_links(tour, name)


def answer_count_sentence(tour: Tour) -> str:
    """At how many stops before the quiz there is something to answer, and how long the quiz is, if there is one."""
    answered = sum(stop.asks is not None for stop in tour.stops[: tour.quiz_start])
    if answered == tour.quiz_start:
        sentence = "You answer at every stop."
    elif not answered:
        sentence = "The stops only show."
    else:
        sentence = f"You answer at {count_phrase(answered, 'stop')}; the others only show."
    return f"{sentence} A quiz of {count_phrase(tour.quiz_count, 'question')} follows." if tour.quiz_count else sentence


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
