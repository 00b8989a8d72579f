"""Work in many passes: asked for first where it is long, done part by part, with what is left of it on the screen."""

import time
from collections.abc import Callable, Sequence
from typing import TypeVar

import streamlit as st

PART = 12  # passes: what one batch takes, so that other visitors get their turn in between
MOST_UNASKED = 128  # passes

Found = TypeVar("Found")


def agreed(passes: int, question: str, *, key: str) -> bool:
    """Whether a visitor wants what takes ``passes`` passes; short work needs no asking.

    Args:
        passes: Forward passes of the model.
        question: What is asked: agreeing to one question is not agreeing to the next.
        key: Of the button.
    """
    if passes <= MOST_UNASKED:
        return True
    remembered = f"{key}-agreed"

    def remember(what: str | None) -> None:
        st.session_state[remembered] = what

    if st.session_state.get(remembered) == question:
        st.button("Stop", key=f"{key}-stop", on_click=remember, args=(None,))
        return True
    st.info(
        f"This text needs {passes:,} passes of the model, one for each token, and that takes a while.",
        icon=":material/hourglass_top:",
    )
    st.button(f"Run {passes:,} passes", key=f"{key}-run", type="primary", on_click=remember, args=(question,))
    return False


def in_parts(positions: Sequence[int], ask: Callable[[tuple[int, ...]], tuple[Found, ...]]) -> list[Found]:
    """Everything ``ask`` says about ``positions``, a few of them at a time, with progress where there are many."""
    parts = [tuple(positions[start : start + PART]) for start in range(0, len(positions), PART)]
    if len(parts) <= 1:
        return [one for part in parts for one in ask(part)]
    found: list[Found] = []
    begun = time.monotonic()
    bar = st.progress(0.0, text=f"Pass 1 of {len(positions)}")
    for done, part in enumerate(parts, 1):
        found += ask(part)
        left = (time.monotonic() - begun) / done * (len(parts) - done)
        text = f"Pass {len(found)} of {len(positions)}" + (f", about {left:.0f} s left" if left > 1 else "")
        bar.progress(done / len(parts), text=text)
    bar.empty()
    return found
