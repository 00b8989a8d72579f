"""The entries of a class as files, during the class and once more after it."""

from collections.abc import Callable, Sequence

import streamlit as st

from components.classroom.classroom import Classroom
from components.classroom.entries import ClassEntry
from components.classroom.export import entries_to_csv, entries_to_json

_LEFT = "class-left-behind"


def download_buttons(
    code: str, entries: Callable[[], Sequence[ClassEntry]], *, key: str = "class", disabled: bool = False
) -> None:
    """A download button for each file format.

    Args:
        code: The code of the class.
        entries: Returns the entries; called when a file is saved.
        key: Prefix of the buttons' keys.
        disabled: Whether there is nothing to save.
    """

    def button(kind: str, written: Callable[[Sequence[ClassEntry]], bytes]) -> None:
        st.download_button(
            kind,
            lambda: written(entries()),
            file_name=f"riverbank-class-{code}.{kind.lower()}",
            key=f"{key}-{kind.lower()}",
            icon=":material/download:",
            disabled=disabled,
            on_click="ignore",
        )

    button("CSV", entries_to_csv)
    button("JSON", entries_to_json)


def remember_entries(classroom: Classroom) -> None:
    """Keep the entries in this session, since ending the class deletes them."""
    st.session_state[_LEFT] = (classroom.code, classroom.entries(hidden=True))


def ended_class_files() -> None:
    """Download buttons for the class that has just ended."""
    code, entries = st.session_state.get(_LEFT, ("", ()))
    if entries:
        st.text(f"Class {code} has ended. You can still save its answers, until you reload or close this page:")
        with st.container(horizontal=True):
            download_buttons(code, lambda: entries)
