"""Guess first: a visitor enters a guess, then sees the model's answer and everyone's guesses."""

from collections.abc import Callable

import streamlit as st

from cache.classes.guesses import tally
from components.charts.candidates import candidate_bars
from components.charts.cloud import word_cloud
from components.classroom.entries import ONE_WORD
from components.model.results import MaskPrediction
from components.model.tally import GUESS_CHARACTER_LIMIT, is_one_word, normalise_guess
from components.tables.guesses import (
    candidate_log_probabilities,
    cloud_finding,
    guess_cloud,
    guess_finding,
    guess_table,
    top_guess_sentence,
    verdict,
)
from pages.parts.layout import headline
from pages.parts.lecture.guess_wait import stop_waiting, wait_for_guess
from pages.parts.lecture.joining import class_guess_counts, guess_counts, join_panel, share_guesses
from pages.parts.presenting import is_presenting

WordScorer = Callable[[str], float | None]
CLOUD_MINIMUM = 4  # words; fewer are easier to read as bars
SCORED_LIMIT = 24  # words of a class that the model scores, about 20 ms each
_GUESSES = "guesses"  # this visitor's guesses, by question
_SHOWN = "guess-shown"  # questions whose answer a presenter has revealed with a key


def guess_then_reveal(
    question: str,
    mask: MaskPrediction,
    *,
    key: str,
    blank: str = "the blank",
    sentence: str = "",
    is_word: bool = False,
    judge: Callable[[str], str] | None = None,
    score: WordScorer | None = None,
) -> bool:
    """Ask for a guess or, after the guess, show how it compares.

    Args:
        question: A key of the question, the same for all visitors who see the same blank. It is not shown.
        mask: The model's prediction.
        key: Prefix of the widgets' keys.
        blank: What is guessed, in words.
        sentence: The sentence for phones, with "[MASK]" in place of the blank.
        is_word: Whether the answer is a single word, so that a guess of several is not taken.
        judge: Returns a comment on a guess; by default, the probability that the model gives the word.
        score: Returns the model's log-probability (natural) of a word that is not among its candidates, or None if
            the word cannot be scored. Called for words of the visitor's own class only.

    Returns:
        Whether the answer may be shown.
    """
    guesses: dict[str, str] = st.session_state.setdefault(_GUESSES, {})
    prompt = f"What is your guess for {blank}? {sentence}".strip()
    stop_waiting()
    if question in st.session_state.get(_SHOWN, ()):
        _everybodys_guesses(question, mask, score, key=key, is_word=is_word)
        share_guesses(question, prompt=prompt, explanation=top_guess_sentence(mask) if is_word else "")
        return True
    if question not in guesses:
        wait_for_guess(question)
        if is_presenting():
            headline(f"What is your guess for {blank}?")
            join_panel(question, prompt=prompt, is_word=is_word)
        else:
            _ask(question, guesses, key=key, blank=blank, is_word=is_word)
        return False
    guess = guesses[question]
    st.text(verdict(guess, mask) if judge is None else judge(guess))
    _everybodys_guesses(question, mask, score, key=key, is_word=is_word, visitor_guess=guess)
    return True


def _everybodys_guesses(
    question: str, mask: MaskPrediction, score: WordScorer | None, *, key: str, is_word: bool, visitor_guess: str = ""
) -> None:
    """Draw everyone's guesses: as a cloud if there are many words, as bars if there are few.

    Below them a heading of the model's words, which are bars, too.
    """
    counts, of_class = guess_counts(question), class_guess_counts(question)
    if not counts or (visitor_guess and sum(count for _, count in counts) == 1):
        return  # nobody else has guessed
    chances = candidate_log_probabilities(mask)
    if score is not None:
        unheard = [word for word in of_class if word not in chances][:SCORED_LIMIT]
        chances |= {word: chance for word in unheard if (chance := score(word)) is not None}
    if score is not None and len(chances.keys() & of_class.keys()) >= CLOUD_MINIMUM:
        cloud = guess_cloud(counts, chances, mask)
        finding = cloud_finding(cloud, counts, mask)
        st.text(finding)
        st.altair_chart(word_cloud(cloud), key=f"{key}-cloud", alt=finding)
        st.caption(
            "Larger: guessed by more people. Further right: more likely to the model. Italics: the model’s top words."
        )
    else:
        table = guess_table(counts, mask, visitor_guess=visitor_guess, showable=of_class)
        st.caption("What everyone guessed, with yours marked:" if visitor_guess else "What the audience guessed:")
        st.vega_lite_chart(candidate_bars(table, scale_max=1.0), key=f"{key}-guesses", alt=guess_finding(table))
    if is_word:
        st.caption("What the model says:")


def reveal_answer(question: str) -> None:
    """Show the answer of a question that waits for a guess, after an audience has guessed aloud."""
    st.session_state.setdefault(_SHOWN, set()).add(question)
    stop_waiting()


def _ask(question: str, guesses: dict[str, str], *, key: str, blank: str, is_word: bool) -> None:
    with st.form(f"{key}-guess-form", border=True):  # “-guess” is the switch in the panel for lecturers
        typed = st.text_input(f"Your guess for {blank}", max_chars=GUESS_CHARACTER_LIMIT)
        if st.form_submit_button("Show the answer") and (guess := normalise_guess(typed)):
            if is_word and not is_one_word(guess):
                st.warning(ONE_WORD)
                return
            guesses[question] = guess
            tally().add(question, guess)
            st.rerun()
