"""Which finished benchmark stands on the screen, and where it was measured: said beside every figure of it."""

from dataclasses import dataclass
from enum import StrEnum

import streamlit as st

from cache.downloads import listed_models
from cache.shipped.first_timing import first_timing
from cache.speed import benchmark_queue, devices
from components.model.checkpoints.device_results import BEST_DEVICE
from components.speed.model.job import JobState
from components.speed.model.results import TimedModel, TimingResult
from components.speed.model.spec import Benchmark, format_spec
from components.speed.tables.times import Names, model_names
from pages.parts.conditions import model_kind
from pages.parts.layout import notes_place
from pages.speed.benchmark_settings import PARAMETER

_JOB = "speed-job"  # the number of the visitor's own


class ResultSource(StrEnum):
    """Who asked for a benchmark."""

    VISITOR = "yours"
    OTHER_VISITOR = "another visitor’s"
    SHIPPED = "shipped"


_BEFORE = {
    ResultSource.VISITOR: "measured by you before",
    ResultSource.OTHER_VISITOR: "measured by another visitor",
    ResultSource.SHIPPED: "recorded earlier",
}


@dataclass(frozen=True)
class SpeedContext:
    """A finished benchmark, and who asked for it."""

    result: TimingResult
    source: ResultSource

    @property
    def names(self) -> Names:
        """What the two models are called."""
        return model_names(self.result.setup)

    @property
    def link(self) -> dict[str, str]:
        """What a link says that repeats this benchmark."""
        return {PARAMETER: format_spec(self.result.benchmark)}

    @property
    def name(self) -> str:
        """The same for everybody who sees the same."""
        return f"{format_spec(self.result.benchmark)} {self.result.measured}"


def visitor_job() -> tuple[int, JobState] | None:
    """The visitor's own benchmark as it is now, if they started one that is still known."""
    number = st.session_state.get(_JOB)
    state = None if number is None else benchmark_queue().state(number)
    return None if number is None or state is None else (number, state)


def remember_job(number: int) -> None:
    """This is the visitor's own from now on."""
    st.session_state[_JOB] = number


def current_context() -> SpeedContext:
    """The visitor's own finished benchmark, else the last one on this machine, else the one that ships."""
    own = visitor_job()
    if own is not None and own[1].result is not None:
        return SpeedContext(own[1].result, ResultSource.VISITOR)
    last = benchmark_queue().latest_result
    return (
        SpeedContext(last, ResultSource.OTHER_VISITOR)
        if last is not None
        else SpeedContext(first_timing(), ResultSource.SHIPPED)
    )


def note_mismatch(at: SpeedContext, chosen: Benchmark) -> None:
    """Say of what the figures are, where the button measures something else."""
    if _measured(at.result.benchmark, at.result.setup.machine.device.id) == _measured(chosen, _device(chosen)):
        return
    first, second = at.names
    same = (chosen.first, chosen.second) == (at.result.benchmark.first, at.result.benchmark.second)
    under, own = " with other settings" if same else "", visitor_job()
    active = own is not None and own[1].active
    then = "Yours will replace them" if active else "Press Measure for the settings chosen here"
    with notes_place():
        st.text(f"These figures are for {first} and {second}{under}, {_BEFORE[at.source]}. {then}.")


def provenance_text(at: SpeedContext) -> str:
    """Which models were timed, whether with weights of their own, on what, when, and for whom."""
    result = at.result
    asked, machine = result.benchmark, result.setup.machine
    day, _, moment = result.measured.partition("T")
    who = {
        ResultSource.VISITOR: "Your benchmark, measured on this machine",
        ResultSource.OTHER_VISITOR: "The latest benchmark on this machine, started by another visitor, measured",
        ResultSource.SHIPPED: "A recorded benchmark, measured on the machine named here",
    }[at.source]
    compiled = ", compiled" if asked.compiled else ""
    attention = " and ".join(dict.fromkeys(model.attention for model in result.models))
    models = " and ".join(_described(model) for model in result.models)
    return (
        f"{who} on {day}, {moment[:5]} UTC: {machine.device.name}; {asked.dtype}, {attention} attention{compiled}; "
        f"torch {machine.torch}, transformers {machine.transformers}, {machine.system}. {models}."
    )


def _measured(benchmark: Benchmark, device: str) -> tuple[object, ...]:
    """What has to be the same for two benchmarks to measure the same; how often it is repeated has not."""
    models = benchmark.first, benchmark.second
    return *models, device, benchmark.dtype, benchmark.attention, benchmark.compiled, benchmark.cells


def _device(benchmark: Benchmark) -> str:
    return devices()[0].id if benchmark.device == BEST_DEVICE else benchmark.device


def _described(model: TimedModel) -> str:
    size = f"{model.parameters / 1e6:.1f} million parameters"
    if model.random:
        return f"**{model.name}** (true size, **random weights**, {size})"
    known = next((one for one in listed_models() if one.id == model.model_id), None)
    return f"**{model.name}** ({'a model from a folder' if known is None else model_kind(known)}, {size})"
