"""The topics of a kind of tutorial, a tab for each section, each linked to the view that shows it."""

from pathlib import Path

import streamlit as st

from pages.parts.lecture.tour_stop import load_tour
from pages.parts.links.parameters import STOP, TOUR
from pages.parts.markdown import escape_markdown
from pages.parts.rooms import ROOMS
from pages.parts.search.entries import TUTORIAL
from pages.tutorials.contents import Tutorial, TutorialItem, tutorials

_STYLE = Path(__file__).with_name("tutorials.css").read_text(encoding="utf-8")


def draw_tutorials() -> None:
    """Draw the choice of a kind of tutorial, and its sections."""
    st.html(f"<style>{_STYLE}</style>")
    by_title = {tutorial.title: tutorial for tutorial in tutorials()}
    names = list(by_title)
    chosen = st.pills(
        "Which is most like the tutorial you are reading?",
        names,
        default=names[0],
        key=TUTORIAL,
        bind="query-params",
        required=True,
    )
    with st.container(key="tutorial-contents"):
        _contents(by_title[chosen or names[0]])


def _contents(tutorial: Tutorial) -> None:
    st.text(tutorial.about)
    if tutorial.tour:
        _tour_link(tutorial.tour)
    titles = [section.title for section in tutorial.sections]
    places = st.tabs([*map(escape_markdown, titles), *(["Not in this app"] if tutorial.not_here else [])])
    for section, place in zip(tutorial.sections, places, strict=False):
        with place, st.container(gap="xxsmall"):
            for entry in section.entries:
                _line(entry)
    if tutorial.not_here:
        places[-1].text("\n".join(tutorial.not_here))


def _tour_link(name: str) -> None:
    tour = load_tour(name)
    first = tour.stops[0]
    st.page_link(
        next(room for room in ROOMS if room.path == first.path).file,
        label=f"Tour: {escape_markdown(tour.title)} :gray[:small[{tour.length_text}]]",
        icon=":material/tour:",
        query_params={**first.parameters, TOUR: name, STOP: "1"},
    )


def _line(entry: TutorialItem) -> None:
    place = " · ".join(filter(None, (entry.room.title, entry.view)))
    label = f"{escape_markdown(entry.name)} :gray[:small[{escape_markdown(place)}]]"
    st.page_link(entry.room.file, label=label, icon=entry.room.icon, query_params=entry.link)
