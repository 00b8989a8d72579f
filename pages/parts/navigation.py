"""Pages that are not rooms, browser titles, and the highlighted group in the top bar."""

from copy import copy
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import streamlit as st
from streamlit.navigation.page import StreamlitPage

from pages.parts.rooms import CLASS, GROUPS, HOME, INDEX, ROOMS, TOURS, TUTORIALS

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


def menu_pages() -> dict[str, list[StreamlitPage]]:
    """All pages, by their groups in the top bar. For one run, since a page notes whether it has run."""
    return {group: [copy(page) for page in pages] for group, pages in _all_pages().items()}


@cache
def _all_pages() -> dict[str, list[StreamlitPage]]:
    """Made once: to make them takes a tenth of a visit, since each looks for its file."""
    return {
        "": [
            st.Page(
                other.file,
                title=other.title,
                icon=other.icon,
                url_path=other.path or None,
                default=not other.path,
                visibility="visible" if other.listed else "hidden",
            )
            for other in OTHER_PAGES
        ],
        **{
            group: [
                st.Page(room.file, title=room.title, icon=room.icon, url_path=room.path, help=room.about)
                for room in rooms
            ]
            for group, rooms in GROUPS.items()
        },
    }


def browser_title(path: str) -> str:
    """The title of the browser's tab for the page at this path."""
    for other in OTHER_PAGES:
        if other.path == path:
            title = f"{other.title} · {other.subtitle}"
            return title if other.title == APP else f"{title} – {APP}"
    return next((f"{room.name} – {APP}" for room in ROOMS if room.path == path), APP)


def mark_group(path: str) -> None:
    """Highlight the group of the page in the top bar; Streamlit itself highlights single pages only."""
    for place, rooms in enumerate(GROUPS.values(), sum(other.listed for other in OTHER_PAGES) + 1):
        if path in {room.path for room in rooms}:
            item = f".stAppHeader .rc-overflow-item:nth-child({place}) [data-testid=stTopNavSection]"
            st.html(
                f"<style>{item} {{ box-shadow: inset 0 -3px currentColor; border-radius: 0; }}"
                f" {item} p {{ font-weight: 700; }}</style>"
            )
