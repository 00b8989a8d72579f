"""Long computations: confirmation before they start, batches, progress with the time left, and Stop."""

import time
from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager
from typing import TypeVar, TypeVarTuple

import streamlit as st

from components.model.user_errors import UserError
from components.tables.numbers import time_left_text

BATCH_SIZE = 12  # forward passes; other visitors get their turn between batches
UNCONFIRMED_LIMIT = 128  # passes

OnProgress = Callable[[int, int], None]  # called with the number of parts done and the total
Result = TypeVar("Result")
Question = TypeVarTuple("Question")


def confirm_long_run(passes: int, question: str, *, key: str) -> bool:
    """Whether to run a computation; if it is long, whether the visitor has confirmed it with a button.

    Args:
        passes: Number of forward passes.
        question: Identifies the computation: confirming one does not confirm the next.
        key: Prefix of the buttons' keys.
    """
    if passes <= UNCONFIRMED_LIMIT:
        return True
    warning = f"This text needs {passes:,} forward passes, one per token, which takes a while."
    started = _started(f"Run {passes:,} passes", warning, question=question, key=key)
    if question not in started:
        return False
    st.button("Stop", key=f"{key}-stop", on_click=started.discard, args=(question,))
    return True


def run_in_batches(positions: Sequence[int], compute: Callable[[tuple[int, ...]], tuple[Result, ...]]) -> list[Result]:
    """Call ``compute`` on ``positions`` in batches, with a progress bar if there are several; returns all results."""
    parts = [tuple(positions[start : start + BATCH_SIZE]) for start in range(0, len(positions), BATCH_SIZE)]
    if len(parts) <= 1:
        return [value for part in parts for value in compute(part)]
    results: list[Result] = []
    began = time.monotonic()
    bar = st.progress(0.0, text=f"Pass 1 of {len(positions)}")
    for done, part in enumerate(parts, 1):
        results += compute(part)
        left = (time.monotonic() - began) / done * (len(parts) - done)
        text = f"Pass {len(results)} of {len(positions)}" + time_left_text(left)
        bar.progress(done / len(parts), text=text)
    bar.empty()
    return results


@contextmanager
def show_progress(what: str, question: Hashable, *, key: str) -> Iterator[Callable[[str], None]]:
    """Show the progress of a computation in words, with buttons to stop and to resume it.

    Yields a function that is called with the current progress. Nothing is drawn before its first call. A rerun, by the
    button or any other change, ends the computation at its next call.

    Args:
        what: What is computed, as the beginning of a sentence.
        question: Identifies the computation: stopping one does not stop the next.
        key: Prefix of the buttons' keys.

    Raises:
        UserError: The visitor has stopped this computation.
    """
    remembered = f"{key}-stopped"

    def remember(stopped: Hashable) -> None:
        st.session_state[remembered] = stopped

    if st.session_state.get(remembered) == question:
        st.button("Resume", key=f"{key}-on", on_click=remember, args=(None,))
        raise UserError(f"{what} was stopped. Press Resume to continue.")
    place = st.empty()
    caption: st.delta_generator.DeltaGenerator | None = None

    def report(text: str) -> None:
        nonlocal caption
        if caption is None:
            with place.container(horizontal=True, vertical_alignment="center"):
                caption = st.empty()
                st.button("Stop", key=f"{key}-stop", on_click=remember, args=(question,))
        caption.caption(f":material/hourglass_top: {what}: {text}")

    yield report
    place.empty()


def run_with_progress(
    what: str, compute: Callable[[*Question, OnProgress], Result], *question: *Question, unit: str, key: str
) -> Result:
    """Call a function while :func:`show_progress` shows how far it is; returns its result.

    Args:
        what: What is computed, as the beginning of a sentence.
        compute: The function.
        *question: Its arguments but the last, a function to report progress.
        unit: What it counts: "pass".
        key: Prefix of the buttons' keys.

    Raises:
        UserError: The visitor has stopped this computation.
    """
    with show_progress(what, question, key=key) as report:

        def on_progress(done: int, of: int) -> None:
            if done < of:  # a short computation takes one step
                report(f"{unit} {done + 1:,} of {of:,}")

        return compute(*question, on_progress)


@contextmanager
def run_on_request(label: str, warning: str, *, question: Hashable, key: str) -> Iterator[OnProgress | None]:
    """Start a long computation by a button, then show its progress, the time left and a Stop button.

    Yields a function to call with the number of parts done and the total; None until the button is pressed.

    Args:
        label: Of the button.
        warning: How long it takes, shown before the start.
        question: Identifies the computation: starting one does not start the next.
        key: Prefix of the buttons' keys.
    """
    started = _started(label, warning, question=question, key=key)
    if question not in started:
        yield None
        return
    place, stop = st.empty(), st.empty()
    stop.button("Stop", key=f"{key}-stop", on_click=started.discard, args=(question,))
    bar, began = place.progress(0.0, text="Starting…"), time.monotonic()

    def on_progress(done: int, of: int) -> None:
        left = (time.monotonic() - began) / done * (of - done)
        bar.progress(done / of, text=f"{done} of {of}" + time_left_text(left))

    try:
        yield on_progress
    finally:
        place.empty()
        stop.empty()


def _started(label: str, warning: str, *, question: Hashable, key: str) -> set[Hashable]:
    """The computations that the visitor has started. If ``question`` is not one, draw the button that starts it."""
    started: set[Hashable] = st.session_state.setdefault(f"{key}-started", set())
    if question not in started:
        st.info(warning, icon=":material/hourglass_top:")
        st.button(label, key=f"{key}-run", on_click=started.add, args=(question,))
    return started
