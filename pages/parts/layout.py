"""Where settings stand: nothing of that is left where a link hides them."""

from collections.abc import Iterator
from contextlib import contextmanager

import streamlit as st

from pages.parts.lecture.presenting import controls_hidden
from pages.parts.stage import extras_place, settings_in


@contextmanager
def folded(label: str, *, key: str) -> Iterator[None]:
    """A panel, folded away, for settings; where those are hidden there is none."""
    if controls_hidden():
        yield
        return
    with extras_place():
        panel = st.expander(label, key=key)
    with settings_in(panel):
        yield
