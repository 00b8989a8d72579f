"""A visitor's own sentences: edited in a table, pasted, or uploaded."""

import streamlit as st

from components.model.lists.columns import SENSE_LIST
from components.model.tokens.occurrences import LabelledSentence
from components.senses.tables.sentences import edited_sentences, sentence_editor_table
from pages.parts.visitor_lists import FILE_TYPES, visitor_list
from pages.senses.inputs import CUSTOM_SENTENCES, current_sentences

EDITABLE_ROWS = 500  # rows of a table that is edited by hand


def show_sentence_editor(typed: str) -> None:
    """The sentences in use for the word that is typed, to change them, and other ways to bring some."""
    st.markdown(
        f"Up to {SENSE_LIST.limit:,} sentences. The **sense** is your own label for what the word means there; you may "
        "leave it empty. Your sentences last as long as this visit and are not part of the link."
    )
    now = current_sentences(typed)
    if len(now) <= EDITABLE_ROWS:
        changed = st.data_editor(
            sentence_editor_table(now), num_rows="dynamic", hide_index=True, key=f"senses-table-{hash(now)}"
        )
        st.button("Use this table", key="senses-use", on_click=_use, args=(edited_sentences(changed),))
    else:
        st.caption(
            f"There are {len(now):,} sentences, too many for a table (limit {EDITABLE_ROWS}). Paste or upload others."
        )
    pasted = st.text_area(
        "Or paste them: one sentence per line, then a tab and its sense",
        height=140,
        key="senses-pasted",
        persist_state="session",
    )
    uploaded = st.file_uploader("Or upload a file: .txt, .csv, .tsv or .jsonl", type=FILE_TYPES, key="senses-file")
    content = pasted if uploaded is None else uploaded.getvalue()
    if content and content.strip() and (listed := visitor_list(content, SENSE_LIST, key="senses", value_name="sense")):
        brought = tuple(LabelledSentence(each.sentence, each.value) for each in listed)
        label = "Use this sentence" if len(brought) == 1 else f"Use these {len(brought):,} sentences"
        st.button(label, key="senses-paste", on_click=_use, args=(brought,))
    if CUSTOM_SENTENCES in st.session_state:
        st.button("Back to the example sentences", key="senses-back", on_click=_back)


def _use(chosen: tuple[LabelledSentence, ...]) -> None:
    st.session_state[CUSTOM_SENTENCES] = chosen


def _back() -> None:
    st.session_state.pop(CUSTOM_SENTENCES, None)
