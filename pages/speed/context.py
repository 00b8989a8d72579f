"""Which finished benchmark stands on the screen, and where it was measured: said beside every figure of it."""

from dataclasses import dataclass
from enum import StrEnum

import streamlit as st

from cache.downloads import listed_models
from cache.shipped.first_timing import first_timing
from cache.speed import benchmark_queue, devices
from components.model.checkpoints.device_results import BEST
from components.speed.model.job import JobState
from components.speed.model.results import TimedModel, TimingResult
from components.speed.model.spec import Benchmark, spec_text
from components.speed.tables.times import Names, model_names
from pages.parts.conditions import model_kind
from pages.parts.layout import notes_place
from pages.speed.conditions import PARAMETER

_JOB = "speed-job"  # the number of the visitor's own


class Whose(StrEnum):
    """Who asked for a benchmark."""

    OWN = "yours"
    OTHER = "another visitor’s"
    SHIPPED = "shipped"


_BEFORE = {
    Whose.OWN: "measured by you before",
    Whose.OTHER: "measured by another visitor",
    Whose.SHIPPED: "recorded earlier",
}


@dataclass(frozen=True)
class SpeedContext:
    """A finished benchmark, and who asked for it."""

    result: TimingResult
    whose: Whose

    @property
    def names(self) -> Names:
        """What the two models are called."""
        return model_names(self.result.ready)

    @property
    def link(self) -> dict[str, str]:
        """What a link says that repeats this benchmark."""
        return {PARAMETER: spec_text(self.result.benchmark)}

    @property
    def name(self) -> str:
        """The same for everybody who sees the same."""
        return f"{spec_text(self.result.benchmark)} {self.result.measured}"


def own_job() -> tuple[int, JobState] | None:
    """The visitor's own benchmark as it is now, if they started one that is still known."""
    number = st.session_state.get(_JOB)
    state = None if number is None else benchmark_queue().state(number)
    return None if number is None or state is None else (number, state)


def remember_job(number: int) -> None:
    """This is the visitor's own from now on."""
    st.session_state[_JOB] = number


def shown() -> SpeedContext:
    """The visitor's own finished benchmark, else the last one on this machine, else the one that ships."""
    own = own_job()
    if own is not None and own[1].result is not None:
        return SpeedContext(own[1].result, Whose.OWN)
    last = benchmark_queue().last
    return SpeedContext(last, Whose.OTHER) if last is not None else SpeedContext(first_timing(), Whose.SHIPPED)


def other_than_chosen(at: SpeedContext, chosen: Benchmark) -> None:
    """Say of what the figures are, where the button measures something else."""
    if _measured(at.result.benchmark, at.result.ready.machine.device.id) == _measured(chosen, _device(chosen)):
        return
    first, second = at.names
    same = (chosen.first, chosen.second) == (at.result.benchmark.first, at.result.benchmark.second)
    under, own = " with other settings" if same else "", own_job()
    active = own is not None and own[1].active
    then = "Yours will replace them" if active else "Press Measure for the settings chosen here"
    with notes_place():
        st.text(f"These figures are for {first} and {second}{under}, {_BEFORE[at.whose]}. {then}.")


def measured_by(at: SpeedContext) -> str:
    """Which models were timed, whether with weights of their own, on what, when, and for whom."""
    result = at.result
    asked, machine = result.benchmark, result.ready.machine
    day, _, moment = result.measured.partition("T")
    who = {
        Whose.OWN: "Your benchmark, measured on this machine",
        Whose.OTHER: "The latest benchmark on this machine, started by another visitor, measured",
        Whose.SHIPPED: "A recorded benchmark, measured on the machine named here",
    }[at.whose]
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
    return devices()[0].id if benchmark.device == BEST else benchmark.device


def _described(model: TimedModel) -> str:
    size = f"{model.parameters / 1e6:.1f} million parameters"
    if model.random:
        return f"**{model.name}** (true size, **random weights**, {size})"
    known = next((one for one in listed_models() if one.id == model.model_id), None)
    return f"**{model.name}** ({'a model from a folder' if known is None else model_kind(known)}, {size})"
