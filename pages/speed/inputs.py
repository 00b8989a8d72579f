"""Inputs of the room: the settings of a benchmark, and the button that starts it."""

from collections.abc import Sequence

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

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

Inputs = tuple[Benchmark, DeltaGenerator | None]


def choose_models() -> Benchmark:
    """The benchmark in the link."""
    return benchmark_or_default(quiet=True)


def timed_models() -> Sequence[str]:
    """The two models of the stored benchmark."""
    return model_names(first_timing().setup)


def read_inputs(benchmark: Benchmark) -> Inputs:
    """Show the example benchmarks; returns the benchmark and the place beside them, None before an audience."""
    if hides_controls():  # the height is the picture's
        return benchmark, None
    examples, place = st.columns(EXAMPLES_AND_BOX, vertical_alignment="center")
    with examples:
        EXAMPLES.draw_row()
    return benchmark, place


def context(inputs: Inputs) -> SpeedContext:
    """Show the settings and the running benchmark; returns the result to show."""
    _, place = inputs
    benchmark = benchmark_or_default()
    if place is not None:
        with place:
            start_button(benchmark)
    with settings_place():
        current = current_context()
        note_mismatch(current, benchmark)
    if not hides_controls():
        with rare_settings():
            show_settings(benchmark)
    note(benchmark_text(benchmark), origin_text(current))
    show_job()
    return current


def precomputed_context(_: Inputs) -> SpeedContext:
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
