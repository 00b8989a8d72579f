"""Asks visitors to guess the speed-up before it is shown."""

import statistics
from collections.abc import Callable

import streamlit as st

from cache.classes.guesses import tally
from components.speed.model.spec import format_spec
from components.speed.tables.findings import cell_text, judged_cell
from components.tables.phrases import count_phrase
from pages.parts.findings import Findings
from pages.parts.presenting import asks_for_guess
from pages.speed.context import SpeedContext

Show = Callable[[SpeedContext], Findings | None]
_GUESSES = "speed-guesses"  # session key: this visitor's guesses by question
GUESS_LIMIT = 100.0


def ask_for_ratio(context: SpeedContext) -> bool:
    """Ask for a guess if guessing is on; returns whether the speed-up may be shown. Judges a guess that was made."""
    if not asks_for_guess():
        return True
    question = f"speed-up {format_spec(context.result.benchmark)}"
    guesses: dict[str, float] = st.session_state.setdefault(_GUESSES, {})
    first, second = context.names
    cell = judged_cell(context.result.cells).cell
    if question not in guesses:
        with st.form("speed-up-guess", border=True):
            guess = st.number_input(
                f"Your guess: how many times as fast as {first} is {second} ({cell_text(cell)})?",
                0.1,
                GUESS_LIMIT,
                1.0,
                step=0.1,
                key="speed-guess-number",
            )
            if st.form_submit_button("Show the answer"):
                guesses[question] = round(guess, 1)
                tally().add(question, f"{guess:.1f}")
                st.rerun()
        return False
    speed_up = judged_cell(context.result.cells).speed_up
    guess = guesses[question]
    verdict = "within the interval" if speed_up.contains(guess) else "too low" if guess < speed_up.low else "too high"
    all_guesses = [float(value) for value, count in tally().counts(question) for _ in range(count)]
    st.text(
        f"You said {guess:.1f} times: {verdict}. "
        f"Measured: {speed_up.value:.2f} times ({speed_up.low:.2f}–{speed_up.high:.2f}). "
        f"The median of {count_phrase(len(all_guesses), 'guess', 'guesses')} is "
        f"{statistics.median(all_guesses):.1f}."
    )
    return True


def with_guess_first(show: Show) -> Show:
    """Wrap a mode so that it is shown only after the guess, if guessing is on."""
    return lambda context: show(context) if ask_for_ratio(context) else None
