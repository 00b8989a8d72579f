"""The inputs of the room: models and settings of a benchmark, and the button that starts it."""

import streamlit as st

from cache.shipped.first_timing import first_timing
from components.speed.model.presets import BENCHMARK_PRESETS, BenchmarkPreset
from components.speed.model.spec import Benchmark, format_spec
from pages.parts.examples import Examples
from pages.parts.layout import settings_place
from pages.parts.presenting import hides_controls
from pages.parts.sentence.box import EXAMPLES_AND_BOX
from pages.speed.benchmark_settings import benchmark_or_default, show_settings, write_to_link
from pages.speed.context import ResultSource, SpeedContext, current_context, note_mismatch
from pages.speed.job import show_job, start_button


def choose_benchmark() -> Benchmark:
    """The benchmark that the link asks for."""
    return benchmark_or_default(quiet=True)


def ask_benchmark(benchmark: Benchmark) -> Benchmark:
    """What is measured, from a list."""
    if not hides_controls():
        examples, _ = st.columns(EXAMPLES_AND_BOX)
        with examples:
            EXAMPLES.draw_row()
    return benchmark


def context(_: Benchmark) -> SpeedContext:
    """What was measured last, beside what can be measured now."""
    benchmark = benchmark_or_default()
    with settings_place():
        start_button(benchmark)
        if not hides_controls():
            with st.expander("Settings: models, batch sizes, lengths, device", key="bench-conditions"):
                show_settings(benchmark)
    show_job()
    at = current_context()
    note_mismatch(at, benchmark)
    return at


def precomputed_context(_: Benchmark) -> SpeedContext:
    """What was measured beforehand."""
    return SpeedContext(first_timing(), ResultSource.SHIPPED)


def _use(preset: BenchmarkPreset) -> None:
    write_to_link(preset.benchmark)


def _here() -> BenchmarkPreset | None:
    now = format_spec(benchmark_or_default(quiet=True))
    return next((preset for preset in BENCHMARK_PRESETS if format_spec(preset.benchmark) == now), None)


EXAMPLES = Examples(BENCHMARK_PRESETS, use=_use, current=_here)
