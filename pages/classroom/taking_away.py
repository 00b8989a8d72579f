"""What a class sent in, as files: while it lasts, and once more when it has ended."""

from collections.abc import Callable, Sequence

import streamlit as st

from components.classroom.classroom import Classroom
from components.classroom.entries import Entry
from components.classroom.export import as_csv, as_json

_LEFT = "class-left-behind"


def files(code: str, entries: Callable[[], Sequence[Entry]], *, disabled: bool = False) -> None:
    """A button for each kind of file.

    Args:
        code: Of the class.
        entries: What the files hold, asked for when one is saved.
        disabled: Whether there is nothing to save.
    """

    def button(kind: str, written: Callable[[Sequence[Entry]], bytes]) -> None:
        st.download_button(
            kind,
            lambda: written(entries()),
            file_name=f"riverbank-class-{code}.{kind.lower()}",
            key=f"class-{kind.lower()}",
            icon=":material/download:",
            disabled=disabled,
            on_click="ignore",
        )

    button("CSV", as_csv)
    button("JSON", as_json)


def leave_behind(classroom: Classroom) -> None:
    """Keep what was sent in for this visit alone, since the class forgets it."""
    st.session_state[_LEFT] = (classroom.code, classroom.entries(hidden=True))


def left_behind() -> None:
    """The files of the class that has just ended."""
    code, entries = st.session_state.get(_LEFT, ("", ()))
    if entries:
        st.text(f"Class {code} has ended. You can still save its answers:")
        with st.container(horizontal=True):
            files(code, lambda: entries)
