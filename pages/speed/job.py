"""The visitor's own benchmark: a button to start it, its progress, and a button to stop it."""

from functools import partial

import streamlit as st

from cache.speed import benchmark_queue
from components.model.checkpoints.registry import model_record
from components.model.job_queue import JobPhase
from components.speed.charts.bars import speed_up_intervals
from components.speed.charts.curves import run_points
from components.speed.model.queue import BenchmarkState
from components.speed.model.spec import Benchmark
from components.speed.tables.findings import cell_text, load_finding, random_weights_note, speed_finding
from components.speed.tables.times import duration_text, model_names, run_table, speed_up_table
from components.tables.numbers import waiting_time_text
from pages.parts.errors import defer_errors
from pages.parts.jobs import job_button, job_outcome, job_progress, watch_job
from pages.parts.lecture.classes import turn_key
from pages.speed.context import remember_job, visitor_job

KEY = "speed"  # prefix of the keys
# Each refresh draws charts on the processor that is being timed, so it should be rare.
REFRESH_SECONDS, QUEUE_REFRESH_SECONDS = 0.8, 2.0


def start_button(benchmark: Benchmark) -> None:
    """Show the button that starts the benchmark, and the state of the queue."""
    job = visitor_job()
    active = job is not None and job[1].active
    job_button(
        "Measure on this machine",
        partial(_submit, benchmark),
        icon=":material/timer:",
        about=_duration_text(benchmark),
        disabled=active,
        key=KEY,
    )
    if not active:
        # Refreshed only while a benchmark of others is active.
        interval = QUEUE_REFRESH_SECONDS if benchmark_queue().active_count else None
        st.fragment(_queue_caption, run_every=interval)(benchmark)


def _submit(benchmark: Benchmark) -> None:
    with defer_errors(KEY):
        remember_job(benchmark_queue().submit(benchmark, asker=turn_key()))


def show_job() -> None:
    """Show the visitor's own benchmark while it runs, or how it ended if it gave no result."""
    job = visitor_job()
    if job is None:
        return
    number, state = job
    if state.active:
        watch_job(lambda: benchmark_queue().state(number), partial(_show_panel, number), every=REFRESH_SECONDS)
    elif state.phase is not JobPhase.DONE:
        job_outcome(state)
        if state.cells:
            st.text("Finished before that:")
            _show_cells(state)


def benchmark_text(benchmark: Benchmark) -> str:
    """The benchmark in one line."""
    batches, lengths = (", ".join(map(str, numbers)) for numbers in (benchmark.batches, benchmark.lengths))
    names = " and ".join(model_record(model_id).name for model_id in (benchmark.first, benchmark.second))
    return f"Measure times {names}: batches of {batches} × {lengths} tokens."


def _duration_text(benchmark: Benchmark) -> str:
    """The time that a benchmark takes at least, with its self-check."""
    minimum = (len(benchmark.cells) + 1) * benchmark.least_seconds
    return f"Measuring takes at least {waiting_time_text(minimum)}."


def _queue_caption(benchmark: Benchmark) -> None:
    """Say what runs now, if anything does."""
    under_way = benchmark_queue().active_count
    if benchmark_queue().is_active(benchmark):
        st.caption("This benchmark is running now: press Measure to watch.")
    elif under_way:
        ahead = "One benchmark is" if under_way == 1 else f"{under_way} benchmarks are"
        st.caption(f"{ahead} ahead of yours: only one runs at a time, so that they do not slow each other down.")


def _show_panel(number: int, state: BenchmarkState) -> None:
    with st.container(border=True, key="speed-panel"):
        stop = partial(benchmark_queue().stop, number)
        job_progress(state, _progress_text(state), name="benchmark", stop=stop, key=KEY)
        if state.phase is JobPhase.WAITING:
            st.text("The latest result is shown below.")
        else:
            _show_partial_results(state)


def _progress_text(state: BenchmarkState) -> str:
    if state.setup is None:
        return "Loading the models…"
    if len(state.cells) == len(state.request.cells):
        return "Self-check: the first model against itself"
    return f"{len(state.cells)} of {len(state.request.cells)} settings done"


def _show_partial_results(state: BenchmarkState) -> None:
    """Show the runs of the current cell and the finished cells."""
    if state.setup is None:
        return
    if note := random_weights_note(state.setup):
        st.text(note)
    names = model_names(state.setup)
    if state.runs and len(state.cells) < len(state.request.cells):
        latest = state.runs[-1]
        finding = (
            f"{len(state.runs)} runs so far at {cell_text(latest.cell)}. "
            f"The latest took {names[latest.model]} {duration_text(latest.seconds)}."
        )
        st.text(finding)
        st.altair_chart(run_points(run_table(state.runs, names), models=names), key="speed-runs", alt=finding)
    _show_cells(state)


def _show_cells(state: BenchmarkState) -> None:
    if not state.cells or state.setup is None:
        return
    finding = speed_finding(state.cells, model_names(state.setup))
    st.text(finding)
    st.altair_chart(speed_up_intervals(speed_up_table(state.cells)), key="speed-so-far", alt=finding)
    st.caption(load_finding(state.cells))
