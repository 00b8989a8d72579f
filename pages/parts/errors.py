"""What could not be done is said in the page, where it would have stood."""

from collections.abc import Iterator
from contextlib import contextmanager

import streamlit as st

from components.model.user_errors import NothingMasked, UserError
from pages.parts.markdown import escape_markdown


@contextmanager
def show_errors() -> Iterator[None]:
    """Say in the page what a visitor can do about what could not be done inside."""
    try:
        yield
    except NothingMasked as error:
        st.info(escape_markdown(str(error)), icon=":material/touch_app:")
    except UserError as error:
        st.warning(escape_markdown(str(error)), icon=":material/info:")
