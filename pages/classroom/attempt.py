"""What a click does, with a word about it where it cannot be done."""

from collections.abc import Callable

import streamlit as st

from components.model.user_errors import UserError
from pages.parts.markdown import escape_markdown


def attempt(action: Callable[[], None]) -> None:
    """Do something at a click, and say so where it could not be done."""
    try:
        action()
    except UserError as error:
        st.toast(escape_markdown(str(error)), icon=":material/info:")
