"""Work in many passes: asked for first where it is long, done part by part, with what is left of it on the screen."""

import time
from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager
from typing import TypeVar

import streamlit as st

from components.model.user_errors import UserError

BATCH_SIZE = 12  # passes: what one batch takes, so that other visitors get their turn in between
UNCONFIRMED_LIMIT = 128  # passes

Found = TypeVar("Found")


def confirm_long_run(passes: int, question: str, *, key: str) -> bool:
    """Whether a visitor wants what takes ``passes`` passes; short work needs no asking.

    Args:
        passes: Forward passes of the model.
        question: What is asked: agreeing to one question is not agreeing to the next.
        key: Of the button.
    """
    if passes <= UNCONFIRMED_LIMIT:
        return True
    remembered = f"{key}-agreed"

    def remember(what: str | None) -> None:
        st.session_state[remembered] = what

    if st.session_state.get(remembered) == question:
        st.button("Stop", key=f"{key}-stop", on_click=remember, args=(None,))
        return True
    st.info(
        f"This text needs {passes:,} forward passes, one per token, which takes a while.",
        icon=":material/hourglass_top:",
    )
    st.button(f"Run {passes:,} passes", key=f"{key}-run", on_click=remember, args=(question,))
    return False


def run_in_batches(positions: Sequence[int], ask: Callable[[tuple[int, ...]], tuple[Found, ...]]) -> list[Found]:
    """Everything ``ask`` says about ``positions``, a few of them at a time, with progress where there are many."""
    parts = [tuple(positions[start : start + BATCH_SIZE]) for start in range(0, len(positions), BATCH_SIZE)]
    if len(parts) <= 1:
        return [one for part in parts for one in ask(part)]
    results: list[Found] = []
    begun = time.monotonic()
    bar = st.progress(0.0, text=f"Pass 1 of {len(positions)}")
    for done, part in enumerate(parts, 1):
        results += ask(part)
        left = (time.monotonic() - begun) / done * (len(parts) - done)
        text = f"Pass {len(results)} of {len(positions)}" + (f", about {left:.0f} s left" if left > 1 else "")
        bar.progress(done / len(parts), text=text)
    bar.empty()
    return results


@contextmanager
def show_progress(what: str, question: str, *, key: str) -> Iterator[Callable[[str], None]]:
    """Long work that tells in words how far it is, with a way to stop it and to go on.

    Nothing is drawn before it has told something. A rerun, by the button or by any other change, ends the work at its
    next word.

    Args:
        what: What is being done.
        question: What is asked: stopping one question does not stop the next.
        key: Of the buttons.

    Raises:
        UserError: A visitor has stopped it.
    """
    remembered = f"{key}-stopped"

    def remember(stopped: str | None) -> None:
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


@contextmanager
def run_on_request(
    label: str, warning: str, *, question: Hashable, key: str
) -> Iterator[Callable[[int, int], None] | None]:
    """Work that is long enough to be asked for: a button first, then progress, time left and a way to stop.

    Inside is what hears how many parts of how many are done; None as long as nobody has asked for it.

    Args:
        label: Of the button.
        warning: What it takes.
        question: What is asked: asking for one thing is not asking for the next.
        key: Of the buttons.
    """
    started: set[Hashable] = st.session_state.setdefault(f"{key}-asked", set())
    if question not in started:
        st.info(warning, icon=":material/hourglass_top:")
        st.button(label, key=f"{key}-run", on_click=started.add, args=(question,))
        yield None
        return
    place, stop = st.empty(), st.empty()
    stop.button("Stop", key=f"{key}-stop", on_click=started.discard, args=(question,))
    bar, began = place.progress(0.0, text="Starting…"), time.monotonic()

    def on_progress(done: int, of: int) -> None:
        left = (time.monotonic() - began) / done * (of - done)
        bar.progress(done / of, text=f"{done} of {of}" + (f", about {left:.0f} s left" if left > 1 else ""))

    try:
        yield on_progress
    finally:
        place.empty()
        stop.empty()
