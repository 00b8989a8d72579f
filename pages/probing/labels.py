"""The box for a visitor's own labels: words or sentences, pasted or uploaded. The link holds a short list."""

import streamlit as st

from components.model.lists.errors import ListError
from components.model.user_errors import UserError
from components.probing.model.custom import (
    CUSTOM_LIST,
    EXAMPLE_LIST,
    Labelled,
    custom_labels,
    labels_text,
    read_labels,
)
from components.tables.phrases import count_phrase
from pages.parts.errors import show_error
from pages.parts.presenting import hides_controls
from pages.parts.settings import long_text, write_long_text
from pages.parts.visitor_lists import FILE_TYPES, list_as_chosen, problem_text, visitor_list

LABELS = "own-labels"  # in the link
HEIGHT = 140
_VALUE_NAME, _FILE_KEY = "label", "probing-file"


def custom_list() -> Labelled | None:
    """The texts and labels of a visitor, or an example until there are some; None while they cannot be used.

    Raises:
        UserError: The link's list cannot be used, in pages that hide settings.
    """
    if hides_controls():
        return _linked_labels()
    st.text(f"Up to {CUSTOM_LIST.limit} words or sentences, at least five for each label.")
    box, note = st.container(), st.empty()
    with st.expander("Upload a file", key="probing-upload"):
        file = st.file_uploader(".txt, .csv, .tsv or .jsonl", type=FILE_TYPES, key=_FILE_KEY)
        if file is not None:
            _offer_file(file.getvalue())
    with box:
        typed = long_text(
            "One word or sentence per line, then a tab or a comma and its label",
            LABELS,
            height=HEIGHT,
            placeholder=EXAMPLE_LIST,
        )
    if not typed.strip():
        write_long_text(LABELS, "", subject="")
        note.caption("Until you paste a list: names of animals and tools.")
        return read_labels(EXAMPLE_LIST)
    labels = _pasted_labels(typed)
    if problem := write_long_text(LABELS, _link_text(typed, labels), subject="Your list"):
        note.caption(problem)
    return labels


def example_labels() -> Labelled:
    """The example that stands there until a visitor pastes a list."""
    return read_labels(EXAMPLE_LIST)


def _linked_labels() -> Labelled:
    try:
        return read_labels(long_text("", LABELS, height=HEIGHT).strip() or EXAMPLE_LIST)
    except ListError as error:
        raise UserError(problem_text(error, _VALUE_NAME)) from error


def _pasted_labels(typed: str) -> Labelled | None:
    """The labels of a pasted list; None, with a message above any question about its columns, if there are none."""
    message = st.container()
    try:
        rows = visitor_list(typed, CUSTOM_LIST, key="probing", value_name=_VALUE_NAME, check=custom_labels)
    except UserError as error:
        with message:
            show_error(error)
        return None
    return None if rows is None else custom_labels(rows)


def _link_text(typed: str, labels: Labelled | None) -> str:
    """The list as the link holds it: as it was typed, unless the visitor had to say how to read it."""
    if labels is None:
        return typed
    try:
        return typed if read_labels(typed) == labels else labels_text(labels)
    except ListError:
        return labels_text(labels)


def _offer_file(content: bytes) -> None:
    """Show how a file was read, with a button that puts it into the box."""
    message = st.container()
    try:
        rows = visitor_list(content, CUSTOM_LIST, key=_FILE_KEY, value_name=_VALUE_NAME, check=custom_labels)
    except UserError as error:
        with message:
            show_error(error)
        return
    if rows is not None:
        label = f"Use these {count_phrase(len(custom_labels(rows)), 'text')}"
        st.button(label, key="probing-use", on_click=_use_file, args=(content,))


def _use_file(content: bytes) -> None:
    rows = list_as_chosen(content, CUSTOM_LIST, key=_FILE_KEY)
    if rows is not None:
        st.session_state[LABELS] = labels_text(custom_labels(rows))
