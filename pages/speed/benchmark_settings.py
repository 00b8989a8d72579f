"""Widgets for the settings of a benchmark, which are stored only in the link, as one text."""

import dataclasses
from collections.abc import Callable, Sequence

import streamlit as st

from cache.downloads import listed_models
from cache.speed import devices
from components.model.checkpoints.device_results import BEST_DEVICE, DeviceFacts
from components.model.checkpoints.records import Role
from components.model.user_errors import UserError
from components.speed.model.spec import (
    ATTENTIONS,
    DTYPES,
    MINIMUM_RUNS,
    RUN_LIMIT,
    SECONDS_LIMIT,
    WARM_UP_LIMIT,
    Benchmark,
    format_spec,
    parse_spec,
    validate,
)
from pages.parts.errors import defer_errors, show_deferred_error
from pages.parts.markdown import escape_markdown

PARAMETER = "bench"
DEFAULT = Benchmark()
BATCHES, LENGTHS = (1, 2, 4, 8, 16, 32), (16, 32, 64, 128, 256, 512)
_ATTENTION_NAMES = {"sdpa": "fused (sdpa)", "eager": "step by step (eager)"}


def benchmark_from_link() -> Benchmark:
    """The benchmark in the link, or the default one.

    Raises:
        UserError: The benchmark in the link is invalid.
    """
    linked = st.query_params.get(PARAMETER)
    return parse_spec(linked) if linked else DEFAULT


def benchmark_or_default(*, quiet: bool = False) -> Benchmark:
    """The benchmark in the link, or the default one; an invalid link gets a warning unless ``quiet``."""
    try:
        return benchmark_from_link()
    except UserError as error:
        if not quiet:
            st.warning(f"{escape_markdown(str(error))} The default benchmark is shown instead.", icon=":material/info:")
        return DEFAULT


def write_to_link(benchmark: Benchmark) -> None:
    """Write a benchmark to the link; the default one is omitted."""
    if benchmark == DEFAULT:
        st.query_params.pop(PARAMETER, None)
    else:
        st.query_params[PARAMETER] = format_spec(benchmark)


def show_settings(current: Benchmark) -> None:
    """Show widgets for the settings of the ``current`` benchmark."""
    show_deferred_error(PARAMETER, advice="The previous setting is kept.")
    available = devices()
    names = {model.id: model.name for model in listed_models() if model.role is not Role.ENCODER}
    # Below each other, because the side panel is too narrow for two.
    _select("First model", list(names), current.first, "first", names.__getitem__)
    _select("Second model", list(names), current.second, "second", names.__getitem__)
    if current.first == current.second:
        st.caption("A model against itself: both times should be equal. Choose another model to compare two.")
    _pills("Batch sizes (sentences)", BATCHES, current.batches, "batches")
    _pills("Lengths (tokens)", LENGTHS, current.lengths, "lengths")
    st.markdown("**Device and precision**")
    _device_settings(current, available)


def _device_settings(current: Benchmark, available: tuple[DeviceFacts, ...]) -> None:
    names = {
        BEST_DEVICE: f"fastest: {available[0].name}",
        **{device.id: f"{device.id}: {device.name}" for device in available},
    }
    facts = next((device for device in available if device.id == current.device), available[0])
    _select(
        "Device",
        list(names),
        current.device,
        "device",
        lambda device: names.get(device, f"{device}: not on this machine"),
    )
    _select("Number format", [dtype for dtype in DTYPES if dtype in facts.dtypes], current.dtype, "dtype", str)
    _select("Attention", list(ATTENTIONS), current.attention, "attention", _ATTENTION_NAMES.__getitem__)
    _number_input("Minimum runs per model", current.least_count, "least_count", MINIMUM_RUNS, RUN_LIMIT)
    _number_input("Minimum seconds per setting", current.least_seconds, "least_seconds", 0.0, SECONDS_LIMIT)
    _number_input("Warm-up runs", current.warm_ups, "warm_ups", 0, WARM_UP_LIMIT)
    key = _set_widget("compiled", current.compiled)
    st.toggle("torch.compile", key=key, on_change=_apply_change, args=("compiled",))


def _select(label: str, options: list[str], value: str, field: str, named: Callable[[str], str]) -> None:
    """A select box, which also offers the link's value if it is not among the options."""
    every = options if value in options else [*options, value]
    key = _set_widget(field, value)
    st.selectbox(label, every, format_func=named, key=key, on_change=_apply_change, args=(field,))


def _pills(label: str, options: Sequence[int], value: tuple[int, ...], field: str) -> None:
    key = _set_widget(field, list(value))
    every = sorted({*options, *value})
    st.pills(label, every, selection_mode="multi", key=key, on_change=_apply_change, args=(field,))


def _number_input(label: str, value: float, field: str, low: float, high: float) -> None:
    key = _set_widget(field, value)
    st.number_input(label, low, high, key=key, on_change=_apply_change, args=(field,))


def _set_widget(field: str, value: object) -> str:
    """Set the widget of a field to the value in the link, and return its key."""
    key = f"bench-{field}"
    st.session_state[key] = value
    return key


def _apply_change(field: str) -> None:
    value = st.session_state[f"bench-{field}"]
    if isinstance(value, list):
        value = tuple(sorted(value))
    with defer_errors(PARAMETER):
        write_to_link(validate(dataclasses.replace(benchmark_or_default(quiet=True), **{field: value})))
