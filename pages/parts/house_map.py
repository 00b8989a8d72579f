"""The map of the model beside every figure: where in it a room looks, and the way to the other rooms."""

import streamlit as st

from components.widgets.model_map import Place, model_map
from pages.parts.lecture.presenting import app_root
from pages.parts.rooms import (
    ATTENTION,
    DISTILLATION,
    FAMILY,
    FILL,
    INPUT,
    MASKS,
    MISTAKES,
    POSITIONS,
    PRETRAINING,
    SENSES,
    SPEED,
    TASKS,
    TEACHING,
    Room,
)

ABOUT = {
    "words": INPUT,
    "positions": POSITIONS,
    "mask": MASKS,
    "attention": ATTENTION,
    "vectors": SENSES,
    "answer": FILL,
    "training": PRETRAINING,
    "lesson": TEACHING,
    "heads": TASKS,
    "time": SPEED,
    "teacher": DISTILLATION,
    "family": FAMILY,
    "code": MISTAKES,
}


def house_map(room: Room) -> None:
    """Draw the map with the part that ``room`` is about lit; a click on another part goes to its room."""
    places = {part: Place(one.title, f"{app_root()}{one.path}") for part, one in ABOUT.items()}
    lit = next(part for part, one in ABOUT.items() if one is room)
    chosen = model_map(places, lit, key="house-map")
    if chosen is not None:
        # None at all, and not the usual ones, which Streamlit would refuse to clear: some are bound to widgets.
        st.switch_page(ABOUT[chosen].file, query_params={})
