"""The box for a visitor's own labels: words or sentences, pasted or uploaded."""

import streamlit as st

from components.model.lists.errors import ListError
from components.model.lists.reader import listed_sentences, read_table
from components.model.user_errors import UserError
from components.probing.model.custom import CUSTOM_LIST, EXAMPLE_LIST, custom_labels
from pages.parts.presenting import hides_controls
from pages.parts.visitor_lists import FILE_TYPES, problem_text, visitor_list

VALUE_NAME = "label"


def custom_list() -> tuple[tuple[str, str], ...] | None:
    """The texts and labels of a visitor, or an example until there are some; None while columns are to be chosen.

    Raises:
        UserError: The list cannot be used.
    """
    content: bytes | str = ""
    if not hides_controls():
        st.text(
            f"Up to {CUSTOM_LIST.limit} words or sentences, at least five for each label. "
            "They last as long as this visit and are not part of the link."
        )
        pasted = st.text_area(
            "One word or sentence per line, then a tab or a comma and its label",
            placeholder=EXAMPLE_LIST,
            height=140,
            key="probing-pasted",
            persist_state="session",
        )
        with st.expander("Upload a file", key="probing-upload"):
            file = st.file_uploader(".txt, .csv, .tsv or .jsonl", type=FILE_TYPES, key="probing-file")
        content = pasted if file is None else file.getvalue()
    if not content.strip():
        st.caption("Until you paste a list: names of animals and tools.")
        return example_labels()
    rows = visitor_list(content, CUSTOM_LIST, key="probing", value_name=VALUE_NAME)
    if rows is None:
        return None
    try:
        return custom_labels(rows)
    except ListError as error:
        raise UserError(problem_text(error, VALUE_NAME)) from error


def example_labels() -> tuple[tuple[str, str], ...]:
    """The example that stands there until a visitor pastes a list."""
    return custom_labels(listed_sentences(read_table(EXAMPLE_LIST, CUSTOM_LIST)))
