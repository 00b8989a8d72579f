"""Leads a link to a stop of a tour to the page that the stop is about."""

import streamlit as st

from pages.parts.lecture.tour_stop import current_stop
from pages.parts.links.old import current_path
from pages.parts.rooms import HOME, PATHS, ROOMS


def go_to_stops_page(path: str) -> None:
    """Switch to the page of the stop that the link names, if the link opened another one.

    Args:
        path: Of the page that was opened.
    """
    here = current_stop()
    if here is None or path not in PATHS or path == current_path(here.stop.path, here.stop.parameters):
        return
    files = {"": HOME, **{room.path: room.file for room in ROOMS}}
    st.switch_page(files[here.stop.path], query_params=here.link)
