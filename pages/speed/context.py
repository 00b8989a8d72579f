"""The finished benchmark that the page shows, its provenance, and the findings of a mode about it."""

from dataclasses import dataclass
from enum import StrEnum

import streamlit as st

from cache.downloads import listed_models
from cache.shipped.first_timing import first_timing
from cache.speed import benchmark_queue, devices
from components.charts.files import ChartFigure
from components.model.checkpoints.device_results import BEST_DEVICE
from components.speed.model.queue import BenchmarkState
from components.speed.model.results import TimedModel, TimingResult
from components.speed.model.spec import Benchmark, format_spec
from components.speed.tables.files import speed_conditions
from components.speed.tables.times import Names, model_names
from components.tables.numbers import fixed
from pages.parts.conditions import model_kind
from pages.parts.findings import Findings
from pages.parts.presenting import hides_controls
from pages.speed.benchmark_settings import PARAMETER

_JOB = "speed-job"  # session key: number of the visitor's request
CODE_NOTE = "The same parameters, and times of your own machine, from plain transformers code, for a notebook:"


class ResultSource(StrEnum):
    """Who requested a benchmark."""

    VISITOR = "yours"
    OTHER_VISITOR = "another visitor’s"
    SHIPPED = "shipped"


_SOURCE_NOTES = {
    ResultSource.VISITOR: "measured by you before",
    ResultSource.OTHER_VISITOR: "measured by another visitor",
    ResultSource.SHIPPED: "recorded earlier",
}


@dataclass(frozen=True)
class SpeedContext:
    """A finished benchmark, and who requested it."""

    result: TimingResult
    source: ResultSource

    @property
    def names(self) -> Names:
        """Display names of the two models."""
        return model_names(self.result.setup)

    @property
    def link(self) -> dict[str, str]:
        """Query parameters of a link that repeats this benchmark."""
        return {PARAMETER: format_spec(self.result.benchmark)}

    @property
    def name(self) -> str:
        """An identifier of this result, equal for all visitors."""
        return f"{format_spec(self.result.benchmark)} {self.result.measured}"


def visitor_job() -> tuple[int, BenchmarkState] | None:
    """Number and state of the visitor's own benchmark; None without one."""
    number = st.session_state.get(_JOB)
    state = None if number is None else benchmark_queue().state(number)
    return None if number is None or state is None else (number, state)


def remember_job(number: int) -> None:
    """Store the number of the visitor's own benchmark in the session."""
    st.session_state[_JOB] = number


def current_context() -> SpeedContext:
    """The visitor's own finished benchmark, else the latest on this machine, else the shipped one."""
    job = visitor_job()
    if job is not None and job[1].result is not None:
        return SpeedContext(job[1].result, ResultSource.VISITOR)
    latest = benchmark_queue().latest_result
    return (
        SpeedContext(latest, ResultSource.OTHER_VISITOR)
        if latest is not None
        else SpeedContext(first_timing(), ResultSource.SHIPPED)
    )


def note_mismatch(context: SpeedContext, chosen: Benchmark) -> None:
    """Show a note if the results are of another benchmark than the chosen one."""
    if _comparable(context.result.benchmark, context.result.setup.machine.device.id) == _comparable(
        chosen, _device_id(chosen)
    ):
        return
    first, second = context.names
    same_models = (chosen.first, chosen.second) == (context.result.benchmark.first, context.result.benchmark.second)
    settings_note, job = " with other settings" if same_models else "", visitor_job()
    active = job is not None and job[1].active
    instruction = " Yours will replace them." if active else " Press Measure for the settings chosen here."
    if hides_controls():  # there is no button
        instruction = ""
    st.text(f"These figures are for {first} and {second}{settings_note}, {_SOURCE_NOTES[context.source]}.{instruction}")


def origin_text(context: SpeedContext) -> str:
    """Whose numbers these are, in plain words."""
    day, _, time = context.result.measured.partition("T")
    if context.source is ResultSource.VISITOR:
        return f"You measured these numbers on this machine ({day}, {time[:5]} UTC)."
    numbers = (
        f"These numbers were recorded on {day} ({context.result.setup.machine.device.name}), not measured live"
        if context.source is ResultSource.SHIPPED
        else f"These numbers come from the latest benchmark on this machine ({day}, {time[:5]} UTC)"
    )
    job = visitor_job()
    if job is None:
        return f"{numbers}. “Measure on this machine”, beside or below the figure, times both models here."
    ending = ", in the box below, has not finished" if job[1].active else " ended without a complete result"
    return f"{numbers}; your own benchmark{ending}."


def provenance_text(context: SpeedContext) -> str:
    """The models, weights, device, date and requester of a benchmark as text."""
    result = context.result
    benchmark, machine = result.benchmark, result.setup.machine
    day, _, time = result.measured.partition("T")
    source_text = {
        ResultSource.VISITOR: "Your benchmark, measured on this machine",
        ResultSource.OTHER_VISITOR: "The latest benchmark on this machine, started by another visitor, measured",
        ResultSource.SHIPPED: "A recorded benchmark, measured on the machine named here",
    }[context.source]
    compiled = ", compiled" if benchmark.compiled else ""
    attention = " and ".join(dict.fromkeys(model.attention for model in result.models))
    models = " and ".join(_model_text(model) for model in result.models)
    return (
        f"{source_text} on {day}, {time[:5]} UTC: {machine.device.name}; "
        f"{benchmark.dtype}, {attention} attention{compiled}; "
        f"torch {machine.torch}, transformers {machine.transformers}, {machine.system}. {models}."
    )


def _comparable(benchmark: Benchmark, device: str) -> tuple[object, ...]:
    """Everything that must agree for two benchmarks to be comparable; the number of repetitions need not."""
    models = benchmark.first, benchmark.second
    return *models, device, benchmark.dtype, benchmark.attention, benchmark.compiled, benchmark.cells


def _device_id(benchmark: Benchmark) -> str:
    return devices()[0].id if benchmark.device == BEST_DEVICE else benchmark.device


def _model_text(model: TimedModel) -> str:
    size = f"{fixed(model.parameters / 1e6, 1)} million parameters"
    if model.random:
        return f"**{model.name}** (true size, **random weights**, {size})"
    model_record = next((model_record for model_record in listed_models() if model_record.id == model.model_id), None)
    return f"**{model.name}** ({'a model from a folder' if model_record is None else model_kind(model_record)}, {size})"


def benchmark_findings(key: str, context: SpeedContext, figures: list[ChartFigure], code: str) -> Findings:
    """The figures of a benchmark, with code that repeats it."""
    return Findings(
        key,
        figures,
        speed_conditions(context.result),
        code,
        note=provenance_text(context),
        link=context.link,
        code_note=CODE_NOTE,
    )
