"""Benchmarks to start from, each named by what it shows."""

import streamlit as st

from components.model.benchmark_presets import BENCHMARK_PRESETS, BenchmarkPreset
from components.model.benchmark_spec import Benchmark, spec_text
from pages.parts.presenting import controls_hidden
from pages.parts.stepping import stepped
from pages.speed.conditions import linked_or_usual, write


def presets() -> None:
    """Benchmarks to start from: a click chooses, and starts nothing."""
    with st.container(horizontal=True, gap="small"):
        for number, preset in enumerate(BENCHMARK_PRESETS):
            st.button(preset.name, key=f"bench-preset-{number}", on_click=_use, args=(preset,), help=preset.notice)


def step(by: int) -> None:
    """Go to the next preset, or the one before."""
    now = spec_text(linked_or_usual(quiet=True))
    here = next((preset for preset in BENCHMARK_PRESETS if spec_text(preset.benchmark) == now), None)
    _use(stepped(BENCHMARK_PRESETS, here, by))


def notice(benchmark: Benchmark) -> None:
    """What a preset asks, said as long as it stands unchanged."""
    for preset in BENCHMARK_PRESETS:
        if preset.benchmark == benchmark and not controls_hidden():
            st.info(f"**{preset.name}.** {preset.notice}", icon=":material/lightbulb:")


def _use(preset: BenchmarkPreset) -> None:
    write(preset.benchmark)
