"""A room in front of an audience, set by its link.

``?present=1`` is for a projector: large type and nothing beside the matter. ``?hide=controls`` shows a result and no
settings. ``?guess=1`` asks visitors before the answer shows.
"""

from collections.abc import Sequence

import streamlit as st

from components.widgets.copy_link import copy_link
from pages.parts.link_notes import noted

# Streamlit measures in rem: everything grows with the type, the empty space above a page too, which is wanted below.
LARGE = "<style>html { font-size: 22px; } .stMainBlockContainer { padding-top: 2.5rem; }</style>"


def presenting() -> bool:
    """Whether this page is on a projector."""
    return st.query_params.get("present") == "1"


def controls_hidden() -> bool:
    """Whether the settings are left away: by a teacher's link, or because an audience sees the page."""
    return presenting() or st.query_params.get("hide") == "controls"


def linked_number(name: str, *, low: int, high: int, usual: int) -> int:
    """The number a link gives a setting that is not shown."""
    linked = _number(name)
    number = usual if linked is None else min(high, max(low, linked))
    if low < high:  # else there is nothing to set here, and the link may say it for another way of looking
        noted(name, number)
    return number


def linked_place(name: str, count: int, *, first: int = 1, usual: int | None = None) -> int | None:
    """Which of ``count`` tokens or points a link names, from 0; None where it is none of them.

    Args:
        name: The parameter.
        count: How many there are.
        first: The number that the link gives the first of them; one less says that none is meant.
        usual: Where the link says nothing that can be read.
    """
    linked = _number(name)
    if linked is None:
        noted(name, None)
        return usual
    place = linked - first
    if 0 <= place < count:
        return place
    if place != -1:
        noted(name, None)
    return None


def linked_amount(name: str, *, low: float, high: float, usual: float) -> float:
    """The amount a link gives a setting that is not shown; one that is out of range is the usual one."""
    try:
        linked = float(st.query_params.get(name, usual))
    except ValueError:
        linked = usual
    amount = linked if low <= linked <= high else usual
    noted(name, amount)
    return amount


def linked_choice(name: str, options: Sequence[str]) -> str:
    """The option a link chooses where the list is not shown; the first where it names none of them."""
    linked = st.query_params.get(name)
    choice = linked if linked is not None and linked in options else options[0]
    noted(name, choice)
    return choice


def linked_text(label: str, usual: str, *, key: str) -> str:
    """What a visitor types, and the link holds; where settings are hidden, the link's text stands there."""
    if not controls_hidden():
        return st.text_input(label, usual, key=key, bind="query-params") or ""
    text = st.query_params.get(key, usual)
    if text:
        st.text(f"{label}: {text}")
    return text


def guess_first() -> bool:
    """Whether visitors are asked for a guess before they see the answer."""
    return st.query_params.get("guess") == "1"


def _number(name: str) -> int | None:
    linked = st.query_params.get(name, "")
    return int(linked) if linked.isdecimal() and len(linked) < 6 else None


def app_root() -> str:
    """Where the app's own addresses begin."""
    base = str(st.get_option("server.baseUrlPath") or "").strip("/")
    return f"/{base}/" if base else "/"


def large_type() -> None:
    """Make everything readable from the last row, if this page is being presented."""
    if presenting():
        st.html(LARGE)


def teachers_links(*, key: str) -> None:
    """A panel that makes links for a lecture."""
    with st.popover("For teachers", icon=":material/school:", key=f"{key}-teachers"):
        present = st.toggle("Large type, for a projector (← and → change the example)", key=f"{key}-present")
        hidden = st.toggle("Hide the settings", key=f"{key}-hide")
        guess = st.toggle("Ask for a guess first, where there is an answer to guess", key=f"{key}-guess")
        parameters = {
            "present": "1" if present else "",
            "hide": "controls" if hidden else "",
            "guess": "1" if guess else "",
        }
        copy_link("Copy this link", key=f"{key}-teachers-link", parameters=parameters)
        st.caption("The link opens this page as it stands now, with what is switched on above.")
