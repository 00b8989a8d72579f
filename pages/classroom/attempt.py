"""Run the action of a click, and show an error as a toast."""

from collections.abc import Callable

import streamlit as st

from components.model.user_errors import UserError
from pages.parts.markdown import escape_markdown


def attempt(action: Callable[[], None]) -> None:
    """Run ``action``; if it raises a :class:`UserError`, show the message."""
    try:
        action()
    except UserError as error:
        st.toast(escape_markdown(str(error)), icon=":material/info:")
