"""The findings of a mode: conditions, source and link of the benchmark that it shows."""

from components.charts.files import ChartFigure
from components.speed.tables.files import speed_conditions
from pages.parts.findings import Findings
from pages.speed.context import SpeedContext, provenance_text

CODE_NOTE = "The same parameters, and times of your own machine, from plain transformers code, for a notebook:"


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
