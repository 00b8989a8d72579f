"""The inputs of the room: models and settings of a benchmark, and the button that starts it."""

import streamlit as st

from cache.shipped.first_timing import first_timing
from components.speed.model.presets import BENCHMARK_PRESETS, BenchmarkPreset
from components.speed.model.spec import Benchmark, spec_text
from pages.parts.examples import Examples
from pages.parts.layout import settings_place
from pages.parts.lecture.presenting import controls_hidden
from pages.parts.sentence.box import EXAMPLES_AND_BOX
from pages.speed.conditions import conditions, linked_or_usual, write
from pages.speed.context import SpeedContext, Whose, other_than_chosen, shown
from pages.speed.job import start_button, watched


def choose() -> Benchmark:
    """The benchmark that the link asks for."""
    return linked_or_usual(quiet=True)


def ask(benchmark: Benchmark) -> Benchmark:
    """What is measured, from a list."""
    if not controls_hidden():
        examples, _ = st.columns(EXAMPLES_AND_BOX)
        with examples:
            EXAMPLES.draw_row()
    return benchmark


def context(_: Benchmark) -> SpeedContext:
    """What was measured last, beside what can be measured now."""
    benchmark = linked_or_usual()
    with settings_place():
        start_button(benchmark)
        if not controls_hidden():
            with st.expander("Settings: models, batch sizes, lengths, device", key="bench-conditions"):
                conditions(benchmark)
    watched()
    at = shown()
    other_than_chosen(at, benchmark)
    return at


def beforehand(_: Benchmark) -> SpeedContext:
    """What was measured beforehand."""
    return SpeedContext(first_timing(), Whose.SHIPPED)


def _use(preset: BenchmarkPreset) -> None:
    write(preset.benchmark)


def _here() -> BenchmarkPreset | None:
    now = spec_text(linked_or_usual(quiet=True))
    return next((preset for preset in BENCHMARK_PRESETS if spec_text(preset.benchmark) == now), None)


EXAMPLES = Examples(BENCHMARK_PRESETS, use=_use, current=_here)
