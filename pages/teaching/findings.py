"""The findings of a mode: conditions, code and source of the run that it shows."""

from functools import partial

from components.charts.files import ChartFigure
from pages.parts.findings import Findings
from pages.teaching.code import code_of, other_code
from pages.teaching.context import TeachingContext


def run_findings(key: str, context: TeachingContext, figures: list[ChartFigure], *, code: str) -> Findings:
    """The figures of a run, with its code.

    Args:
        key: Name of the mode's prose, and prefix of its widgets' keys.
        context: The run.
        figures: The charts, with their tables.
        code: Name of the code in the export panel; the other programs follow it.
    """
    return Findings(
        key,
        figures,
        context.result.conditions,
        code_of(code, context.result),
        computed=(context.computed,),
        other_code=partial(other_code, context.result),
    )
