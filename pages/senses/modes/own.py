"""A visitor's own sentences: edited in a table, pasted, or uploaded."""

import streamlit as st

from components.model.lists.columns import SENSE_LIST
from components.model.tokens.occurrences import LabelledSentence
from components.senses.tables.sentences import edited_sentences, sentence_editor_table
from pages.parts.modes import go_to
from pages.parts.visitor_lists import FILE_TYPES, visitor_list
from pages.senses.context import WordAsked
from pages.senses.inputs import OWN, sentences

MOST_EDITED = 500  # rows of a table that is edited by hand


def show(at: WordAsked) -> None:
    """The sentences in use, to change them, and other ways to bring some."""
    st.markdown(
        f"At most {SENSE_LIST.limit:,}. A **sense** is a word of yours for what is meant; leave it empty where you do "
        "not want to say. They stay with this visit and are not part of a link."
    )
    now = sentences(at.typed)
    if len(now) <= MOST_EDITED:
        changed = st.data_editor(
            sentence_editor_table(now), num_rows="dynamic", hide_index=True, key=f"senses-table-{hash(now)}"
        )
        st.button("Use this table", key="senses-use", on_click=_use, args=(edited_sentences(changed),))
    else:
        st.caption(f"There are {len(now):,} sentences; a table is edited by hand up to {MOST_EDITED}.")
    pasted = st.text_area(
        "Or paste: one sentence a line, its sense after a tab", height=140, key="senses-pasted", persist_state="session"
    )
    uploaded = st.file_uploader("Or a file: .txt, .csv, .tsv or .jsonl", type=FILE_TYPES, key="senses-file")
    content = pasted if uploaded is None else uploaded.getvalue()
    if content and content.strip() and (listed := visitor_list(content, SENSE_LIST, key="senses", value_name="sense")):
        brought = tuple(LabelledSentence(each.sentence, each.value) for each in listed)
        label = "Use this sentence" if len(brought) == 1 else f"Use these {len(brought):,} sentences"
        st.button(label, key="senses-paste", on_click=_use, args=(brought,))
    if OWN in st.session_state:
        st.button("Back to the sentences of the word above", key="senses-back", on_click=_back)


def _use(chosen: tuple[LabelledSentence, ...]) -> None:
    st.session_state[OWN] = chosen
    go_to("The map")


def _back() -> None:
    st.session_state.pop(OWN, None)
