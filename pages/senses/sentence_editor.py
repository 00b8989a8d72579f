"""Editor for a visitor's own sentences: in a table, pasted, or uploaded."""

import streamlit as st

from components.model.lists.columns import SENSE_LIST
from components.model.tokens.occurrences import SentenceWithSense
from components.senses.tables.sentences import edited_sentences, sentence_editor_table
from pages.parts.visitor_lists import FILE_TYPES, visitor_list
from pages.senses.inputs import CUSTOM_SENTENCES, current_sentences

EDITABLE_ROWS = 500  # rows of the table; longer lists are pasted or uploaded


def show_sentence_editor(typed: str) -> None:
    """Show the current sentences for the typed word in a table, and fields to paste or upload others."""
    st.markdown(
        f"Up to {SENSE_LIST.limit:,} sentences. The **sense** is your own label for what the word means there; you may "
        "leave it empty. Your sentences last as long as this visit and are not part of the link."
    )
    current = current_sentences(typed)
    if len(current) <= EDITABLE_ROWS:
        edited_table = st.data_editor(
            sentence_editor_table(current), num_rows="dynamic", hide_index=True, key=f"senses-table-{hash(current)}"
        )
        st.button("Use this table", key="senses-use", on_click=_use_sentences, args=(edited_sentences(edited_table),))
    else:
        st.caption(
            f"There are {len(current):,} sentences, too many for a table (limit {EDITABLE_ROWS}). "
            "Paste or upload others."
        )
    pasted = st.text_area(
        "Or paste them: one sentence per line, then a tab and its sense",
        height=140,
        key="senses-pasted",
        persist_state="session",
    )
    uploaded = st.file_uploader("Or upload a file: .txt, .csv, .tsv or .jsonl", type=FILE_TYPES, key="senses-file")
    content = pasted if uploaded is None else uploaded.getvalue()
    if content and content.strip() and (rows := visitor_list(content, SENSE_LIST, key="senses", value_name="sense")):
        new_sentences = tuple(SentenceWithSense(row.sentence, row.value) for row in rows)
        label = "Use this sentence" if len(new_sentences) == 1 else f"Use these {len(new_sentences):,} sentences"
        st.button(label, key="senses-paste", on_click=_use_sentences, args=(new_sentences,))
    if CUSTOM_SENTENCES in st.session_state:
        st.button("Back to the example sentences", key="senses-back", on_click=_restore_examples)


def _use_sentences(sentences: tuple[SentenceWithSense, ...]) -> None:
    st.session_state[CUSTOM_SENTENCES] = sentences


def _restore_examples() -> None:
    st.session_state.pop(CUSTOM_SENTENCES, None)
