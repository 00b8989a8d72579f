"""The search box of every page, and the index page's list."""

from functools import cache

import streamlit as st

from components.server.downloads.large_downloads import LARGE_DOWNLOADS, DownloadPart
from components.widgets.search_box import entries_json, entry_list, search_box
from pages.parts.links.parameters import MODE, NO_SETTINGS
from pages.parts.presenting import app_root, is_presenting
from pages.parts.rooms import ATTENTION, FILL, PATHS
from pages.parts.search.entries import search_entries
from pages.parts.settings import TEXT_LINK_LIMIT

SEARCHED_ONLY = ("Example", "Tour stop")  # kinds of entries


def draw_search_box() -> None:
    """Draw the search box in the top bar; in projector mode only a key opens it."""
    with st.container(key="search"):
        search_box(
            address=LARGE_DOWNLOADS.offer("search entries", _entries, size=0),  # of the process, not of an offer
            index=f"{app_root()}index",
            dropped={MODE, *NO_SETTINGS},
            readers={room.title: f"{app_root()}{room.path}" for room in (FILL, ATTENTION)},
            sentence_limit=TEXT_LINK_LIMIT,
            root=app_root(),
            paths=PATHS,
            key="search-box",
            visible=not is_presenting(),
        )


def _entries(part: str) -> DownloadPart | None:
    return DownloadPart(_json(), "application/json") if part == "entries" else None


@cache
def _json() -> bytes:
    return entries_json(search_entries())


def draw_index() -> None:
    """List rooms, pages, views, terms and tours; what there are hundreds of, the search box finds."""
    entry_list([entry for entry in search_entries() if entry.kind not in SEARCHED_ONLY], key="index")
