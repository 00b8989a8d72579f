"""Inputs of the room: the settings of a benchmark, and the button that starts it."""

from collections.abc import Sequence

import streamlit as st

from cache.shipped.first_timing import first_timing
from components.speed.model.presets import BENCHMARK_PRESETS, BenchmarkPreset
from components.speed.model.spec import Benchmark, format_spec
from components.speed.tables.times import model_names
from pages.parts.examples import Examples
from pages.parts.layout import note, rare_settings, settings_place
from pages.parts.presenting import hides_controls
from pages.parts.sentence.box import EXAMPLES_AND_BOX
from pages.speed.benchmark_settings import benchmark_or_default, show_settings, write_to_link
from pages.speed.context import ResultSource, SpeedContext, current_context, note_mismatch, origin_text
from pages.speed.job import benchmark_text, show_job, start_button


def choose_models() -> Benchmark:
    """The benchmark in the link."""
    return benchmark_or_default(quiet=True)


def timed_models() -> Sequence[str]:
    """The two models of the stored benchmark."""
    return model_names(first_timing().setup)


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
        if not hides_controls():  # before an audience the height is the picture's
            start_button(benchmark)
        current = current_context()
        note_mismatch(current, benchmark)
    if not hides_controls():
        with rare_settings():
            show_settings(benchmark)
    note(benchmark_text(benchmark), origin_text(current))
    show_job()
    return current


def precomputed_context(_: Benchmark) -> SpeedContext:
    """Note that the shipped benchmark was recorded, and return it."""
    shipped = SpeedContext(first_timing(), ResultSource.SHIPPED)
    note(origin_text(shipped))
    return shipped


def _use_preset(preset: BenchmarkPreset) -> None:
    write_to_link(preset.benchmark)


def _current_preset() -> BenchmarkPreset | None:
    current = format_spec(benchmark_or_default(quiet=True))
    return next((preset for preset in BENCHMARK_PRESETS if format_spec(preset.benchmark) == current), None)


EXAMPLES = Examples(BENCHMARK_PRESETS, use=_use_preset, current=_current_preset)
