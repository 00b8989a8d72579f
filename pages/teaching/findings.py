"""The findings of a mode: conditions, code and source of the run that it shows."""

from collections.abc import Callable
from functools import partial

from components.charts.files import ChartFigure
from pages.parts.findings import Findings, Provenance
from pages.teaching.code import code_of, other_code
from pages.teaching.context import TeachingContext


def run_findings(
    key: str,
    context: TeachingContext,
    figures: list[ChartFigure],
    *,
    code: str,
    computed: tuple[Provenance, ...] | None = None,
    note: str = "",
    onward: Callable[[], None] | None = None,
) -> Findings:
    """The figures of a run, with its code.

    Args:
        key: Name of the mode's prose, and prefix of its widgets' keys.
        context: The run.
        figures: The charts, with their tables.
        code: Name of the code in the export panel; the other programs follow it.
        computed: What computed the figures; None for the run.
        note: A remark about the source of the numbers.
        onward: Draws what comes at the end of the foot.
    """
    return Findings(
        key,
        figures,
        context.result.conditions,
        code_of(code, context.result),
        computed=(context.computed,) if computed is None else computed,
        note=note,
        onward=onward,
        other_code=partial(other_code, context.result),
    )
