"""Spot the mistake: the whole code with one wrong line, found by clicking it; two tries, and everybody's guesses."""

import streamlit as st

import cache.mistakes
from cache.classes.guesses import tally
from components.charts.candidates import candidate_bars
from components.mistakes.model.mistake import Mistake
from components.mistakes.tables.findings import finding
from components.mistakes.tables.guessed_lines import line_table, tally_finding
from pages.mistakes.code import wrong_code
from pages.mistakes.context import MistakesContext
from pages.parts.layout import headline, note, notes_place
from pages.parts.links.parameters import MODE

NAME = "Spot the mistake"  # of this view
BODY = ("tokenizer", "vocabulary_of", "lower", "def")  # what the code begins with after its imports and values
SPOTTED = "spotted"  # in the session, by mistake: the lines that were clicked, and the wrong one
TRIES = 2
_INDENT = "\N{NO-BREAK SPACE}"  # Markdown would drop a label's leading spaces


def is_open(mistake: Mistake) -> bool:
    """Whether this view is shown and the wrong line is still looked for."""
    guesses, wrong = st.session_state.get(SPOTTED, {}).get(mistake.key, ((), None))
    return st.query_params.get(MODE) == NAME and wrong not in guesses and len(guesses) < TRIES


def show(selected: MistakesContext) -> None:
    """Show the code, let the visitor click a line, and reveal which one is wrong."""
    code = wrong_code(selected)
    lines = code.splitlines()
    key = selected.mistake.key
    wrong = next(number for number, line in enumerate(lines, 1) if line.strip() == selected.mistake.wrong)
    spotted: dict[str, tuple[tuple[int, ...], int]] = st.session_state.setdefault(SPOTTED, {})
    guesses, _ = spotted.get(key, ((), wrong))
    begun = next(number for number, line in enumerate(lines) if line.startswith(BODY))
    headline(_verdict(guesses, wrong, first=begun + 1, last=len(lines)))
    if wrong in guesses or len(guesses) == TRIES:
        marks = {wrong: "✗"}
        numbered = "\n".join(f"{number:>2} {marks.get(number, ' ')} {line}" for number, line in enumerate(lines, 1))
        st.code(numbered, language=None, wrap_lines=True)  # Streamlit's own numbers and colours are too pale to read
        _answer(selected, guesses, wrong, spotted)
    else:
        _lines_to_click(key, lines, wrong, guesses, begun=begun)


def _verdict(guesses: tuple[int, ...], wrong: int, *, first: int, last: int) -> str:
    if not guesses:
        return f"One of lines {first} to {last} is wrong, but raises no error. Click it."
    if guesses[-1] == wrong:
        return f"Spotted{' at the second try' if len(guesses) > 1 else ''}: line {wrong} is wrong."
    if len(guesses) < TRIES:
        return f"Line {guesses[-1]} is correct. Click another line."
    return f"Line {guesses[-1]} is correct, too. Line {wrong} is the wrong one."


def _lines_to_click(key: str, lines: list[str], wrong: int, guesses: tuple[int, ...], *, begun: int) -> None:
    """Every line that may be wrong as a button; imports and the values at the top are plain code."""
    st.code("\n".join(lines[:begun]).rstrip(), language=None, wrap_lines=True)
    with st.container(key="spot-lines", gap=None):
        for number, line in enumerate(lines[begun:], begun + 1):
            if not line.strip():
                continue
            indent = _INDENT * (len(line) - len(line.lstrip()))
            st.button(
                f"`{number:>2}`{_INDENT}{indent}`{line.strip()}`",
                key=f"spot-{key}-{number}",
                type="tertiary",
                width="stretch",
                disabled=number in guesses,
                on_click=_guess,
                args=(key, number, wrong),
            )


def _guess(key: str, number: int, wrong: int) -> None:
    spotted: dict[str, tuple[tuple[int, ...], int]] = st.session_state[SPOTTED]
    before, _ = spotted.get(key, ((), wrong))
    spotted[key] = ((*before, number), wrong)
    if not before:
        tally().add(_question(key), str(number))


def _answer(
    selected: MistakesContext, guesses: tuple[int, ...], wrong: int, spotted: dict[str, tuple[tuple[int, ...], int]]
) -> None:
    """The correct line, what the mistake costs, and everybody's first guesses."""
    right = sum(line in clicked for clicked, line in spotted.values())
    with notes_place():
        st.markdown("**The correct line**")
        st.code(selected.mistake.right, language=None, wrap_lines=True)
        st.text(f"You have spotted {right} of {len(spotted)} mistakes. Choose the next example for another.")
    note(finding(selected.mistake.key, cache.mistakes.compare(selected.model.id, selected.mistake.key)))
    table = line_table(tally().counts(_question(selected.mistake.key)), wrong=wrong, visitors_guess=guesses[0])
    st.caption("Everybody’s first guesses, with yours marked:")
    st.vega_lite_chart(candidate_bars(table), key="spot-tally", alt=tally_finding(table))


def _question(key: str) -> str:
    return f"spot {key}"
