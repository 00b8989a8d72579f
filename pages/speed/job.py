"""The visitor's own benchmark: a button to start it, its progress, and a button to stop it."""

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
from components.tables.numbers import waiting_time_text
from components.tables.phrases import count_phrase
from pages.parts.lecture.classes import turn_key
from pages.parts.markdown import escape_markdown
from pages.speed.context import remember_job, visitor_job

# Each refresh draws charts on the processor that is being timed, so it should be rare.
REFRESH_SECONDS, QUEUE_REFRESH_SECONDS = 0.8, 2.0
_ERROR, _ENDED = "speed-refused", "speed-ended"
_MINUTES_FROM = 90  # seconds: from here on times are given in minutes


def start_button(benchmark: Benchmark) -> None:
    """Show the button that starts the benchmark, and the state of the queue."""
    job = visitor_job()
    active = job is not None and job[1].active
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button(
            "Measure on this machine",
            key="speed-start",
            icon=":material/timer:",
            on_click=_start,
            args=(benchmark,),
            disabled=active,
        )
        st.text(_benchmark_text(benchmark))
    if not active:
        # Refreshed only while a benchmark of others is active.
        interval = QUEUE_REFRESH_SECONDS if benchmark_queue().active_count else None
        st.fragment(_queue_caption, run_every=interval)(benchmark)
    error = st.session_state.pop(_ERROR, None)
    if error is not None:
        st.warning(escape_markdown(error), icon=":material/info:")


def show_job() -> None:
    """Show the visitor's own benchmark while it runs, or how it ended if it gave no result."""
    job = visitor_job()
    if job is None:
        return
    number, state = job
    if state.active:
        st.fragment(_show_panel, run_every=REFRESH_SECONDS)(number)
    elif state.phase is not JobPhase.DONE:
        _show_end(state)


def _benchmark_text(benchmark: Benchmark) -> str:
    """The benchmark in one line."""
    batches, lengths = (", ".join(map(str, numbers)) for numbers in (benchmark.batches, benchmark.lengths))
    names = " and ".join(model_record(model_id).name for model_id in (benchmark.first, benchmark.second))
    return f"{names}: batches of {batches} × {lengths} tokens"


def _queue_caption(benchmark: Benchmark) -> None:
    st.caption(_queue_text(benchmark))


def _queue_text(benchmark: Benchmark) -> str:
    cells, under_way = len(benchmark.cells), benchmark_queue().active_count
    minimum = (cells + 1) * benchmark.least_seconds
    duration_note = f"{count_phrase(cells, 'setting')} and a self-check take at least {waiting_time_text(minimum)}."
    if benchmark_queue().is_active(benchmark):
        return f"{duration_note} This benchmark is running now: press Measure to watch."
    if under_way:
        ahead = "One benchmark is" if under_way == 1 else f"{under_way} benchmarks are"
        return (
            f"{duration_note} {ahead} ahead of yours: "
            "only one runs at a time, so that they do not slow each other down."
        )
    return f"{duration_note} Nothing runs until you press Measure."


def _start(benchmark: Benchmark) -> None:
    try:
        remember_job(benchmark_queue().submit(benchmark, asker=turn_key()))
    except UserError as error:
        st.session_state[_ERROR] = str(error)


def _show_panel(number: int) -> None:
    state = benchmark_queue().state(number)
    if state is None or state.phase is JobPhase.DONE or st.session_state.get(_ENDED) == number:
        st.rerun()  # rerun the whole page: there is a result, or none will come
    if not state.active:
        st.session_state[_ENDED] = number  # show how it ended; the whole page is rerun at the next refresh
        _show_end(state)
        return
    with st.container(border=True, key="speed-panel"):
        st.button("Stop", key="speed-stop", icon=":material/stop:", on_click=benchmark_queue().stop, args=(number,))
        if state.phase is JobPhase.WAITING:
            st.text(f"{_position_text(state.jobs_ahead)} The latest result is shown below.")
            return
        _show_progress(state)
        _show_partial_results(state)


def _position_text(jobs_ahead: int) -> str:
    if jobs_ahead == 0:
        return "Yours is next: a stopped benchmark is about to end."
    return f"Waiting: {count_phrase(jobs_ahead, 'benchmark is', 'benchmarks are')} ahead of yours."


def _show_progress(state: JobState) -> None:
    if state.setup is None:
        st.progress(0.0, text="Loading the models…")
        return
    seconds_left = state.seconds_left
    text = f"{len(state.cells)} of {len(state.benchmark.cells)} settings done"
    if len(state.cells) == len(state.benchmark.cells):
        text = "Self-check: the first model against itself"
    st.progress(
        state.fraction_done,
        text=text + ("" if seconds_left is None else f", about {waiting_time_text(seconds_left)} left"),
    )


def _show_partial_results(state: JobState) -> None:
    """Show the runs of the current cell and the finished cells."""
    if state.setup is None:
        return
    if note := random_weights_note(state.setup):
        st.text(note)
    names = model_names(state.setup)
    if state.runs and len(state.cells) < len(state.benchmark.cells):
        latest = state.runs[-1]
        finding = (
            f"{len(state.runs)} runs so far at {cell_text(latest.cell)}. "
            f"The latest took {names[latest.model]} {duration_text(latest.seconds)}."
        )
        st.text(finding)
        st.altair_chart(run_points(run_table(state.runs, names), models=names), key="speed-runs", alt=finding)
    _show_cells(state)


def _show_cells(state: JobState) -> None:
    if not state.cells or state.setup is None:
        return
    finding = speed_finding(state.cells, model_names(state.setup))
    st.text(finding)
    st.altair_chart(speed_up_intervals(speed_up_table(state.cells)), key="speed-so-far", alt=finding)
    st.caption(load_finding(state.cells))


def _show_end(state: JobState) -> None:
    st.warning(escape_markdown(state.message), icon=":material/info:")
    if state.cells:
        st.text("Finished before that:")
        _show_cells(state)
