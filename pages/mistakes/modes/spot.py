"""Spot the mistake: the whole code with one wrong line. Which? With a tally of one's own and everybody's."""

import streamlit as st

import cache.mistakes
from cache.guesses import tally
from components.charts.candidates import candidate_bars
from components.mistakes.tables.findings import finding
from components.mistakes.tables.spotted import line_table, tally_finding
from pages.mistakes.code import wrong_code
from pages.mistakes.context import MistakesContext
from pages.parts.stage import beside, headline, note, settings_place

BODY = ("tokenizer", "vocabulary_of", "lower", "def")  # with what the code begins after its imports and values
SPOTTED = "spotted"  # in the session: the line that was guessed and the wrong one, by mistake


def show(at: MistakesContext) -> None:
    """Show the code, ask for the line, and say which it is."""
    code = wrong_code(at)
    lines = code.splitlines()
    wrong = next(number for number, line in enumerate(lines, 1) if line.strip() == at.mistake.wrong)
    guesses: dict[str, tuple[int, int]] = st.session_state.setdefault(SPOTTED, {})
    guess, _ = guesses.get(at.mistake.key, (None, wrong))
    headline(_said(guess, wrong, of=len(lines)))
    if guess is None:
        _ask(at.mistake.key, lines, wrong)
    numbered = "\n".join(f"{number:>2}  {line}" for number, line in enumerate(lines, 1))
    st.code(numbered, language=None, wrap_lines=True)  # Streamlit's own numbers and colours are too pale to read
    if guess is not None:
        _answer(at, guess, wrong, guesses)


def _said(guess: int | None, wrong: int, *, of: int) -> str:
    if guess is None:
        return f"One of these {of} lines is wrong, and nothing complains: which?"
    return f"Line {wrong}: spotted." if guess == wrong else f"You said line {guess}: it is line {wrong}."


def _ask(key: str, lines: list[str], wrong: int) -> None:
    """The lines to choose from: what is imported, asked and empty is not."""
    begun = next(number for number, line in enumerate(lines) if line.startswith(BODY))
    offered = [number for number, line in enumerate(lines, 1) if number > begun and line.strip()]
    with settings_place():
        st.selectbox(
            "The wrong line",
            offered,
            index=None,
            format_func=lambda number: f"{number}  {lines[number - 1].strip()}",
            placeholder="Choose a line",
            key=_line(key),
            on_change=_guessed,
            args=(key, wrong),
        )


def _guessed(key: str, wrong: int) -> None:
    guess = st.session_state[_line(key)]
    st.session_state[SPOTTED][key] = (guess, wrong)
    tally().add(_question(key), str(guess))


def _answer(at: MistakesContext, guess: int, wrong: int, guesses: dict[str, tuple[int, int]]) -> None:
    """What it should say, what it costs, and how many were spotted."""
    right = sum(one == line for one, line in guesses.values())
    with beside():
        st.markdown("**It should say**")
        st.code(at.mistake.right, language=None, wrap_lines=True)
        st.text(f"You have spotted {right} of {len(guesses)}; the next example is another.")
    note(finding(at.mistake.key, cache.mistakes.compared(at.model.id, at.mistake.key)))
    table = line_table(tally().counts(_question(at.mistake.key)), wrong=wrong, own=guess)
    st.caption("Everybody’s guesses, yours marked:")
    st.vega_lite_chart(candidate_bars(table), key="spot-tally", alt=tally_finding(table))


def _line(key: str) -> str:
    return f"spot-{key}"


def _question(key: str) -> str:
    return f"spot {key}"
