"""Errors are shown where the result would have been."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import streamlit as st

from components.model.user_errors import NothingMasked, UserError
from pages.parts.markdown import escape_markdown


@contextmanager
def show_errors() -> Iterator[None]:
    """Show a :class:`UserError` raised inside the ``with`` block as a message on the page."""
    try:
        yield
    except UserError as error:
        show_error(error)


def show_error(error: UserError) -> None:
    """Show an error's message on the page; a sentence without a masked word is not a warning."""
    if isinstance(error, NothingMasked):
        st.info(escape_markdown(str(error)), icon=":material/touch_app:")
    else:
        st.warning(escape_markdown(str(error)), icon=":material/info:")


@contextmanager
def defer_errors(key: str) -> Iterator[None]:
    """Keep a :class:`UserError` raised inside the ``with`` block for :func:`show_deferred_error`.

    For the callback of a widget: it runs before the page, so its message has no place yet.
    """
    try:
        yield
    except UserError as error:
        st.session_state[_deferred(key)] = str(error)


def show_deferred_error(key: str, *, advice: str = "") -> None:
    """Show the error that :func:`defer_errors` kept under the same key, if any, followed by ``advice``."""
    message = st.session_state.pop(_deferred(key), None)
    if message is not None:
        st.warning(f"{escape_markdown(message)} {advice}".rstrip(), icon=":material/info:")


def _deferred(key: str) -> str:
    """The key of the session's state."""
    return f"{key}-error"


def attempt(action: Callable[[], None]) -> None:
    """Run the action of a click; if it raises a :class:`UserError`, show the message as a toast."""
    try:
        action()
    except UserError as error:
        st.toast(escape_markdown(str(error)), icon=":material/info:")
