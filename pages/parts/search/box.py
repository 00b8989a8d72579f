"""The search box of every page, and the way to what was found."""

from urllib.parse import parse_qsl, urlsplit

import streamlit as st

from components.widgets.search_box import entry_list, search_box
from pages.parts.lecture.presenting import app_root, presenting
from pages.parts.rooms import CLASS, HOME, INDEX, ROOMS, TOURS
from pages.parts.search.entries import search_entries

_FILES = {"": HOME, "tours": TOURS, "class": CLASS, "index": INDEX, **{room.path: room.file for room in ROOMS}}


def searching() -> None:
    """Draw the search box. To be called before the page is drawn, which is another one where something was chosen."""
    with st.container(key="search"):
        href = search_box(search_entries(), key="search-box", visible=not presenting())
    _follow(href)


def index() -> None:
    """List everything that can be searched for."""
    _follow(entry_list(search_entries(), key="index"))


def _follow(href: str | None) -> None:
    if href is None:
        return
    address = urlsplit(href)
    file = _FILES[address.path.removeprefix(app_root())]
    st.switch_page(file, query_params=dict(parse_qsl(address.query)))
