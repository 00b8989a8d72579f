"""The visitor's own benchmark: started by a button, watched as it grows, stopped at once."""

import streamlit as st

from cache.speed import benchmark_queue
from components.model.checkpoints.registry import model_record
from components.model.user_errors import UserError
from components.speed.charts.bars import speed_up_intervals
from components.speed.charts.curves import run_points
from components.speed.model.job import JobPhase, JobState
from components.speed.model.spec import Benchmark
from components.speed.tables.findings import cell_text, load_finding, random_weights_note, speed_finding
from components.speed.tables.times import duration_text, model_names, run_table, speed_up_table
from pages.parts.lecture.classes import turn_key
from pages.parts.markdown import escape_markdown
from pages.speed.context import remember_job, visitor_job

# Each look draws the charts anew on the processor that is being timed, so it is no more often than it has to be.
LOOK_EVERY_SECONDS, LOOK_AT_QUEUE_EVERY_SECONDS = 0.8, 2.0
_REFUSED, _TOLD = "speed-refused", "speed-ended"
_LONG = 90  # seconds: from there on minutes are said


def start_button(benchmark: Benchmark) -> None:
    """The one way in which a measurement begins."""
    own = visitor_job()
    active = own is not None and own[1].active
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button(
            "Measure on this machine",
            key="speed-start",
            icon=":material/timer:",
            on_click=_start,
            args=(benchmark,),
            disabled=active,
        )
        st.text(_asked(benchmark))
    if not active:
        # While others measure, the line goes with the queue; it costs nothing as long as nobody does.
        again = LOOK_AT_QUEUE_EVERY_SECONDS if benchmark_queue().active_count else None
        st.fragment(_announcement, run_every=again)(benchmark)
    refused = st.session_state.pop(_REFUSED, None)
    if refused is not None:
        st.warning(escape_markdown(refused), icon=":material/info:")


def show_job() -> None:
    """The visitor's own benchmark, as long as it is not done; or how it ended otherwise."""
    own = visitor_job()
    if own is None:
        return
    number, state = own
    if state.active:
        st.fragment(_panel, run_every=LOOK_EVERY_SECONDS)(number)
    elif state.phase is not JobPhase.DONE:
        _ended(state)


def _asked(benchmark: Benchmark) -> str:
    """What would be measured, in a line."""
    batches, lengths = (", ".join(map(str, numbers)) for numbers in (benchmark.batches, benchmark.lengths))
    names = " and ".join(model_record(one).name for one in (benchmark.first, benchmark.second))
    return f"{names}: batches of {batches} × {lengths} tokens"


def _announcement(benchmark: Benchmark) -> None:
    st.caption(_announced(benchmark))


def _announced(benchmark: Benchmark) -> str:
    cells, under_way = len(benchmark.cells), benchmark_queue().active_count
    least = (cells + 1) * benchmark.least_seconds
    said = f"{cells} {'setting' if cells == 1 else 'settings'} and a self-check take at least {_time(least)}."
    if benchmark_queue().is_active(benchmark):
        return f"{said} This benchmark is running now: press Measure to watch."
    if under_way:
        before = "One benchmark is" if under_way == 1 else f"{under_way} benchmarks are"
        return f"{said} {before} ahead of yours: only one runs at a time, so that they do not slow each other down."
    return f"{said} Nothing runs until you press Measure."


def _start(benchmark: Benchmark) -> None:
    try:
        remember_job(benchmark_queue().submit(benchmark, asker=turn_key()))
    except UserError as error:
        st.session_state[_REFUSED] = str(error)


def _panel(number: int) -> None:
    state = benchmark_queue().state(number)
    if state is None or state.phase is JobPhase.DONE or st.session_state.get(_TOLD) == number:
        st.rerun()  # the whole page: there is a result now, or none is to be waited for
    if not state.active:
        st.session_state[_TOLD] = number  # how it ended is said at once, and the page is drawn at the next look
        _ended(state)
        return
    with st.container(border=True, key="speed-panel"):
        st.button("Stop", key="speed-stop", icon=":material/stop:", on_click=benchmark_queue().stop, args=(number,))
        if state.phase is JobPhase.WAITING:
            st.text(f"{_queue(state.jobs_ahead)} The latest result is shown below.")
            return
        _progress(state)
        _growing(state)


def _queue(place: int) -> str:
    if place == 0:
        return "Yours is next: a stopped benchmark is about to end."
    return f"Waiting: {'1 benchmark is' if place == 1 else f'{place} benchmarks are'} ahead of yours."


def _progress(state: JobState) -> None:
    if state.setup is None:
        st.progress(0.0, text="Loading the models…")
        return
    left = state.seconds_left
    done = f"{len(state.cells)} of {len(state.benchmark.cells)} settings done"
    if len(state.cells) == len(state.benchmark.cells):
        done = "Self-check: the first model against itself"
    st.progress(state.fraction_done, text=done + ("" if left is None else f", about {_time(left)} left"))


def _growing(state: JobState) -> None:
    """What is measured so far: the runs of this cell, and the cells before it."""
    if state.setup is None:
        return
    if note := random_weights_note(state.setup):
        st.text(note)
    names = model_names(state.setup)
    if state.runs and len(state.cells) < len(state.benchmark.cells):
        last = state.runs[-1]
        said = (
            f"{len(state.runs)} runs so far at {cell_text(last.cell)}. "
            f"The latest took {names[last.model]} {duration_text(last.seconds)}."
        )
        st.text(said)
        st.altair_chart(run_points(run_table(state.runs, names), models=names), key="speed-runs", alt=said)
    _cells(state)


def _cells(state: JobState) -> None:
    if not state.cells or state.setup is None:
        return
    finding = speed_finding(state.cells, model_names(state.setup))
    st.text(finding)
    st.altair_chart(speed_up_intervals(speed_up_table(state.cells)), key="speed-so-far", alt=finding)
    st.caption(load_finding(state.cells))


def _ended(state: JobState) -> None:
    st.warning(escape_markdown(state.message), icon=":material/info:")
    if state.cells:
        st.text("Finished before that:")
        _cells(state)


def _time(seconds: float) -> str:
    return f"{max(1.0, seconds):.0f} s" if seconds < _LONG else f"{seconds / 60:.0f} min"
