"""Ask a visitor without a class for a sentence, and show that sentence in the figure."""

import streamlit as st

from components.classroom.entries import NOTHING_SENT, ClassQuestion, EntryKind, entry_text
from components.classroom.entry_checks import entry_problem
from components.tours.questions import StopQuestion
from pages.parts.lecture.tour_stop import CurrentStop
from pages.parts.lecture.typed_answers import keep_typed, show_typed

_SENTENCES = "tour-own-sentences"  # by tour and index of the stop: the sentence whose label the answer is


def own_sentence(here: CurrentStop) -> str:
    """The sentence that this visitor answered with; empty without one."""
    return str(st.session_state.get(_SENTENCES, {}).get(here.key, ""))


def ask_for_sentence(here: CurrentStop, question: StopQuestion, box: str) -> None:
    """Ask for a sentence and its label, and put the sentence into the page's text box.

    Args:
        here: The stop.
        question: Its question.
        box: The parameter of the text box; empty if the page has none.
    """
    asks = ClassQuestion(
        EntryKind.FOOLING, here.question_key, here.stop.question, question.options, words=question.words
    )
    with st.form(f"{asks.about}-form", border=False, width=480):
        typed = st.text_input("Your sentence", max_chars=asks.text_limit)
        label = st.radio("What does the word mean in it?", question.options, index=None, horizontal=True)
        if st.form_submit_button("Answer"):
            sentence = entry_text(asks, typed)
            if problem := entry_problem(asks, typed, label or "") if sentence else NOTHING_SENT[asks.kind]:
                st.warning(problem)
                return
            st.session_state.setdefault(_SENTENCES, {})[here.key] = sentence
            if box:
                keep_typed(here.key, box, sentence)
            here.keep_answer(label or "")
            st.rerun()


def offer_own_sentence(here: CurrentStop, box: str) -> None:
    """If the figure shows another sentence than the visitor's answer, say so, with a button that shows theirs."""
    sentence = own_sentence(here)
    if not sentence or st.session_state.get(box, sentence) == sentence:
        return
    with st.container(key="stop-left", horizontal=True, vertical_alignment="center"):
        st.text("The figure shows another sentence than yours.")
        if st.button("Show your sentence", key=f"{here.question_key}-own"):
            show_typed(here.key)
            st.rerun()
