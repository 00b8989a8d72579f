"""One desk for benchmarks in a server process, shared by all its visitors."""

import threading
from collections.abc import Iterator

import streamlit as st

from cache.warmup import warmup
from components.model.benchmark_spec import Benchmark
from components.model.device_results import DeviceFacts
from components.model.speed_desk import SpeedDesk
from components.model.timing_results import Step


@st.cache_resource(max_entries=1, show_spinner=False)
def speed_desk() -> SpeedDesk:
    """Every benchmark of this process."""
    return SpeedDesk(_timing)


@st.cache_data(max_entries=1, show_spinner=False)
def devices() -> tuple[DeviceFacts, ...]:
    """Every device of this machine, the fastest kind first."""
    return warmup().engine().timings.devices()


@st.cache_data(max_entries=100, show_spinner=False)
def counted_parameters(model_id: str) -> int:
    """How many numbers a model has learned, counted without opening it."""
    return warmup().engine().timings.parameters(model_id)


def _timing(benchmark: Benchmark, stop: threading.Event) -> Iterator[Step]:
    return warmup().engine().timings.run(benchmark, stop)
