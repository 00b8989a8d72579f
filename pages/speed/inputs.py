"""Inputs of the room: the settings of a benchmark, and the button that starts it."""

import streamlit as st

from cache.shipped.first_timing import first_timing
from components.speed.model.presets import BENCHMARK_PRESETS, BenchmarkPreset
from components.speed.model.spec import Benchmark, format_spec
from pages.parts.examples import Examples
from pages.parts.layout import settings_place
from pages.parts.presenting import hides_controls
from pages.parts.sentence.box import EXAMPLES_AND_BOX
from pages.speed.benchmark_settings import benchmark_or_default, show_settings, write_to_link
from pages.speed.context import ResultSource, SpeedContext, current_context, draw_origin, note_mismatch
from pages.speed.job import show_job, start_button


def choose_models() -> Benchmark:
    """The benchmark in the link."""
    return benchmark_or_default(quiet=True)


def read_inputs(benchmark: Benchmark) -> Benchmark:
    """Show the example benchmarks."""
    if not hides_controls():
        examples, _ = st.columns(EXAMPLES_AND_BOX)
        with examples:
            EXAMPLES.draw_row()
    return benchmark


def context(_: Benchmark) -> SpeedContext:
    """Show the settings and the running benchmark; returns the result to show."""
    benchmark = benchmark_or_default()
    with settings_place():
        start_button(benchmark)
        if not hides_controls():
            with st.expander("Settings: models, batch sizes, lengths, device", key="bench-conditions"):
                show_settings(benchmark)
    current = current_context()
    draw_origin(current)
    show_job()
    note_mismatch(current, benchmark)
    return current


def precomputed_context(_: Benchmark) -> SpeedContext:
    """Draw the note that the shipped benchmark was recorded, and return the benchmark."""
    shipped = SpeedContext(first_timing(), ResultSource.SHIPPED)
    draw_origin(shipped)
    return shipped


def _use_preset(preset: BenchmarkPreset) -> None:
    write_to_link(preset.benchmark)


def _current_preset() -> BenchmarkPreset | None:
    current = format_spec(benchmark_or_default(quiet=True))
    return next((preset for preset in BENCHMARK_PRESETS if format_spec(preset.benchmark) == current), None)


EXAMPLES = Examples(BENCHMARK_PRESETS, use=_use_preset, current=_current_preset)
