"""The class that a lecturer started: where it is found again, and what its students are told of the projector."""

from contextlib import suppress
from urllib.parse import urlencode

import streamlit as st

from components.classroom.classroom import Classroom
from components.classroom.desk import DESK
from components.classroom.entries import Ask
from components.classroom.routes import FOLDER
from components.classroom.store import Unreachable
from components.model.user_errors import UserError
from components.widgets.class_keeper import COOKIE, class_keeper
from pages.parts.lecture.presenting import app_root, page_url

_HELD, _ASK, _REFUSED = "class-held", "class-ask", "class-refused"
_NOT_SHOWN = {"present", "tour", "stop"}  # of a link, for students


def own_class() -> Classroom | None:
    """The class that this visitor started, while it lasts and can be reached."""
    code, _, key = _held().partition(".")
    try:
        return DESK.owned(code, key) if key else None
    except Unreachable:
        return None


def start_class() -> None:
    """Start one, for this visitor."""
    try:
        started = DESK.start()
    except UserError as error:
        st.session_state[_REFUSED] = str(error)
    else:
        st.session_state[_HELD] = f"{started.code}.{started.key}"
        st.session_state.pop(_REFUSED, None)


def end_class() -> None:
    """End it, and forget what it was."""
    found = own_class()
    if found is not None:
        DESK.end(found)
    st.session_state[_HELD] = ""


def refused() -> str:
    """Why no class could be started, if none could."""
    return str(st.session_state.get(_REFUSED, ""))


def keep_class() -> None:
    """Have the browser remember the class, or its end."""
    if _HELD in st.session_state:
        class_keeper(_held(), key="class-keeper")


def asks(ask: Ask, *, without: tuple[str, ...] = ()) -> None:
    """Ask the class something while this is on the screen.

    Args:
        ask: What.
        without: Parameters of the link that students do not follow.
    """
    st.session_state[_ASK] = (ask, without)


def asks_nothing() -> None:
    """Before a page is drawn: nothing is asked yet."""
    st.session_state.pop(_ASK, None)


def projected(path: str) -> None:
    """Tell the class where the projector is, and what it is asked there. To be called when the page is drawn."""
    found = own_class()
    if found is None:
        return
    ask, without = st.session_state.get(_ASK, (None, ()))
    left_out = {*_NOT_SHOWN, *without}
    link = {name: value for name, value in st.query_params.to_dict().items() if name not in left_out and value}
    with suppress(Unreachable):  # the page stands all the same, and telephones stay where they are
        found.show(f"../{path}" + (f"?{urlencode(link)}" if link else ""), ask)


def join_url(classroom: Classroom) -> str:
    """The address that students open."""
    return page_url()._replace(path=f"{app_root()}{FOLDER}/{classroom.code}", query="", fragment="").geturl()


def _held() -> str:
    """Which class, and its key: as this visit knows it, or as the browser has kept it."""
    return str(st.session_state.get(_HELD, st.context.cookies.get(COOKIE, "")))
