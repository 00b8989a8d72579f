"""The settings of a benchmark, and their elements. The link holds them as one text; nothing else does."""

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
from pages.parts.markdown import escape_markdown

PARAMETER = "bench"
DEFAULT = Benchmark()
BATCHES, LENGTHS = (1, 2, 4, 8, 16, 32), (16, 32, 64, 128, 256, 512)
_REFUSED = "bench-refused"
_WAYS = {"sdpa": "fused (sdpa)", "eager": "step by step (eager)"}


def benchmark_from_link() -> Benchmark:
    """The benchmark that the link asks for; the usual one where it asks for none.

    Raises:
        UserError: The link asks for one that cannot be run.
    """
    linked = st.query_params.get(PARAMETER)
    return parse_spec(linked) if linked else DEFAULT


def benchmark_or_default(*, quiet: bool = False) -> Benchmark:
    """The same; where the link is broken, that is said unless ``quiet``, and the usual one stands there."""
    try:
        return benchmark_from_link()
    except UserError as error:
        if not quiet:
            st.warning(f"{escape_markdown(str(error))} The default benchmark is shown instead.", icon=":material/info:")
        return DEFAULT


def write_to_link(benchmark: Benchmark) -> None:
    """Put a benchmark into the link."""
    if benchmark == DEFAULT:
        st.query_params.pop(PARAMETER, None)
    else:
        st.query_params[PARAMETER] = format_spec(benchmark)


def show_settings(now: Benchmark) -> None:
    """The conditions that stand ``now``, to look at and to change."""
    refused = st.session_state.pop(_REFUSED, None)
    if refused is not None:
        st.warning(f"{escape_markdown(refused)} The previous setting is kept.", icon=":material/info:")
    here = devices()
    names = {model.id: model.name for model in listed_models() if model.role is not Role.ENCODER}
    # One below the other: the rail that they stand in is too narrow for two.
    _list("First model", list(names), now.first, "first", names.__getitem__)
    _list("Second model", list(names), now.second, "second", names.__getitem__)
    _numbers("Batch sizes (sentences)", BATCHES, now.batches, "batches")
    _numbers("Lengths (tokens)", LENGTHS, now.lengths, "lengths")
    st.markdown("**Device and precision**")
    _device_settings(now, here)


def _device_settings(now: Benchmark, here: tuple[DeviceFacts, ...]) -> None:
    names = {BEST_DEVICE: f"fastest: {here[0].name}", **{one.id: f"{one.id}: {one.name}" for one in here}}
    facts = next((one for one in here if one.id == now.device), here[0])
    _list("Device", list(names), now.device, "device", lambda one: names.get(one, f"{one}: not on this machine"))
    _list("Number format", [one for one in DTYPES if one in facts.dtypes], now.dtype, "dtype", str)
    _list("Attention", list(ATTENTIONS), now.attention, "attention", _WAYS.__getitem__)
    _number("Minimum runs per model", now.least_count, "least_count", MINIMUM_RUNS, RUN_LIMIT)
    _number("Minimum seconds per setting", now.least_seconds, "least_seconds", 0.0, SECONDS_LIMIT)
    _number("Warm-up runs", now.warm_ups, "warm_ups", 0, WARM_UP_LIMIT)
    key = _begin("compiled", now.compiled)
    st.toggle("torch.compile", key=key, on_change=_changed, args=("compiled",))


def _list(label: str, options: list[str], value: str, field: str, named: Callable[[str], str]) -> None:
    """A list; what only the link names stands in it too, so that nothing is changed unasked."""
    every = options if value in options else [*options, value]
    key = _begin(field, value)
    st.selectbox(label, every, format_func=named, key=key, on_change=_changed, args=(field,))


def _numbers(label: str, options: Sequence[int], value: tuple[int, ...], field: str) -> None:
    key = _begin(field, list(value))
    every = sorted({*options, *value})
    st.pills(label, every, selection_mode="multi", key=key, on_change=_changed, args=(field,))


def _number(label: str, value: float, field: str, low: float, high: float) -> None:
    key = _begin(field, value)
    st.number_input(label, low, high, key=key, on_change=_changed, args=(field,))


def _begin(field: str, value: object) -> str:
    """Have the element for a condition show what the link says; its key."""
    key = f"bench-{field}"
    st.session_state[key] = value
    return key


def _changed(field: str) -> None:
    value = st.session_state[f"bench-{field}"]
    if isinstance(value, list):
        value = tuple(sorted(value))
    try:
        write_to_link(validate(dataclasses.replace(benchmark_or_default(quiet=True), **{field: value})))
    except UserError as error:
        st.session_state[_REFUSED] = str(error)
