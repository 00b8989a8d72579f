"""Predict, then reveal: a visitor says what they expect, then sees the model's answer and everybody's guesses."""

from collections.abc import Callable

import streamlit as st

from cache.guesses import tally
from components.charts.candidates import candidate_bars
from components.charts.cloud import word_cloud
from components.model.results import MaskPrediction
from components.model.tally import GUESS_CHARACTER_LIMIT, normalise_guess
from components.tables.guesses import (
    cloud_finding,
    guess_cloud,
    guess_finding,
    guess_table,
    thought_of,
    verdict,
)
from pages.parts.layout import headline
from pages.parts.lecture.guess_wait import stop_waiting, wait_for_guess
from pages.parts.lecture.joining import counted, guessed_by_class, joining
from pages.parts.lecture.presenting import presenting

Scored = Callable[[str], float | None]
LEAST_IN_CLOUD = 4  # words; fewer are read more easily as bars
MOST_SCORED = 24  # words of a class that the model is asked about, some 20 ms each
_GUESSES = "guesses"  # this visitor's, by question
_SHOWN = "guess-shown"  # those whose answer a presenter has shown by a key


def revealed(
    question: str,
    mask: MaskPrediction,
    *,
    key: str,
    blank: str = "the blank",
    sentence: str = "",
    judged: Callable[[str], str] | None = None,
    scored: Scored | None = None,
) -> bool:
    """Ask for a guess, or, once one was made, show how it did.

    Args:
        question: A key of what is asked, the same text for everybody who sees the same blank. Nobody reads it.
        mask: The model's answer.
        key: Prefix of the widgets' keys.
        blank: What the guess is for, in words.
        sentence: What the guess is about, as phones show it, with "[MASK]" in place of what is to be guessed.
        judged: What to say of a guess; where it is not given, how likely the model finds the guessed word.
        scored: Where words are guessed: the model's log-probability of one that is not among its candidates, None
            where it cannot stand there. Asked of the words of one's own class alone.

    Returns:
        Whether the answer may be shown.
    """
    guesses: dict[str, str] = st.session_state.setdefault(_GUESSES, {})
    stop_waiting()
    if question in st.session_state.get(_SHOWN, ()):
        _everybody(question, mask, scored, key=key)
        return True
    if question not in guesses:
        wait_for_guess(question)
        if presenting():
            headline(f"What is your guess for {blank}?")
            joining(question, prompt=f"What is your guess for {blank}? {sentence}".strip())
        else:
            _ask(question, guesses, key=key, blank=blank)
        return False
    guess = guesses[question]
    st.text(verdict(guess, mask) if judged is None else judged(guess))
    _everybody(question, mask, scored, key=key, own=guess)
    return True


def _everybody(question: str, mask: MaskPrediction, scored: Scored | None, *, key: str, own: str = "") -> None:
    """What all visitors guessed, if anybody did: many words against the model's, a few as bars."""
    counts, of_class = counted(question), guessed_by_class(question)
    if not counts:
        return
    chances = thought_of(mask)
    if scored is not None:
        unheard = [word for word in of_class if word not in chances][:MOST_SCORED]
        chances |= {word: chance for word in unheard if (chance := scored(word)) is not None}
    if scored is not None and len(chances.keys() & of_class.keys()) >= LEAST_IN_CLOUD:
        cloud = guess_cloud(counts, chances, mask)
        finding = cloud_finding(cloud, counts, mask)
        st.text(finding)
        st.altair_chart(word_cloud(cloud), key=f"{key}-cloud", alt=finding)
        st.caption(
            "Larger: guessed by more people. Further right: more likely to the model. Italics: the model’s top words."
        )
        return
    table = guess_table(counts, mask, own=own, also=of_class)
    st.caption("What everyone guessed, with yours marked:" if own else "What the audience guessed:")
    st.vega_lite_chart(candidate_bars(table), key=f"{key}-guesses", alt=guess_finding(table))


def reveal() -> None:
    """Show the answer that was asked for, to an audience that has guessed aloud."""
    st.session_state.setdefault(_SHOWN, set()).add(stop_waiting())


def _ask(question: str, guesses: dict[str, str], *, key: str, blank: str) -> None:
    with st.form(f"{key}-guess", border=True):
        typed = st.text_input(f"Your guess for {blank}", max_chars=GUESS_CHARACTER_LIMIT)
        if st.form_submit_button("Show the answer") and (guess := normalise_guess(typed)):
            guesses[question] = guess
            tally().add(question, guess)
            st.rerun()
