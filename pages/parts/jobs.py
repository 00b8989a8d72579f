"""A job of a queue on the page: its button, its place in the queue, its progress with Stop, and how it ended."""

from collections.abc import Callable
from typing import Any, TypeVar

import streamlit as st

from components.model.job_queue import JobPhase, JobState
from components.tables.numbers import time_left_text
from components.tables.phrases import count_phrase
from pages.parts.errors import show_deferred_error
from pages.parts.links.notes import rerun_page
from pages.parts.markdown import escape_markdown

State = TypeVar("State", bound=JobState[Any])


def job_button(label: str, submit: Callable[[], None], *, icon: str, about: str, disabled: bool, key: str) -> None:
    """Draw the button that requests a job, and under it why the last request failed.

    Args:
        label: Of the button.
        submit: Requests the job; it defers errors (:func:`~pages.parts.errors.defer_errors`) under the same key.
        icon: Of the button.
        about: What will run and how long it takes, in a line beside the button.
        disabled: Whether the button can be pressed.
        key: Prefix of the keys.
    """
    with st.container(horizontal=True, vertical_alignment="center", key=f"{key}-begin"):
        st.button(label, key=f"{key}-start", icon=icon, on_click=submit, disabled=disabled)
        st.caption(escape_markdown(about))
    show_deferred_error(key)


def watch_job(read_state: Callable[[], State | None], draw: Callable[[State], None], *, every: float) -> None:
    """Draw an active job again and again, and rerun the page once it has ended.

    Args:
        read_state: Returns the current state of the job.
        draw: Draws a state.
        every: Seconds between two drawings.
    """

    def look() -> None:
        state = read_state()
        if state is None or not state.active:
            rerun_page()  # it shows the result, or why there is none
        draw(state)

    st.fragment(look, run_every=every)()


def job_progress(
    state: JobState[Any],
    text: str,
    *,
    name: str,
    stop: Callable[[], None] | None,
    key: str,
    seconds_left: float | None = None,
) -> None:
    """Draw the progress of an active job, or its place in the queue, with a Stop button.

    Args:
        state: The state of the job.
        text: What it is doing; the time left is added.
        name: What such a job is called, as “benchmark”.
        stop: Stops the job; None for who may not stop it.
        key: Prefix of the keys.
        seconds_left: An estimate that is better than the state's own.
    """
    with st.container(horizontal=True, vertical_alignment="center", key=f"{key}-progress"):
        if state.phase is JobPhase.WAITING:
            st.text(_place_text(state.jobs_ahead, name))
        else:
            left = state.seconds_left if seconds_left is None else seconds_left
            st.progress(
                state.fraction_done, text=escape_markdown(text) + ("" if left is None else time_left_text(left))
            )
        if stop is not None:
            st.button("Stop", key=f"{key}-stop", icon=":material/stop:", on_click=stop)


def job_outcome(state: JobState[Any]) -> None:
    """Draw why a job gave no result."""
    st.warning(escape_markdown(state.message), icon=":material/info:")


def _place_text(jobs_ahead: int, name: str) -> str:
    if jobs_ahead == 0:
        return f"Yours is next: the {name} before it is about to end."
    return f"Waiting: {count_phrase(jobs_ahead, f'{name} is', f'{name}s are')} ahead of yours."
