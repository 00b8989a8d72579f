"""Spot the mistake: code with one wrong line, found by clicking it; two tries, and everybody's guesses."""

from functools import partial

import streamlit as st

import cache.engine
import cache.mistakes
from cache.classes.guesses import tally
from components.charts.candidates import candidate_bars
from components.mistakes.code_lines import code_lines
from components.mistakes.model.mistake import PROBABILITY, Mistake
from components.mistakes.tables.findings import finding
from components.mistakes.tables.guessed_lines import line_table, tally_finding
from components.mistakes.tables.sides import gives_other_word, wrong_and_right
from pages.mistakes.code import wrong_code
from pages.mistakes.context import MistakesContext
from pages.parts.layout import headline, in_drawer, note, try_this
from pages.parts.links.parameters import MODE

NAME = "Spot the mistake"  # of this view
BODY = ("tokenizer", "vocabulary_of", "lower", "def")  # what the code begins with after its imports and values
LOADING = ("tokenizer = ", "model = ")  # as every program does
SPOTTED = "spotted"  # in the session, by mistake: the lines that were clicked, and the wrong one
TRIES = 2
OPENER = "softmax"  # the mistake that the view opens with: not that of “Right and wrong”, which has told of it


def is_open(mistake: Mistake) -> bool:
    """Whether this view is shown and the wrong line is still looked for."""
    guesses, wrong = st.session_state.get(SPOTTED, {}).get(mistake.key, ((), None))
    return st.query_params.get(MODE) == NAME and wrong not in guesses and len(guesses) < TRIES


def show(selected: MistakesContext) -> None:
    """Show the code, let the visitor click a line, and reveal which one is wrong."""
    comparison = None  # where models would be trained to know it, and while the model loads
    if not selected.mistake.trains and cache.engine.engine_stage() is cache.engine.EngineStage.READY:
        comparison = cache.mistakes.compare(selected.model.id, selected.mistake.key)
    prints_word = comparison is not None and gives_other_word(selected.mistake, comparison)
    code = wrong_code(selected, comparison, prints_word=prints_word)
    set_up, lines = _split(code, wrong=selected.mistake.wrong)
    key = selected.mistake.key
    wrong = next(number for number, line in enumerate(lines, 1) if line.strip() == selected.mistake.wrong)
    spotted: dict[str, tuple[tuple[int, ...], int]] = st.session_state.setdefault(SPOTTED, {})
    guesses, _ = spotted.get(key, ((), wrong))
    is_over = wrong in guesses or len(guesses) == TRIES
    headline(_verdict(guesses, wrong))
    inputs = selected.mistake.inputs_text
    st.text(f"The program reads: {inputs}{'' if inputs.endswith('.”') else '.'}{_measured(selected.mistake)}")
    code_lines(
        lines,
        results=None if comparison is None else wrong_and_right(selected.mistake, comparison),
        tried=[guess - 1 for guess in guesses],
        wrong=wrong - 1 if is_over else None,
        key=f"spot-{key}",
        on_choose=partial(_guess, key, wrong),
    )
    try_this("Choose another mistake from the list." if is_over else "Find it with the first click.")
    if is_over:
        _answer(selected, guesses, wrong, spotted)
    in_drawer("What comes before these lines", partial(st.code, set_up, language=None, wrap_lines=True))


def _measured(mistake: Mistake) -> str:
    """What the numbers are that come out; empty where they are words or are not shown."""
    return "" if mistake.trains or mistake.measure == PROBABILITY else f" It prints the {mistake.measure.lower()}."


def _split(code: str, *, wrong: str) -> tuple[str, list[str]]:
    """Imports, values and what loads the model, which are right, and the lines of which one is wrong."""
    lines = code.splitlines()
    begun = next(number for number, line in enumerate(lines) if line.startswith(BODY))
    while lines[begun].startswith(LOADING) and lines[begun] != wrong:
        begun += 1
    return "\n".join(lines[:begun]).rstrip(), [line for line in lines[begun:] if line.strip()]


def _verdict(guesses: tuple[int, ...], wrong: int) -> str:
    if not guesses:
        return "One line of this program is wrong: click it."
    if guesses[-1] == wrong:
        return f"Spotted{' at the second try' if len(guesses) > 1 else ''}: line {wrong} is wrong."
    if len(guesses) < TRIES:
        return f"Line {guesses[-1]} is correct. Click another line."
    return f"Line {guesses[-1]} is correct, too: line {wrong} is wrong."


def _guess(key: str, wrong: int, line: int) -> None:
    """Record a click on a line, counted from 0."""
    spotted: dict[str, tuple[tuple[int, ...], int]] = st.session_state[SPOTTED]
    before, _ = spotted.get(key, ((), wrong))
    if line + 1 in before or wrong in before or len(before) == TRIES:
        return  # an answer that comes late or twice
    spotted[key] = ((*before, line + 1), wrong)
    if not before:
        tally().add(_question(key), str(line + 1))


def _answer(
    selected: MistakesContext, guesses: tuple[int, ...], wrong: int, spotted: dict[str, tuple[tuple[int, ...], int]]
) -> None:
    """The correct line below the code; what the mistake costs, and everybody's first guesses, in the drawer."""
    st.markdown("**The correct line**")
    st.code(selected.mistake.right, language=None, wrap_lines=True)
    right = sum(line in clicked for clicked, line in spotted.values())
    st.text(f"You have spotted {right} of {len(spotted)}.")
    note(finding(selected.mistake.key, cache.mistakes.compare(selected.model.id, selected.mistake.key)))
    table = line_table(tally().counts(_question(selected.mistake.key)), wrong=wrong, visitors_guess=guesses[0])
    in_drawer(
        "Everybody’s first guesses, with yours marked",
        lambda: st.vega_lite_chart(candidate_bars(table), key="spot-tally", alt=tally_finding(table)),
    )


def _question(key: str) -> str:
    return f"spot line {key}"
