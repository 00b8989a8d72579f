"""A guess before the answer: how many times as fast is the second model?"""

import statistics
from collections.abc import Callable

import streamlit as st

from cache.guesses import tally
from components.speed.model.spec import format_spec
from components.speed.tables.findings import cell_text, judged_cell
from pages.parts.findings import Findings
from pages.parts.presenting import asks_for_guess
from pages.speed.context import SpeedContext

Show = Callable[[SpeedContext], Findings | None]
_GUESSES = "speed-guesses"  # this visitor's, by question
GUESS_LIMIT = 100.0


def ask_for_ratio(at: SpeedContext) -> bool:
    """Whether the speed-up may be shown: nobody is asked to guess, or a guess was made, which is then judged."""
    if not asks_for_guess():
        return True
    question = f"speed-up {format_spec(at.result.benchmark)}"
    guesses: dict[str, float] = st.session_state.setdefault(_GUESSES, {})
    first, second = at.names
    cell = judged_cell(at.result.cells).cell
    if question not in guesses:
        with st.form("speed-guess", border=True):
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
    found = judged_cell(at.result.cells).speed_up
    guess = guesses[question]
    held = "within the interval" if found.contains(guess) else "too low" if guess < found.low else "too high"
    others = [float(one) for one, times in tally().counts(question) for _ in range(times)]
    st.text(
        f"You said {guess:.1f} times: {held}. Measured: {found.value:.2f} times ({found.low:.2f}–{found.high:.2f}). "
        f"The median of {len(others)} {'guess' if len(others) == 1 else 'guesses'} is "
        f"{statistics.median(others):.1f}."
    )
    return True


def with_guess_first(show: Show) -> Show:
    """A mode that is shown once a guess was made, where visitors are asked for one."""
    return lambda at: show(at) if ask_for_ratio(at) else None
