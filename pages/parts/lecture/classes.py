"""The class that a visitor started: how it is found again, and which page its students are shown."""

import secrets
from contextlib import suppress

import streamlit as st

from components.classroom.classes import CLASSES
from components.classroom.classroom import Classroom
from components.classroom.cookie import COOKIE, COOKIE_PATH, REMOTE_COOKIE, split_cookie
from components.classroom.entries import ClassQuestion, ClassResult
from components.classroom.lecturer_password import LECTURER_PASSWORD
from components.classroom.routes import FOLDER, LECTURER
from components.classroom.store import StoreUnreachable
from components.model.fair_queue import LECTURER_PREFIX
from components.model.user_errors import UserError
from components.widgets.class_keeper import class_keeper
from pages.parts.lecture.guess_wait import stop_waiting, waits_for_guess
from pages.parts.lecture.lead import is_projected, takes_lead, window_name
from pages.parts.lecture.tour_stop import current_stop, forget_votes, place_on_tour
from pages.parts.links.address import view_link
from pages.parts.links.parameters import SCORE
from pages.parts.markdown import escape_markdown
from pages.parts.presenting import app_root, is_presenting, page_url

_HELD, _ASK, _RESULT, _REFUSED = "class-held", "class-ask", "class-result", "class-refused"
_LECTURER, _VISITOR = "class-lecturer", "visitor"
_NOT_SHOWN = {"present", "tour", "stop", "guess", SCORE}  # parameters of a link that students do not get


def visitor_class() -> Classroom | None:
    """The class that this visitor started; None if there is none, it ended, or the store cannot be reached."""
    code, key = _held_class()
    try:
        classroom = CLASSES.find_owned(code, key) if key else None
        if classroom is not None:
            classroom.record_presence()
        return classroom
    except StoreUnreachable:
        return None


def lecture_class() -> Classroom | None:
    """The class whose lecture this visitor may command: one that they started, or whose lecturer's phone this is."""
    classroom = visitor_class()
    if classroom is not None:
        return classroom
    code, key = split_cookie(_held_remote())
    try:
        return CLASSES.find_remote(code, key) if key else None
    except StoreUnreachable:
        return None


def class_loss_message() -> str:
    """Why the class that this visitor started was lost; "" if there was none or it was ended."""
    code, key = _held_class()
    if not key:
        return ""
    try:
        if CLASSES.find_owned(code, key) is not None or CLASSES.has_ended(code):
            return ""
    except StoreUnreachable as error:
        return str(error)
    return (
        f"Class {code[:8]} and its answers are gone: the server was restarted, or nobody used the class for too long. "
        "Start a new class and show your students its new code."
    )


def class_is_over() -> bool:
    """Whether this visitor's class has ended or was lost; False while the store cannot be reached."""
    code, key = _held_class()
    try:
        return bool(key) and CLASSES.find_owned(code, key) is None
    except StoreUnreachable:
        return False


def draw_end_note() -> None:
    """Say on a tour and on a projector that the class was ended: its window goes on without phones."""
    code, _ = _held_class()
    if class_is_over() and (is_presenting() or place_on_tour()[0]):
        with suppress(StoreUnreachable):
            if CLASSES.has_ended(code):
                st.caption("The class has ended.")


def warn_of_class_loss() -> None:
    """Show a warning if this visitor's class was lost."""
    if loss := class_loss_message():
        st.warning(escape_markdown(loss), icon=":material/error:")


def needs_lecturer_password() -> bool:
    """Whether this visitor must enter the lecturers' password before starting a class."""
    return LECTURER_PASSWORD.is_required and not st.session_state.get(_LECTURER, False)


def start_class(password: str = "") -> None:
    """Start a class for this visitor; an error is kept for :func:`class_start_error`."""
    address = st.context.ip_address or ""
    try:
        if needs_lecturer_password():
            LECTURER_PASSWORD.check(password, address)
            st.session_state[_LECTURER] = True
        # Whoever knows the password may start as many as the server takes.
        started = CLASSES.start("" if LECTURER_PASSWORD.is_required else address)
    except UserError as error:
        st.session_state[_REFUSED] = str(error)
    else:
        st.session_state[_HELD] = f"{started.code}.{started.key}"
        st.session_state.pop(_REFUSED, None)
        forget_votes()


