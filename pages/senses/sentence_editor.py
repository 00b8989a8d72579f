"""Editor for a visitor's own sentences: in a table, pasted, or uploaded."""

from collections.abc import Sequence
from contextlib import nullcontext

import streamlit as st

from components.model.lists.columns import SENSE_LIST
from components.model.tokens.occurrences import SentenceWithSense, find_occurrences, parse_word_forms
from components.model.user_errors import UserError
from components.senses.tables.sentences import edited_sentences, sentence_editor_table
from components.tables.phrases import by_count, count_phrase, quoted
from pages.parts.errors import show_errors
from pages.parts.markdown import escape_markdown
from pages.parts.visitor_lists import FILE_TYPES, visitor_list
from pages.senses.inputs import CUSTOM_SENTENCES, current_sentences

EDITABLE_ROWS = 500  # rows of the table; longer lists are pasted or uploaded


def show_sentence_editor(typed: str, *, note: str = "") -> None:
    """Show the current sentences for the typed word in a table, and fields to paste or upload others.

    Args:
        typed: The forms of the word, as the visitor wrote them.
        note: What is wrong with the current sentences, as Markdown; shown if they are the visitor's own.
    """
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
    note_place = st.container(gap=None)
    pasted = st.text_area(
        "Or paste them: one sentence per line, then a tab and its sense",
        height=140,
        key="senses-pasted",
        persist_state="session",
    )
    list_place = st.container()
    uploaded = st.file_uploader("Or upload a file: .txt, .csv, .tsv or .jsonl", type=FILE_TYPES, key="senses-file")
    content = pasted if uploaded is None else uploaded.getvalue()
    if content and content.strip():
        with list_place if uploaded is None else nullcontext(), show_errors():
            _offer_list(content, parse_word_forms(typed))
    if note and CUSTOM_SENTENCES in st.session_state:
        with note_place:
            st.warning(note, icon=":material/info:")
    if CUSTOM_SENTENCES in st.session_state:
        st.button("Back to the example sentences", key="senses-back", on_click=_restore_examples)


def _offer_list(content: bytes | str, forms: tuple[str, ...]) -> None:
    """Read a pasted or uploaded list; say which sentences will be left out, and draw the button that uses the list."""
    rows = visitor_list(content, SENSE_LIST, key="senses", value_name="sense")
    if not rows:
        return
    new_sentences = tuple(SentenceWithSense(row.sentence, row.value) for row in rows)
    if new_sentences != st.session_state.get(CUSTOM_SENTENCES):  # of those in use, the note says it
        for problem in list_problems([row.sentence for row in rows], forms):
            st.warning(escape_markdown(problem), icon=":material/info:")
    label = "Use this sentence" if len(new_sentences) == 1 else f"Use these {len(new_sentences):,} sentences"
    st.button(label, key="senses-paste", on_click=_use_sentences, args=(new_sentences,))


def list_problems(sentences: Sequence[str], forms: Sequence[str]) -> list[str]:
    """What is wrong with a list before a model has read it: sentences without the word, and unreadable ones."""
    missing, errors = 0, []
    for sentence in sentences:
        try:
            missing += not find_occurrences(sentence, forms)
        except UserError as error:
            errors.append(str(error))
    problems = []
    if missing:
        without = by_count(missing, "is without", "are without")
        action = (
            "Change the list." if missing == len(sentences) else f"{by_count(missing, 'It', 'They')} will be left out."
        )
        problems.append(
            f"{missing:,} of {count_phrase(len(sentences), 'sentence')} {without} {quoted(forms[0])}. {action}"
        )
    if errors:
        problems.append(f"{count_phrase(len(errors), 'sentence')} cannot be read: {errors[0]}")
    return problems


def _use_sentences(sentences: tuple[SentenceWithSense, ...]) -> None:
    st.session_state[CUSTOM_SENTENCES] = sentences


def _restore_examples() -> None:
    st.session_state.pop(CUSTOM_SENTENCES, None)
