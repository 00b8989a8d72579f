"""Pages that are not rooms, browser titles, and the menu of the rooms."""

from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from urllib.parse import urlencode

import streamlit as st
from streamlit.navigation.page import StreamlitPage

from components.widgets.machine_map import RoomOnMap, machine_menu
from pages.parts.links.address import replace_address
from pages.parts.presenting import app_root, is_presenting
from pages.parts.rooms import CLASS, HOME, INDEX, ROOMS, TOURS, TUTORIALS, Room

APP = "Riverbank"


@dataclass(frozen=True)
class OtherPage:
    """A page that is not a room.

    Attributes:
        title: Its name.
        subtitle: Shown after the title in the browser's tab.
        path: The last part of its address; empty for the home page.
        icon: Its icon in the top bar.
        file: Its script.
        listed: Whether it is in the top bar.
    """

    title: str
    subtitle: str
    path: str
    icon: str
    file: Path
    listed: bool = True


OTHER_PAGES = (
    OtherPage(APP, "see how BERT reads", "", ":material/water:", HOME),
    OtherPage("Tours", "lectures, view by view", "tours", ":material/tour:", TOURS),
    OtherPage("Tutorials", "where everything is here", "from-your-tutorial", ":material/menu_book:", TUTORIALS),
    OtherPage("Class", "students answer on their phones", "class", ":material/groups:", CLASS),
    OtherPage(
        "Index", "every room, view, term, example and tour stop", "index", ":material/toc:", INDEX, listed=False
    ),  # the search leads there
)


def all_pages() -> list[StreamlitPage]:
    """All pages, for one run, since a page notes whether it has run. Rooms are in a menu of their own."""
    return [copy(page) for page in _all_pages()]


@cache
def _all_pages() -> list[StreamlitPage]:
    """Made once: to make them takes a tenth of a visit, since each looks for its file."""
    others = [
        st.Page(
            other.file,
            title=other.title,
            icon=other.icon,
            url_path=other.path or None,
            default=not other.path,
            visibility="visible" if other.listed else "hidden",
        )
        for other in OTHER_PAGES
    ]
    rooms = [
        st.Page(room.file, title=room.title, icon=room.icon, url_path=room.path, visibility="hidden") for room in ROOMS
    ]
    return [*others, *rooms]


def browser_title(path: str) -> str:
    """The title of the browser's tab for the page at this path."""
    for other in OTHER_PAGES:
        if other.path == path:
            title = f"{other.title} · {other.subtitle}"
            return title if other.title == APP else f"{title} – {APP}"
    return next((f"{room.name} – {APP}" for room in ROOMS if room.path == path), APP)


def rooms_on_map(links: Mapping[Room, Mapping[str, str]] | None = None) -> list[RoomOnMap]:
    """All rooms as the map has them.

    Args:
        links: Parameters of the links to them; None for none.
    """
    parameters = links or {}
    return [
        RoomOnMap(
            room.key,
            room.title,
            room.question,
            room.part,
            f"{app_root()}{room.path}" + (f"?{urlencode(parameters[room])}" if parameters.get(room) else ""),
        )
        for room in ROOMS
    ]


def draw_room_menu(path: str) -> None:
    """Draw the menu of the rooms in the top bar; there is none in projector mode.

    Args:
        path: Of this page.
    """
    if is_presenting():
        return
    with st.container(key="room-menu"):
        here = next((room.part for room in ROOMS if room.path == path), None)
        chosen = machine_menu(rooms_on_map(), here=here, key="rooms")
    for room in ROOMS:
        if room.key == chosen:
            replace_address({})  # else Streamlit keeps to what elements of this page are bound to
            st.switch_page(room.file)