def end_class() -> None:
    """End this visitor's class."""
    classroom = visitor_class()
    if classroom is not None:
        CLASSES.end(classroom)
    st.session_state[_HELD] = ""


def class_start_error() -> str:
    """Why the last class could not be started; "" if nothing failed."""
    return str(st.session_state.get(_REFUSED, ""))


def turn_key() -> str:
    """The key that queues take turns by: the visitor's class once a phone has joined it, else this visit."""
    classroom = visitor_class()
    if classroom is not None and classroom.state.has_joined:  # anybody can start a class
        return f"{LECTURER_PREFIX}{classroom.code}"
    return str(st.session_state.setdefault(_VISITOR, secrets.token_hex(8)))


def remember_class() -> None:
    """Have the browser store the class, or remove it after its end."""
    if _HELD in st.session_state:
        class_keeper(_held(), address=f"{app_root()}{FOLDER}/{COOKIE_PATH}", key="class-keeper")


def ask_class(ask: ClassQuestion, *, without: tuple[str, ...] = ()) -> None:
    """Ask the class a question while this page is on the screen.

    Args:
        ask: The question.
        without: Parameters of the link that students do not get.
    """
    st.session_state[_ASK] = (ask, without)


def show_class_result(result: ClassResult) -> None:
    """Show phones how the class answered, on a page that is not a stop of a tour."""
    st.session_state[_RESULT] = result


def clear_class_question() -> None:
    """Forget the question and the result of the last page. Call this before a page is drawn."""
    st.session_state.pop(_ASK, None)
    st.session_state.pop(_RESULT, None)
    stop_waiting()


def share_page(path: str, *, result: ClassResult | None = None, scored: tuple[str, ...] | None = None) -> None:
    """Send the class the address of this page and its question. Call this after the page is drawn.

    While the page withholds its answer, phones do not get its address; while another window leads, nothing is sent.

    Args:
        path: The address of the page, without parameters.
        result: What the class answered to the question of a stop, once its answer is shown; other pages call
            :func:`show_class_result`.
        scored: At the end of a tour, the topics of its quiz: phones show their scores.
    """
    classroom = visitor_class()
    if classroom is None:
        return
    ask, without = st.session_state.get(_ASK, (None, ()))
    here = current_stop()
    held_back = waits_for_guess() or (here is not None and here.is_withheld)
    address = f"..{view_link(path, {*_NOT_SHOWN, *without})}"
    page = (address, place_on_tour(), held_back, None if here is None else here.vote)
    with suppress(StoreUnreachable):  # the page works without it; phones stay where they are
        if takes_lead(classroom, page):
            classroom.show(
                address,
                ask,
                held_back=held_back,
                result=result or st.session_state.get(_RESULT),
                stop=place_on_tour(),
                scored=scored,
                window=window_name(),
                is_projector=is_projected(),
            )


def join_url(classroom: Classroom) -> str:
    """The address that students open."""
    return page_url()._replace(path=f"{app_root()}{FOLDER}/{classroom.code}", query="", fragment="").geturl()


def remote_url(classroom: Classroom, secret: str) -> str:
    """The address that lets a phone in as the lecturer's, with a secret from ``classroom.remotes``."""
    return f"{join_url(classroom)}/{LECTURER}#{secret}"


def _held_class() -> tuple[str, str]:
    """The code and the key of the class that this visitor started, or two empty strings."""
    return split_cookie(_held())


def _held() -> str:
    """Code and key of the class, joined by a dot: from this session, else from the browser's cookie."""
    return str(st.session_state.get(_HELD, st.context.cookies.get(COOKIE, "")))


def _held_remote() -> str:
    """The same of a class whose lecturer's phone this is, from the browser's cookie."""
    return str(st.context.cookies.get(REMOTE_COOKIE, ""))
