"""The lecturer's own phone as a remote control: a code that lets one phone in, shown when the lecturer asks for it."""

import streamlit as st

from components.tables.phrases import count_phrase
from pages.parts.errors import attempt, show_errors
from pages.parts.lecture.classes import remote_url, visitor_class
from pages.parts.lecture.joining import draw_qr_code, is_local

EVERY_S = 1.0  # between two looks whether the code was used
_SECRET = "class-remote-secret"  # of the pass that this session has asked for


def own_phone() -> None:
    """Draw the button that shows the code, and which phones are connected."""
    st.text("It shows your notes and controls the projector.")
    st.fragment(_connection, run_every=EVERY_S)()


@show_errors()
def _connection() -> None:
    """The code, as long as it can be used, and how many phones there are."""
    classroom = visitor_class()
    if classroom is None:
        return
    secret, left_s = st.session_state.get(_SECRET, ""), classroom.remotes.pass_left_s
    if secret and left_s:
        _draw_code(remote_url(classroom, secret), left_s)
    else:
        st.session_state.pop(_SECRET, None)
        st.button("Show the code for my phone", key="class-remote-show", on_click=attempt, args=(_show_code,))
    if count := classroom.remotes.count:
        st.text(f"{count_phrase(count, 'phone')} connected. Is one of them not yours? Then disconnect.")
        st.button("Disconnect", key="class-remote-disconnect", on_click=attempt, args=(_disconnect,))


def _draw_code(address: str, left_s: float) -> None:
    if is_local(address):
        st.text("Phones can’t open this address. Start the server as this page says.")
    else:
        draw_qr_code(address, alt="QR code that makes a phone the lecturer’s. It works once.")
    st.text("Keep this code off the projector: whoever scans it first moves the projector.")
    st.caption(f"It works once, for {count_phrase(round(left_s), 'more second')}.")
    st.code(address, language=None, wrap_lines=True)


def _show_code() -> None:
    classroom = visitor_class()
    if classroom is not None:
        st.session_state[_SECRET] = classroom.remotes.issue_pass()


def _disconnect() -> None:
    classroom = visitor_class()
    if classroom is not None:
        classroom.remotes.disconnect()
